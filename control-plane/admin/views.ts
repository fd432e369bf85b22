import { type TemplateManifest, templateIdOf } from '@reelyard/shared/contracts/template.ts';
import type { InvariantCounts } from '../database/auditor.ts';
import type { TemplateRelease } from '../templates/store.ts';
import { nameOf } from './names.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isJobId = (id: string): boolean => uuid.test(id);
export const jobCursor = uuid;

export const templateView = ({ manifest, release }: { manifest: TemplateManifest; release: TemplateRelease }) => ({
  id: templateIdOf(manifest.slug),
  slug: manifest.slug,
  name: manifest.name,
  version: manifest.version,
  category: manifest.category,
  status: nameOf(release.status),
  active: release.active,
  isOffered: release.status === 'published' && release.active,
});

export const auditView = ({ auditedAt, violations }: InvariantCounts) => {
  const counts = Object.entries(violations);
  return {
    auditedAt,
    checked: counts.length,
    violations: counts.flatMap(([invariant, count]) => (count > 0 ? [{ invariant, count }] : [])),
  };
};

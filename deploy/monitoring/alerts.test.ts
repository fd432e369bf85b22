import { readFileSync } from 'node:fs';
import { controlPlaneMetrics } from '@reelyard/control-plane/metrics.ts';
import { describe, expect, it } from 'vitest';

const alerts = readFileSync(new URL('alerts.yml', import.meta.url), 'utf8');
const runbook = readFileSync(new URL('../runbook.md', import.meta.url), 'utf8');

/** As an address names a heading: small letters, dashes for spaces. */
const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-'),
);

describe('the alerts', () => {
  it('name a heading of the runbook each, and every alert says how bad it is', () => {
    const count = alerts.match(/- alert: /g)?.length ?? 0;
    const named = [...alerts.matchAll(/runbook: 'deploy\/runbook\.md#([^']+)'/g)].map(([, anchor]) => anchor);
    expect(count).toBeGreaterThan(0);
    expect(named.length).toBe(count);
    expect(alerts.match(/severity: (page|ticket)/g)?.length).toBe(count);
    expect(named.filter((anchor) => anchor === undefined || !anchors.includes(anchor))).toEqual([]);
  });

  it('ask for metrics that the control plane has', async () => {
    const metrics = controlPlaneMetrics({
      queueDepth: async () => [],
      nodeLoads: async () => [],
      invariants: async () => ({ auditedAt: null, dueAt: null, violations: {} }),
    });
    const text = await metrics.scrape();
    const asked = [...new Set(alerts.match(/\bfarm_[a-z_]+/g))];
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  });
});

import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { captureNodes } from './capture-nodes.ts';
import { farm } from './farm.ts';
import { renderNodes } from './render-nodes.ts';

/** Every dashboard by the file that Grafana reads. */
export const dashboards: Readonly<Record<string, () => Dashboard>> = {
  'farm.json': farm,
  'render-nodes.json': renderNodes,
  'capture-nodes.json': captureNodes,
};

/** The builders hide every link in a menu, without a way to say otherwise; a link without a place is shown. */
const isHiding = (key: string, value: unknown): boolean => key === 'placement' && value === 'inControlsMenu';

export const jsonOf = (dashboard: Dashboard): string =>
  `${JSON.stringify(dashboard, (key, value: unknown) => (isHiding(key, value) ? undefined : value), 2)}\n`;

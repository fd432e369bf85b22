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

export const jsonOf = (dashboard: Dashboard): string => `${JSON.stringify(dashboard, null, 2)}\n`;

import type { Flow } from '../template.ts';
import type { Part } from './compose.ts';
import { nullLayer } from './layer.ts';
import { still } from './property.ts';
import { stageName } from './stage.ts';

/** The root of a flow, placed by a stack as the part `<flow.name>`, and a root for every item to hang things on. */
export const flowRoots = (flow: Flow): Part => ({
  layers: [
    ...flow.items.map((item) =>
      nullLayer({
        name: item.name,
        parent: flow.name,
        needs: item.name,
        position: still([0, 0], `${item.name}.place`),
      }),
    ),
    nullLayer({ name: flow.name, parent: stageName, needs: flow.name, position: still([0, 0], `${flow.name}.place`) }),
  ],
  flows: [flow],
});

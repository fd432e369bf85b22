import type { LayerValues } from '../contracts/layer-value.ts';
import type { Flow, LottieValue } from '../templates/template.ts';
import { type Filled, textOf } from './fill-texts.ts';

/** Where the items of a flow stand that have text; none shown means that the flow itself is not there. */
export const layoutFlow = (flow: Flow, values: LayerValues): Filled => {
  const items = flow.items.filter((item) => textOf(values, item.layer) !== '');
  const length = items.reduce((sum, item, index) => sum + item.length + (index > 0 ? flow.gap : 0), 0);
  let at = flow.align === 'center' ? Math.round((flow.length - length) / 2) : 0;
  const slots = new Map<string, LottieValue>();
  for (const item of items) {
    slots.set(`${item.name}.place`, { a: 0, k: flow.direction === 'row' ? [at, 0] : [0, at] });
    at += item.length + flow.gap;
  }
  return { slots, shown: new Set(items.length === 0 ? [] : [flow.name, ...items.map((item) => item.name)]) };
};

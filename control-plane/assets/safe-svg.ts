import { readXml, writeXml, type XmlElement } from './xml-tree.ts';

/** An SVG written anew from what is allowed in one, or a sentence on why it was refused. */
export type SafeSvg = { readonly svg: string } | { readonly reason: string };

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Shapes and paint: elements that draw, and whose cost is bounded by their size. */
const drawn = words(`
  svg g a switch defs symbol use style
  path rect circle ellipse line polyline polygon
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feGaussianBlur feOffset feMerge feMergeNode feColorMatrix feFlood feComposite feBlend feDropShadow
  feComponentTransfer feFuncR feFuncG feFuncB feFuncA`);

/** Left out without a word: they draw nothing in a still picture. */
const silent = words('title desc metadata animate animateTransform animateMotion animateColor set mpath view cursor');

const remedies: Record<string, string> = {
  script: 'Remove the script.',
  foreignObject: 'Export the drawing without embedded HTML.',
  image: 'Give the embedded picture itself, as PNG or JPEG.',
  feImage: 'Give the embedded picture itself, as PNG or JPEG.',
  text: 'Convert the text to outlines: fonts of other machines are not known here.',
};

const maxExpandedElements = 100_000;
const maxReferenceDepth = 64;
const limits = { maxElements: 20_000, maxDepth: 64 };

const outsideReason =
  'The SVG refers to something outside itself. Export it with everything embedded, or give a PNG instead.';
const bombReason = 'The SVG repeats its parts too many times to be drawn. Export it flattened, or give a PNG instead.';

/** CSS may only refer to parts of the same document; escapes and at-rules have no business in a logo. */
const isOutsideCss = (css: string): boolean =>
  /\\|@|image-set|src\(/i.test(css) ||
  [...css.matchAll(/url\s*\(\s*['"]?\s*([^)]*)/gi)].some(([, to]) => !to?.startsWith('#'));

/** What an element refers to: `href="#a"`, `fill="url(#b)"`. */
const referencesOf = (element: XmlElement): string[] =>
  [...element.attributes].flatMap(([name, value]) =>
    name.endsWith('href')
      ? [value.slice(1)]
      : [...value.matchAll(/url\(\s*['"]?\s*#([^'")\s]+)/gi)].flatMap(([, id]) => (id === undefined ? [] : [id])),
  );

const keptAttributes = (element: XmlElement): Map<string, string> | { readonly reason: string } => {
  const kept = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    if (name === 'href' || name === 'xlink:href') {
      // Links of a picture lead nowhere; every other href draws what it names.
      if (element.name === 'a') continue;
      if (!value.startsWith('#')) return { reason: outsideReason };
      kept.set(name, value);
    } else if (name.includes(':') || name === 'xmlns' || /^on/i.test(name)) continue;
    else if (isOutsideCss(value)) return { reason: outsideReason };
    else kept.set(name, value);
  }
  return kept;
};

const allowedElement = (element: XmlElement): XmlElement | { readonly reason: string } | null => {
  const name = element.name.replace(/^svg:/, '');
  // Parts of a drawing program's own, such as sodipodi:namedview.
  if (name.includes(':') || silent.has(name)) return null;
  if (!drawn.has(name)) {
    const remedy = remedies[name] ?? 'Export it as a plain SVG, or give a PNG instead.';
    return { reason: `The SVG contains <${name.slice(0, 40)}>, which is not drawn here. ${remedy}` };
  }
  const attributes = keptAttributes({ ...element, name });
  if ('reason' in attributes) return attributes;
  const children: (XmlElement | string)[] = [];
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (name !== 'style') continue;
      if (isOutsideCss(child)) return { reason: outsideReason };
      children.push(child);
      continue;
    }
    const allowed = allowedElement(child);
    if (allowed === null) continue;
    if ('reason' in allowed) return allowed;
    children.push(allowed);
  }
  return { name, attributes, children };
};

/** How many elements are drawn once all references are followed; Infinity for circles and the like (billion laughs). */
const expandedCount = (root: XmlElement): number => {
  const byId = new Map<string, XmlElement>();
  const collect = (element: XmlElement): void => {
    const id = element.attributes.get('id');
    if (id !== undefined) byId.set(id, element);
    for (const child of element.children) if (typeof child !== 'string') collect(child);
  };
  collect(root);
  const counts = new Map<XmlElement, number>();
  const count = (element: XmlElement, referenceDepth: number): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    if (referenceDepth > maxReferenceDepth) return Number.POSITIVE_INFINITY;
    // A circle meets itself here before it is counted.
    counts.set(element, Number.POSITIVE_INFINITY);
    let total = 1;
    for (const child of element.children) if (typeof child !== 'string') total += count(child, referenceDepth);
    for (const id of referencesOf(element)) {
      const target = byId.get(id);
      if (target !== undefined) total += count(target, referenceDepth + 1);
    }
    counts.set(element, total);
    return total;
  };
  return count(root, 0);
};

/**
 * Reads an SVG against a list of what is allowed and writes it anew (E2): no entities, no scripts, no reference to
 * anything outside the document, no part repeated without bound. Only this output is ever given to a renderer.
 */
export const safeSvg = (text: string): SafeSvg => {
  const reading = readXml(text, limits);
  if ('reason' in reading) return reading;
  const root = allowedElement(reading.root);
  if (root === null || ('name' in root && root.name !== 'svg')) return { reason: 'The file is no SVG drawing.' };
  if ('reason' in root) return root;
  if (expandedCount(root) > maxExpandedElements) return { reason: bombReason };
  const attributes = new Map([
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
    ...root.attributes,
  ]);
  return { svg: writeXml({ ...root, attributes }) };
};

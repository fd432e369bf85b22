/** A small, strict reader of XML: elements, attributes, text. What it does not know it refuses. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

export interface XmlLimits {
  readonly maxElements: number;
  readonly maxDepth: number;
}

/** `reason` is a sentence for the one who made the file. */
export type XmlReading = { readonly root: XmlElement } | { readonly reason: string };

const malformed = { reason: 'The SVG is not well-formed XML. Export it again from the program that made it.' };
const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const nameText = String.raw`[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?`;
const openTag = new RegExp(String.raw`<(${nameText})`, 'y');
const closeTag = new RegExp(String.raw`</(${nameText})\s*>`, 'y');
const attribute = new RegExp(String.raw`\s+(${nameText})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const tagEnd = /\s*(\/?)>/y;

/** Null where the text refers to an entity that XML itself does not define. */
const decoded = (text: string): string | null => {
  let isKnown = true;
  const plain = text.replaceAll(/&([^;&]{0,12});?/g, (_all, reference: string) => {
    const numeric = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(reference);
    const code = numeric === null ? Number.NaN : Number.parseInt(numeric[1] ?? numeric[2] ?? '', numeric[1] ? 16 : 10);
    const character = code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : named.get(reference);
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? plain : null;
};

/** Where a comment, a declaration or the like that opens at `at` ends; null where it does not, or is refused. */
const endOfMarkup = (text: string, at: number): { readonly end: number } | { readonly reason: string } | null => {
  const until = (close: string): { end: number } | typeof malformed => {
    const end = text.indexOf(close, at);
    return end < 0 ? malformed : { end: end + close.length };
  };
  if (text.startsWith('<!--', at)) return until('-->');
  if (/^<\?xml\s/.test(text.slice(at, at + 6))) return until('?>');
  if (text.startsWith('<?', at)) return { reason: 'The SVG has a processing instruction. Export it as a plain SVG.' };
  if (!/^<!doctype/i.test(text.slice(at, at + 9))) return null;
  const ending = until('>');
  return 'end' in ending && /[[\]]/.test(text.slice(at, ending.end))
    ? { reason: 'The SVG defines entities in its DOCTYPE. Export it without a DOCTYPE.' }
    : ending;
};

interface OpenElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (XmlElement | string)[];
}

/** Reads the tag that opens at `at`. */
const readOpenTag = (text: string, at: number): { element: OpenElement; isEmpty: boolean; end: number } | null => {
  openTag.lastIndex = at;
  const opening = openTag.exec(text);
  if (opening?.[1] === undefined) return null;
  const attributes = new Map<string, string>();
  let position = openTag.lastIndex;
  for (;;) {
    attribute.lastIndex = position;
    const found = attribute.exec(text);
    if (found?.[1] === undefined) break;
    const value = decoded(found[2] ?? found[3] ?? '');
    if (value === null || attributes.has(found[1])) return null;
    attributes.set(found[1], value);
    position = attribute.lastIndex;
  }
  tagEnd.lastIndex = position;
  const ending = tagEnd.exec(text);
  if (ending === null) return null;
  return { element: { name: opening[1], attributes, children: [] }, isEmpty: ending[1] === '/', end: tagEnd.lastIndex };
};

/**
 * Reads a document without ever expanding an entity or following a reference (E2). Iterative: nesting is bounded by
 * `limits.maxDepth`, not by the stack.
 */
export const readXml = (text: string, limits: XmlLimits): XmlReading => {
  const document: OpenElement = { name: '', attributes: new Map(), children: [] };
  const open: OpenElement[] = [document];
  let elementCount = 0;
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  while (position < text.length) {
    const parent = open.at(-1) ?? document;
    const markup = endOfMarkup(text, position);
    if (markup !== null) {
      if ('reason' in markup) return markup;
      position = markup.end;
    } else if (text.startsWith('<![CDATA[', position)) {
      const end = text.indexOf(']]>', position);
      if (end < 0) return malformed;
      parent.children.push(text.slice(position + 9, end));
      position = end + 3;
    } else if (text.startsWith('</', position)) {
      closeTag.lastIndex = position;
      if (closeTag.exec(text)?.[1] !== parent.name || parent === document) return malformed;
      open.pop();
      position = closeTag.lastIndex;
    } else if (text[position] === '<') {
      const tag = readOpenTag(text, position);
      if (tag === null) return malformed;
      elementCount += 1;
      if (elementCount > limits.maxElements || open.length > limits.maxDepth)
        return { reason: `The SVG is too complex: at most ${limits.maxElements} elements, ${limits.maxDepth} deep.` };
      parent.children.push(tag.element);
      if (!tag.isEmpty) open.push(tag.element);
      position = tag.end;
    } else {
      const next = text.indexOf('<', position);
      const end = next < 0 ? text.length : next;
      const plain = decoded(text.slice(position, end));
      if (plain === null) return malformed;
      parent.children.push(plain);
      position = end;
    }
  }
  const roots = document.children.filter((child) => typeof child !== 'string');
  const [root] = roots;
  const hasStrayText = document.children.some((child) => typeof child === 'string' && child.trim() !== '');
  return root === undefined || roots.length > 1 || open.length > 1 || hasStrayText ? malformed : { root };
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

/** Writes a tree; recursion is bounded by the depth that was read. */
export const writeXml = (element: XmlElement): string => {
  const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  const children = element.children.map((child) => (typeof child === 'string' ? escaped(child) : writeXml(child)));
  return `<${element.name}${attributes}>${children.join('')}</${element.name}>`;
};

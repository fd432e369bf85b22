import { describe, expect, it } from 'vitest';
import { safeSvg } from './safe-svg.ts';

const svg = (inside: string, attributes = 'viewBox="0 0 10 10"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;
const written = (text: string): string => {
  const result = safeSvg(text);
  return 'svg' in result ? result.svg : `refused: ${result.reason}`;
};

/** Each group repeats the one before it ten times: 10^11 elements from 12 lines. */
const laughs = (): string => {
  const groups = Array.from({ length: 11 }, (_, index) => {
    const uses = `<use href="#a${index}"/>`.repeat(10);
    return `<g id="a${index + 1}">${uses}</g>`;
  });
  return svg(`<defs><g id="a0"><path d="M0 0h1"/></g>${groups.join('')}</defs><use href="#a11"/>`);
};

describe('safe SVG', () => {
  it('writes a drawing anew with what draws and nothing else', () => {
    const text = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd">
      <!-- made by hand -->
      ${svg(
        '<title>a &amp; b</title><metadata><x:y>z</x:y></metadata><sodipodi:namedview id="n"/>' +
          '<style>.a{fill:url(#g)}</style><rect class="a" width="5" onclick="x()" inkscape:label="l"/>' +
          '<a href="https://example.com"><use xlink:href="#b"/></a>',
        'viewBox="0 0 10 10" onload="alert(1)"',
      )}`;
    expect(written(text)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">' +
        '<style>.a{fill:url(#g)}</style><rect class="a" width="5"></rect><a><use xlink:href="#b"></use></a></svg>',
    );
  });

  it.each([
    ['an href to another host', '<use href="https://evil.example/a.svg#b"/>'],
    ['an href to a file', '<use xlink:href="file:///etc/passwd#b"/>'],
    ['an href to a data URI', '<use href="data:image/svg+xml;base64,AAAA#b"/>'],
    ['a paint of another host', '<rect fill="url(https://evil.example/a#b)"/>'],
    ['a paint spelt with character references', '<rect fill="&#117;rl(&#x68;ttp://evil.example/a)"/>'],
    ['a quoted paint', `<rect style="fill:url( 'http://evil.example/a#b' )"/>`],
    ['a CSS escape', String.raw`<rect style="fill:\75rl(http://evil.example/a)"/>`],
    ['a CSS import', '<style>@import "http://evil.example/a.css";</style>'],
    ['a CSS import in CDATA', '<style><![CDATA[@import url(http://evil.example/a.css);]]></style>'],
    ['a font face', '<style>@font-face{src:url(http://evil.example/a.woff)}</style>'],
  ])('E2: refuses %s', (_what, inside) => {
    expect(written(svg(inside))).toMatch(/^refused: The SVG refers to something outside itself/);
  });

  it.each(['script', 'foreignObject', 'image', 'feImage', 'text', 'iframe', 'audio', 'feTurbulence'])(
    'E2: refuses <%s> and names it',
    (name) => {
      expect(written(svg(`<g><${name}></${name}></g>`))).toContain(`<${name}>`);
    },
  );

  it('E2: refuses entities, whether defined or not', () => {
    const xxe = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<g>&x;</g>')}`;
    expect(written(xxe)).toMatch(/^refused: The SVG defines entities/);
    expect(written(svg('<g id="&x;"/>'))).toMatch(/^refused: The SVG is not well-formed/);
  });

  it('E2: refuses a stylesheet instruction', () => {
    expect(written(`<?xml-stylesheet href="http://evil.example/a.css"?>${svg('')}`)).toMatch(
      /^refused: The SVG has a pro/,
    );
  });

  it('E2: refuses ten billion laughs, in a millisecond and without drawing one', () => {
    expect(written(laughs())).toMatch(/^refused: The SVG repeats its parts/);
  });

  it.each([
    '<g id="a"><use href="#a"/></g>',
    '<pattern id="p"><rect fill="url(#p)"/></pattern><rect fill="url(#p)"/>',
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
  ])('E2: refuses what contains itself: %s', (inside) => {
    expect(written(svg(inside))).toMatch(/^refused: The SVG repeats its parts/);
  });

  it('refuses nesting and elements without end', () => {
    expect(written(`<svg>${'<g>'.repeat(100_000)}`)).toMatch(/^refused: The SVG is too complex/);
    expect(written(svg('<g/>'.repeat(20_001)))).toMatch(/^refused: The SVG is too complex/);
  });

  it.each([
    '',
    '<svg',
    '<svg><g></svg>',
    '<svg/><svg/>',
    'text<svg/>',
    '<svg a="1" a="2"/>',
    '<svg a=1/>',
    '<svg><!--</svg>',
  ])('refuses what is not well-formed: "%s"', (text) => {
    expect(written(text)).toMatch(/^refused: The SVG is not well-formed/);
  });

  it('refuses a document of another kind', () => {
    expect(written('<g/>')).toBe('refused: The file is no SVG drawing.');
  });
});

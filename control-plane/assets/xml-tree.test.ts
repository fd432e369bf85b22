import { describe, expect, it } from 'vitest';
import { readXml, writeXml } from './xml-tree.ts';

const limits = { maxElements: 100, maxDepth: 10 };
const rewritten = (text: string): string | null => {
  const reading = readXml(text, limits);
  return 'root' in reading ? writeXml(reading.root) : null;
};

describe('XML tree', () => {
  it('reads elements, attributes in either quotes, text, CDATA and references', () => {
    expect(rewritten(`\uFEFF<a b='1' c = "&lt;&#65;&#x42;&quot;"><d/>x &amp; y<![CDATA[<&>]]></a >`)).toBe(
      '<a b="1" c="&lt;AB&quot;"><d></d>x &amp; y&lt;&amp;&gt;</a>',
    );
  });

  it('writes what reads back as the same', () => {
    const once = rewritten('<a><b c="&amp;amp;">&amp;lt;</b></a>') ?? '';
    expect(rewritten(once)).toBe(once);
  });

  it.each(['<a>&copy;</a>', '<a>&#0;</a>', '<a>& b</a>', '<a>&#x110000;</a>'])(
    'refuses the reference in %s',
    (text) => {
      expect(rewritten(text)).toBeNull();
    },
  );

  it('reads a long run of hostile characters in one pass', () => {
    for (const text of [
      '<'.repeat(200_000),
      `<a ${'b '.repeat(100_000)}`,
      `<a${' '.repeat(200_000)}`,
      `<a>${'&'.repeat(200_000)}`,
    ])
      expect(rewritten(text)).toBeNull();
  });

  it('keeps to its limits', () => {
    expect(readXml(`<a>${'<b/>'.repeat(100)}</a>`, limits)).toMatchObject({
      reason: expect.stringContaining('complex'),
    });
    expect(readXml(`${'<a>'.repeat(11)}${'</a>'.repeat(11)}`, limits)).toMatchObject({
      reason: expect.stringContaining('complex'),
    });
  });
});

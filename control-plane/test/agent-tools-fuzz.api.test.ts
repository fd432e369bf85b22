import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tools } from '../agent-tools/tool-catalog.ts';
import { agentClient } from './agent-client.ts';
import { type Farm, startFarm } from './harness.ts';
import { publisher } from './publisher.ts';

let farm: Farm;
let farmUrl: string;
beforeAll(async () => {
  farm = await startFarm();
  farmUrl = await farm.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => farm.close());

const hostile = [
  '..',
  '../../admin',
  "'; drop table project; --",
  '\u0000',
  '\ud800',
  '\u202eevil',
  '%2e%2e',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  '__proto__',
  'x'.repeat(20_000),
  '🎬'.repeat(3_000),
];
const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.lorem());
// A body with such a key is no JSON to the farm, as it is at the API.
const key = text.filter((name) => name !== '__proto__');
const anything = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 4 }),
  fc.dictionary(key, text, { maxKeys: 4 }),
);

interface Field {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Field;
  readonly properties?: Readonly<Record<string, Field>>;
}

/** What a field may hold, what it may hardly hold, and now and then the id of something that is there. */
const valueOf = (field: Field, ids: readonly string[]): fc.Arbitrary<unknown> => {
  const plausible = (): fc.Arbitrary<unknown> => {
    if (field.enum) return fc.constantFrom(...field.enum);
    const [type] = [field.type ?? 'string'].flat();
    if (type === 'integer') return fc.integer({ min: -1, max: 120 });
    if (type === 'number') return fc.double({ min: -1, max: 2, noNaN: true });
    if (type === 'boolean') return fc.boolean();
    if (type === 'array') return fc.array(valueOf(field.items ?? {}, ids), { maxLength: 4 });
    if (type === 'object')
      return field.properties ? argumentsOf(field, ids) : fc.dictionary(key, anything, { maxKeys: 4 });
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, text);
  };
  return fc.oneof({ weight: 5, arbitrary: plausible() }, anything);
};
const argumentsOf = ({ properties = {} }: Field, ids: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valueOf(field, ids)])), {
    requiredKeys: [],
  });

test.each(tools.map(({ listed }) => listed))(
  'N3, H2: whatever $name is called with, the answer is a clear one, and small enough',
  async ({ name, inputSchema }) => {
    const maker = await publisher(farm);
    const projectId = await maker.createProject(['One', 'Two']);
    const ids = [projectId, ...(await maker.sceneIds(projectId)), 'big-claim', 'cap_none', 'https://example.com/'];
    const agent = await agentClient(farmUrl, { 'x-api-key': maker.key });
    await fc.assert(
      fc.asyncProperty(argumentsOf(inputSchema as Field, ids), async (args) => {
        // What waits on purpose would wait for nothing here.
        const given = name === 'video_wait' ? { ...args, timeoutSeconds: 0 } : args;
        const { isError, facts, readBytes } = await agent.call(name, given);
        expect(readBytes).toBeLessThanOrEqual(8_192);
        if (!isError) return;
        expect(facts).toMatchObject({
          code: expect.stringMatching(/^[A-Z][A-Z0-9_]*$/),
          message: expect.any(String),
          fix: expect.any(String),
          nextStep: expect.any(String),
        });
        expect(facts.code).not.toBe('INTERNAL_ERROR');
      }),
      { numRuns: 25, endOnFailure: true },
    );
    await agent.close();
    expect(farm.logLines.filter((line) => line.includes('"msg":"fault"'))).toEqual([]);
  },
  60_000,
);

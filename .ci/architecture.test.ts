import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * The import boundaries and file rules of the house, as a test. Every list stands inline: a change of direction is an
 * edit here and a line under "Decisions" in the README.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const workspaces = ['shared', 'control-plane', 'render-node', 'capture-node', 'deploy', 'dashboards', 'bench'] as const;

interface SourceFile {
  /** Path from the repository root, with forward slashes. */
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
  /** The part of `imports` that exists at run time: `import type` is erased. */
  readonly valueImports: readonly string[];
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Resolves an import to a repository path where it is one of ours, else leaves the package name. */
const resolveImport = (file: string, specifier: string): string => {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  if (specifier.startsWith('@reelyard/')) return specifier.slice('@reelyard/'.length);
  return specifier;
};

const sources: SourceFile[] = globSync(
  '{shared,control-plane,render-node,capture-node,deploy,dashboards,bench,.ci}/**/*.{ts,tsx}',
  {
    cwd: root,
    exclude: (name) => name.includes('node_modules') || name.endsWith('dist'),
  },
).map((found) => {
  const file = found.split(path.sep).join('/');
  const text = readFileSync(path.join(root, file), 'utf8');
  const named = [...text.matchAll(importPattern)].map((match) => ({
    imported: resolveImport(file, match[1] ?? match[2] ?? ''),
    erased: /^\s*(?:import|export)\s+type\s/.test(match[0]),
  }));
  return {
    file,
    text,
    imports: named.map(({ imported }) => imported),
    valueImports: named.filter(({ erased }) => !erased).map(({ imported }) => imported),
  };
});

/** Tests, and the one tool that needs a scratch database to write a source file. */
const isTest = (file: string): boolean =>
  file.endsWith('.test.ts') || file.includes('/test/') || file === 'control-plane/database/generate-schema.ts';
const product = sources.filter(({ file }) => !isTest(file) && !file.startsWith('.ci/'));
const within = (folder: string) => product.filter(({ file }) => file.startsWith(`${folder}/`));

/** Lines of `files` that import something `forbidden` matches. */
const violations = (files: readonly SourceFile[], forbidden: (imported: string, file: string) => boolean): string[] =>
  files.flatMap(({ file, imports }) =>
    imports.filter((imported) => forbidden(imported, file)).map((imported) => `${file} -> ${imported}`),
  );

const startsWithAny = (value: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => value === prefix || value.startsWith(`${prefix}/`));

/** Features in their order: a feature imports only from those to its left, and never another's store. */
const featureOrder = [
  ['accounts', 'plans'],
  ['api-keys'],
  ['credits', 'usage', 'sandbox', 'payments', 'sessions'],
  ['templates', 'assets', 'brands', 'media'],
  ['projects'],
  ['captures', 'browsing', 'narration', 'storyboard', 'previews'],
  ['exports'],
  // Callbacks know no publish: publishing hands them the row to write in the transaction that ends it.
  ['callbacks'],
  ['publishing'],
] as const;
const features: readonly string[] = featureOrder.flat();
const rankOf = (feature: string): number =>
  featureOrder.findIndex((group) => (group as readonly string[]).includes(feature));
const featureOf = (file: string): string | undefined => {
  const [workspace, folder] = file.split('/');
  return workspace === 'control-plane' && folder !== undefined && features.includes(folder) ? folder : undefined;
};
const infrastructure = [
  'admin',
  'agent-tools',
  'compose',
  'database',
  'dispatch',
  'http',
  'nodes',
  'object-storage',
  'test',
];

const inputOutputNames = ['routes.ts', 'operations.ts', 'store.ts', 'completions.ts', 'client.ts'];
const isInputOutput = (file: string): boolean =>
  inputOutputNames.includes(path.posix.basename(file)) || /\/(operations|routes|store)\/[a-z-]+\.ts$/.test(file);
const isFeatureFile = (file: string): boolean => featureOf(file) !== undefined;
const rules = product.filter(({ file }) => isFeatureFile(file) && !isInputOutput(file));

describe('the architecture', () => {
  it('keeps every control-plane folder a known feature or a known piece of infrastructure', () => {
    const folders = new Set(
      within('control-plane')
        .map(({ file }) => file.split('/'))
        .filter((parts) => parts.length > 2)
        .map((parts) => parts[1] ?? ''),
    );
    expect([...folders].filter((folder) => !features.includes(folder) && !infrastructure.includes(folder))).toEqual([]);
  });

  it('lets a feature import only the features before it, and never the store of another', () => {
    const wrong = violations(
      product.filter(({ file }) => isFeatureFile(file)),
      (imported, file) => {
        const from = featureOf(file);
        const to = featureOf(imported);
        if (from === undefined || to === undefined || from === to) return false;
        return rankOf(to) > rankOf(from) || imported.endsWith('/store.ts');
      },
    );
    expect(wrong).toEqual([]);
  });

  it('keeps dispatch and nodes free of features', () => {
    const files = [...within('control-plane/dispatch'), ...within('control-plane/nodes')];
    expect(violations(files, (imported) => featureOf(imported) !== undefined)).toEqual([]);
  });

  it('keeps every other file of a feature a pure rule: values in, values out', () => {
    const allowed = [
      'zod',
      'culori',
      'ipaddr.js',
      'node:crypto',
      'shared/contracts',
      'shared/templates',
      'shared/scene',
      'shared/media',
      // Values in, values out at once: a key's checksum, and whether a text is an address.
      'node:zlib',
      'node:net',
      'shared/egress/egress-allow.ts',
      // The vocabulary of answers: the refusal, and the shape of a list's query and meta.
      'control-plane/http/refusal.ts',
      'control-plane/http/envelope.ts',
      'control-plane/http/text-check.ts',
    ];
    const impureImports = rules.flatMap(({ file, valueImports }) =>
      valueImports
        .filter(
          (imported) => !startsWithAny(imported, allowed) && !(isFeatureFile(imported) && !isInputOutput(imported)),
        )
        .map((imported) => `${file} -> ${imported}`),
    );
    const impure =
      /\bawait\b|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomBytes\(|\brandomUUID|\bprocess\.|\bsetTimeout\(/;
    const impureCode = rules.filter(({ text }) => impure.test(text)).map(({ file }) => file);
    expect([...impureImports, ...impureCode]).toEqual([]);
  });

  it('gives every pure rule that decides something a sibling test', () => {
    const untested = rules
      .filter(({ text }) => /=>|function /.test(text))
      .map(({ file }) => file)
      .filter((file) => !existsSync(path.join(root, file.replace(/\.ts$/, '.test.ts'))));
    expect(untested).toEqual([]);
  });

  it('keeps SQL in stores, the database folder and the queue', () => {
    const sqlUse = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/;
    const wrong = within('control-plane')
      .filter(({ text }) => sqlUse.test(text))
      .map(({ file }) => file)
      .filter(
        (file) =>
          !/\/store\.ts$|\/[a-z-]+-store\.ts$|\/store\/[a-z-]+\.ts$|^control-plane\/(database|dispatch|object-storage)\//.test(
            file,
          ),
      );
    expect(wrong).toEqual([]);
  });

  it('keeps the contracts pure', () => {
    const wrong = violations(
      within('shared/contracts'),
      (imported) => !startsWithAny(imported, ['zod', 'node:crypto', 'shared/contracts']),
    );
    expect(wrong).toEqual([]);
  });

  it('fills scenes with code that runs on nodes and in browsers alike', () => {
    const wrong = violations(
      within('shared/scene'),
      (imported) => !startsWithAny(imported, ['culori', 'shared/contracts', 'shared/templates', 'shared/scene']),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps shared free of either side', () => {
    expect(
      violations(within('shared'), (imported) =>
        startsWithAny(imported, ['control-plane', 'render-node', 'capture-node', 'deploy', 'dashboards', 'bench']),
      ),
    ).toEqual([]);
  });

  it('keeps nodes and the control plane apart but for the protocol', () => {
    const wrong = [
      ...violations(within('control-plane'), (imported) =>
        startsWithAny(imported, [
          'render-node',
          'capture-node',
          'shared/node-runtime',
          'deploy',
          'dashboards',
          'bench',
        ]),
      ),
      ...violations(within('render-node'), (imported) =>
        startsWithAny(imported, [
          'control-plane',
          'capture-node',
          'deploy',
          'dashboards',
          'bench',
          'pg',
          'pg-boss',
          'kysely',
        ]),
      ),
      ...violations(within('capture-node'), (imported) =>
        startsWithAny(imported, [
          'control-plane',
          'render-node',
          'deploy',
          'dashboards',
          'bench',
          'pg',
          'pg-boss',
          'kysely',
        ]),
      ),
    ];
    expect(wrong).toEqual([]);
  });

  it('keeps the engine free of jobs, leases and HTTP', () => {
    const wrong = violations(within('render-node/engine'), (imported) =>
      startsWithAny(imported, [
        'shared/node-runtime',
        'shared/contracts/node-protocol.ts',
        'render-node/executors',
        'undici',
        'node:http',
        'node:https',
      ]),
    );
    expect(wrong).toEqual([]);
  });

  it('reads the environment in config.ts alone, which main.ts hands it to', () => {
    const wrong = product
      .filter(({ file, text }) => /\bprocess\.env\b/.test(text) && !/(^|\/)(config|main)\.ts$/.test(file))
      .map(({ file }) => file)
      .filter((file) => !file.startsWith('bench/'));
    expect(wrong).toEqual([]);
  });

  it('sends nothing to an address that a user gave except through shared/egress', () => {
    const wrong = product
      .filter(({ file, text }) => /(^|[^.\w])fetch\(|\bundici\b/.test(text) && file.startsWith('control-plane/'))
      .map(({ file }) => file)
      // It calls capture nodes, at the address that they registered with the farm's token.
      .filter((file) => file !== 'control-plane/browsing/client.ts');
    expect(wrong).toEqual([]);
  });

  it('builds the console of the contracts, the drawing of scenes, the typed client, and nothing of a process', () => {
    const packages = [
      'react',
      'react-dom',
      'react-router',
      '@tanstack/react-query',
      'lucide-react',
      'canvaskit-wasm',
      'zod',
    ];
    const mayImport = [
      ...packages,
      'shared/contracts',
      'shared/scene',
      'shared/sdk',
      'shared/templates',
      'dashboards/console/src',
    ];
    const wrong = violations(
      within('dashboards/console/src'),
      (imported) => !startsWithAny(imported.replace(/\?url$/, ''), mayImport),
    );
    expect(wrong).toEqual([]);
  });

  it('writes the links of the console in paths.ts alone', () => {
    const written = /\b(?:to|href)=(?:"|\{[`'])\/(?!auth\/)|\bnavigate\([`']\//;
    const wrong = within('dashboards/console/src')
      .filter(({ text }) => written.test(text))
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });

  it('gives every rule of the console (a .ts file that decides without a page, the farm or a clock) a sibling test', () => {
    const touchesTheWorld =
      /\b(?:document|location|localStorage|matchMedia|navigator|createImageBitmap|OffscreenCanvas|CanvasKit)\b|\bfetch\(|\buse[A-Z]\w*\(|\bawait\b|\bPromise</;
    // What is asked for under which name, addresses, and the shapes of answers: nothing is decided there.
    const wiring = /(?:^|[/-])(?:api|queries|session|paths|records)\.ts$/;
    const untested = within('dashboards/console/src')
      .filter(
        ({ file, text }) =>
          file.endsWith('.ts') &&
          !/\.(?:gen|d)\.ts$/.test(file) &&
          /=>|function /.test(text) &&
          !touchesTheWorld.test(text),
      )
      .map(({ file }) => file)
      .filter((file) => !wiring.test(file))
      .filter((file) => !existsSync(path.join(root, file.replace(/\.ts$/, '.test.ts'))));
    expect(untested).toEqual([]);
  });

  it('makes no markup of texts in the console', () => {
    const wrong = within('dashboards/console/src')
      .filter(({ text }) =>
        /dangerouslySetInnerHTML|\.innerHTML|\.outerHTML|insertAdjacentHTML|document\.write/.test(text),
      )
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });

  it('has no drawers, no barrels and no file that is more than one thing', () => {
    const drawers = sources.filter(({ file }) =>
      /(^|\/)(utils?|helpers?|lib|misc|common)(\/|\.ts$)|\/index\.ts$/.test(file),
    );
    const long = sources.filter(
      ({ file, text }) => text.split('\n').length > (isTest(file) ? 600 : 350) && !file.endsWith('.gen.ts'),
    );
    expect([...drawers, ...long].map(({ file }) => file)).toEqual([]);
  });

  it('leaves nothing for later', () => {
    const unfinished = /\b(TODO|FIXME|XXX|HACK)\b|not implemented|\b(it|describe|test)\.(only|todo)\(/;
    const wrong = sources
      .filter(({ file, text }) => file !== '.ci/architecture.test.ts' && unfinished.test(text))
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });

  it('names only folders that exist', () => {
    expect(workspaces.filter((workspace) => !existsSync(path.join(root, workspace)))).toEqual([]);
  });
});

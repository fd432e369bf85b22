import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { inRepository, repositoryRoot } from './repository.ts';

export interface ImportClosure {
  /** Paths in the repository. */
  readonly files: readonly string[];
  /** Workspaces that the process runs code of. */
  readonly workspaces: ReadonlySet<string>;
  /** Packages from the registry, by the workspace that imports them; `@scope/` where the rest of the name is computed. */
  readonly packages: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What runs: `import type` and `export type` are erased. Workers and child programs are named by `new URL(…)`. */
const patterns = [
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/g,
  /\bimport\(\s*'([^']+)'\s*\)/g,
  /new URL\(\s*'([^']+\.ts)',\s*import\.meta\.url\s*\)/g,
];

/** Files of packages that are read, not run; the name up to where it is computed. */
const resolved = /\brequire\.resolve\(\s*[`']([^`'$]+)/g;

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Everything that `entry` (a path in the repository) loads, directly or through others. */
export const importClosure = (entry: string): ImportClosure => {
  const packages = new Map<string, Set<string>>();
  const seen = new Set<string>();
  const queue = [inRepository(entry)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const [workspace = ''] = path.relative(repositoryRoot, file).split(path.sep);
    const imported = packages.get(workspace) ?? new Set<string>();
    packages.set(workspace, imported);
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(file, 'utf8');
    for (const [, specifier = ''] of text.matchAll(resolved)) imported.add(packageOf(specifier));
    for (const pattern of patterns) {
      for (const [, specifier = ''] of text.matchAll(pattern)) {
        if (isBuiltin(specifier)) continue;
        if (specifier.startsWith('@reelyard/')) queue.push(inRepository(specifier.slice('@reelyard/'.length)));
        else if (specifier.startsWith('.')) queue.push(path.resolve(path.dirname(file), specifier));
        else if (pattern === patterns[2]) queue.push(path.resolve(path.dirname(file), specifier));
        else imported.add(packageOf(specifier));
      }
    }
  }
  const missing = [...seen].filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`imported, but not there: ${missing.join(', ')}`);
  return {
    files: [...seen].map((file) => path.relative(repositoryRoot, file)),
    workspaces: new Set(packages.keys()),
    packages,
  };
};

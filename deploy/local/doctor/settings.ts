import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Environment, launcherVariables } from '../config.ts';

export interface Setting {
  readonly name: string;
  /** What holds now; secrets only say that they are set. */
  readonly value: string;
  readonly isDefault: boolean;
  readonly why: string;
}

/** What the launcher makes itself and hands to its processes; nobody sets these for a local farm. */
const madeByLauncher = new Set([
  'FARM_NODE_TOKEN',
  'FARM_ADMIN_TOKEN',
  'FARM_SIGNING_SECRET',
  'FARM_BOOTSTRAP_LIVE_KEY',
  'FARM_BOOTSTRAP_TEST_KEY',
  'FARM_CONTROL_URL',
  'FARM_NODE_NAME',
  'FARM_SCRATCH',
]);
const secretNames = /TOKEN|SECRET|KEY|PASSWORD|DATABASE_URL|REDIS_URL/;

const settingOf = (name: string, fallback: string, why: string, environment: Environment): Setting => {
  const given = environment[name];
  const isDefault = given === undefined;
  const value = isDefault ? fallback : secretNames.test(name) ? '(set)' : given;
  return { name, value, isDefault, why };
};

/** Settings of the launcher, from its own schema. */
export function launcherSettings(environment: Environment): Setting[] {
  return Object.entries(launcherVariables)
    .filter(([name]) => name !== 'FARM_SETUP_SECONDS')
    .map(([name, schema]) => {
      const fallback = schema.safeParse(undefined);
      const shown = fallback.success && fallback.data !== undefined ? String(fallback.data) : 'not set';
      return settingOf(name, shown, z.globalRegistry.get(schema)?.description ?? '', environment);
    });
}

/**
 * Settings of a process that the launcher passes on, from the process's own config.ts: each line there carries its reason as
 * the comment above it and its default in the schema, so the file is the one place where both are written.
 */
export function processSettings(module: string, environment: Environment): Setting[] {
  const source = readFileSync(fileURLToPath(import.meta.resolve(module)), 'utf8');
  const line = /\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\s*([A-Z][A-Z0-9_]+):((?:(?!\/\*\*|\n\};|\n\}\))[\s\S])*)/g;
  return [...source.matchAll(line)].flatMap(([, comment = '', name = '', schema = '']) => {
    if (madeByLauncher.has(name) || name in launcherVariables) return [];
    const fallback = /\.default\(([^)]*)\)/.exec(schema)?.[1]?.replaceAll("'", '') || 'not set';
    return [settingOf(name, fallback, comment.replaceAll(/\s*\n\s*\*\s*/g, ' '), environment)];
  });
}

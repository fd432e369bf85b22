import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Code that runs inside pages: files of in-page/, each after those that it imports. */
const files = [
  'element-tree.ts',
  'element-look.ts',
  'element-selector.ts',
  'component-meaning.ts',
  'component-probe.ts',
  'picture-mode.ts',
  'page-calm.ts',
  'consent-probe.ts',
  'sign-in-probe.ts',
  'brand-probe.ts',
  'picture-stage.ts',
  'step-target.ts',
  'outline-probe.ts',
] as const;

/** One file as `modules['x.ts'] = …`, its imports taken from the files before it. */
const moduleOf = (file: string): string => {
  const names: string[] = [];
  const source = readFileSync(fileURLToPath(new URL(`./in-page/${file}`, import.meta.url)), 'utf8');
  const body = stripTypeScriptTypes(source)
    .replace(/^import\s*\{([^}]*)\}\s*from\s*'\.\/([^']+)';/gm, 'const {$1} = modules["$2"];')
    .replace(/^export const (\w+)/gm, (_, name: string) => {
      names.push(name);
      return `const ${name}`;
    });
  return `modules["${file}"] = (() => {\n${body}\nreturn { ${names.join(', ')} };\n})();`;
};

let built: string | undefined;

/**
 * Our in-page code as one expression whose value has every export; built once per process. It is written in TypeScript
 * modules like everything else and sent as text: a function that Playwright serialises may not call another one.
 */
export const pageScript = (): string => {
  built ??= `(() => {\nconst modules = {};\n${files.map(moduleOf).join('\n')}\nreturn Object.assign({}, ...Object.values(modules));\n})()`;
  return built;
};

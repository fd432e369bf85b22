import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import type { RunAs } from './unprivileged-user.ts';
import { sfntOf } from './woff-to-sfnt.ts';

const require = createRequire(import.meta.url);

/**
 * What pages without web fonts are drawn with: the families that templates are made of. Nothing of the machine is used,
 * so a page looks the same on every node, also on one without any fonts. Each package is cut into subsets; of the big
 * ones the script's own subset holds the whole script.
 */
const fontFiles: readonly { readonly package: string; readonly file: RegExp }[] = [
  {
    package: 'inter',
    file: /^inter-(latin|latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)-(400|500|600|700)-(normal|italic)\.woff$/,
  },
  { package: 'fraunces', file: /^fraunces-(latin|latin-ext|vietnamese)-(400|700)-(normal|italic)\.woff$/ },
  { package: 'jetbrains-mono', file: /^jetbrains-mono-(latin|latin-ext|cyrillic|greek)-(400|700)-normal\.woff$/ },
  { package: 'noto-sans-arabic', file: /-arabic-(400|700)-normal\.woff$/ },
  { package: 'noto-sans-hebrew', file: /-hebrew-(400|700)-normal\.woff$/ },
  { package: 'noto-sans-devanagari', file: /-devanagari-(400|700)-normal\.woff$/ },
  { package: 'noto-sans-thai', file: /-thai-(400|700)-normal\.woff$/ },
  // The numbered ones hold arrows, ticks, stars, triangles and dots, which pages in every script draw with.
  {
    package: 'noto-sans-sc',
    file: /^noto-sans-sc-(chinese-simplified|87|88|90|100|101|102|103|105|106|109)-(400|700)-normal\.woff$/,
  },
  { package: 'noto-sans-jp', file: /-japanese-(400|700)-normal\.woff$/ },
  { package: 'noto-sans-kr', file: /-korean-(400|700)-normal\.woff$/ },
  { package: 'noto-color-emoji', file: /^noto-color-emoji-emoji-400-normal\.woff$/ },
];

const family = (generic: string, families: readonly string[]): string =>
  `<alias binding="same"><family>${generic}</family><prefer>${families.map((name) => `<family>${name}</family>`).join('')}</prefer></alias>`;

const fallbacks = [
  'Noto Color Emoji',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
];

const configurationFor = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${folder}/fonts</dir>
<cachedir>${folder}/cache</cachedir>
${['sans-serif', 'sans', 'system-ui', 'Arial', 'Helvetica'].map((name) => family(name, ['Inter', ...fallbacks])).join('\n')}
${['serif', 'Times New Roman', 'Times', 'Georgia'].map((name) => family(name, ['Fraunces', 'Inter', ...fallbacks])).join('\n')}
${['monospace', 'Courier New', 'Courier'].map((name) => family(name, ['JetBrains Mono', 'Inter', ...fallbacks])).join('\n')}
</fontconfig>
`;

interface FontPackage {
  readonly folder: string;
  readonly version: string;
  readonly file: RegExp;
}

const packageOf = ({ package: name, file }: (typeof fontFiles)[number]): FontPackage => {
  const manifest = require.resolve(`@fontsource/${name}/package.json`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder: join(dirname(manifest), 'files'), version: `${name}@${version}`, file };
};

const writeFonts = async (folder: string, target: string, packages: readonly FontPackage[]): Promise<void> => {
  mkdirSync(join(folder, 'fonts'));
  mkdirSync(join(folder, 'cache'));
  for (const { folder: from, file } of packages) {
    for (const name of readdirSync(from).filter((candidate) => file.test(candidate)))
      writeFileSync(join(folder, 'fonts', name.replace(/\.woff$/, '.otf')), sfntOf(readFileSync(join(from, name))));
  }
  writeFileSync(join(folder, 'fonts.conf'), configurationFor(target));
};

/**
 * A folder for FONTCONFIG_PATH: `fonts.conf` and the bundled fonts (Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari,
 * Thai, Chinese, Japanese, Korean, emoji), unpacked once per version of the packages to where `runAs` can read it.
 */
export const browserFonts = async (runAs: RunAs, caches?: readonly string[]): Promise<string> => {
  const packages = fontFiles.map(packageOf);
  const identity = [configurationFor(''), ...packages.map(({ version, file }) => `${version} ${file.source}`)].join(
    '\n',
  );
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 12);
  return await cacheFolder(
    `reelyard-fonts-${key}`,
    async (folder, target) => await writeFonts(folder, target, packages),
    (folder) => spawnSync('test', ['-r', join(folder, 'fonts.conf')], { ...runAs, cwd: '/' }).status === 0,
    caches,
  );
};

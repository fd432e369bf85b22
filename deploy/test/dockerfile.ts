export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  /** As other stages call it; empty for the image itself. */
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The stages of a Dockerfile in their order; what stands before the first FROM is not among them. */
export const stagesOf = (text: string): Stage[] => {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n');
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push({ name: / AS (\S+)$/.exec(rest)?.[1] ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push({ name, text: rest });
  }
  return stages;
};

export const instructionsOf = ({ instructions }: Stage, name: string): string[] =>
  instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);

/** The sources that a stage copies from the checkout (not from another stage). */
export const copiedSources = (stage: Stage): string[] =>
  instructionsOf(stage, 'COPY')
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(' ').slice(0, -1));

/** `ENV A=1 B=2`, all of a stage. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    instructionsOf(stage, 'ENV')
      .flatMap((text) => text.split(' '))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

/** Whether an ignore file lets a path of the context through: the last line that speaks of it decides. */
export const reachesBuilder = (ignoreFile: string, source: string): boolean => {
  let reaches = true;
  for (const line of ignoreFile.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const negated = line.startsWith('!');
    const pattern = negated ? line.slice(1) : line;
    const matches =
      pattern === '*' ||
      source === pattern ||
      source.startsWith(`${pattern}/`) ||
      (negated && pattern.startsWith(source));
    if (matches) reaches = negated;
  }
  return reaches;
};

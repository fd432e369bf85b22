/** The parts in use of npm's espeak-ng, which ships without types: one call runs espeak's command line once. */
declare module 'espeak-ng' {
  export interface EspeakModule {
    /** The files that the run sees and leaves, in memory. */
    readonly FS: {
      mkdirTree(path: string): void;
      writeFile(path: string, content: string): void;
      readFile(path: string): Uint8Array;
    };
  }
  export default function run(options: {
    readonly arguments: readonly string[];
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
    readonly preRun: readonly ((module: EspeakModule) => void)[];
  }): Promise<EspeakModule>;
}

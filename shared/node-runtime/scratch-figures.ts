import { measureScratch, scratchReserveBytes, usedBytes } from './scratch-space.ts';

/** A gauge that both pools tell, looked at when the metrics are asked for. */
export interface ObservedFigure {
  readonly name: string;
  readonly help: string;
  readonly value: () => Promise<number>;
}

/** The disk of a node's working files. A folder that is not there (yet, or any more) has nothing free. */
export const scratchFigures = (scratchPath: string): readonly ObservedFigure[] => {
  const measure = async () => await measureScratch(scratchPath).catch(() => ({ freeBytes: 0, totalBytes: 0 }));
  return [
    {
      name: 'farm_node_scratch_free_bytes',
      help: 'What is free on the disk of the working files.',
      value: async () => (await measure()).freeBytes,
    },
    {
      name: 'farm_node_scratch_reserve_bytes',
      help: 'What has to be free there before the node takes more work.',
      value: async () => scratchReserveBytes(await measure()),
    },
    {
      name: 'farm_node_scratch_used_bytes',
      help: 'What lies in the folder of the working files: nearly all of it is of the attempts that run.',
      value: async () => await usedBytes(scratchPath),
    },
  ];
};

/** What one chunk takes of the machine while it is drawn and encoded. */
export interface ChunkCost {
  readonly memoryBytes: number;
  /** Sessions of a hardware encoder; 0 for software. */
  readonly encoderSessionCount: number;
}

export interface MachineCapacity {
  readonly memoryBytes: number;
  readonly encoderSessionCount: number;
}

const megabyte = 1_000_000;
/** A worker with its canvas, its share of Skia's caches and its encoder: 450 MB at 1080p, growing with the picture. */
const chunkBaseBytes = 80 * megabyte;
const frameCopies = 44;

/** RULE: what drawing a chunk of this picture size costs. */
export const chunkCost = (picture: { widthPx: number; heightPx: number }, hardware: boolean): ChunkCost => ({
  memoryBytes: chunkBaseBytes + frameCopies * picture.widthPx * picture.heightPx * 4,
  encoderSessionCount: hardware ? 1 : 0,
});

const fullHd = { widthPx: 1920, heightPx: 1080 };

/** RULE: one drawing thread a core, as far as memory goes at 1080p; at least one. A configured count is believed. */
export const workerCountFor = (machine: {
  cores: number;
  memoryBytes: number;
  configured: number | undefined;
}): number =>
  machine.configured ??
  Math.max(1, Math.min(machine.cores, Math.floor(machine.memoryBytes / chunkCost(fullHd, false).memoryBytes)));

/**
 * RULE: how many scenes are leased at one time. A short scene is one or two chunks, and the next one is fetched and
 * prepared while the last one is joined and uploaded, so the workers never wait; more would only take scenes from
 * nodes that are free.
 */
export const sceneSlotsFor = (workerCount: number): number => Math.ceil(workerCount / 2) + 1;

/** RULE: exports and narration mostly copy streams and encode sound; a few at a time keep a big machine busy. */
export const assemblySlotsFor = (workerCount: number): number => Math.max(1, Math.ceil(workerCount / 4));

/** How a machine's capacity stands. */
export interface CapacityState {
  readonly used: ChunkCost;
  readonly total: MachineCapacity;
  /** Chunks that wait for what others hold. */
  readonly waitingCount: number;
}

/** Admits and reserves in one step, first come first served. */
export interface CapacityLedger {
  readonly state: CapacityState;
  /** Resolves when the cost is reserved; dispose to give it back. Rejects with the signal's reason. */
  reserve(cost: ChunkCost, signal: AbortSignal): Promise<Disposable>;
}

interface Waiting {
  readonly cost: ChunkCost;
  readonly admit: () => void;
}

/** What costs more than the whole machine is let in alone: refusing it would leave it waiting for ever. */
const fits = (cost: ChunkCost, used: ChunkCost, machine: MachineCapacity): boolean =>
  used.memoryBytes === 0 ||
  (used.memoryBytes + cost.memoryBytes <= machine.memoryBytes &&
    used.encoderSessionCount + cost.encoderSessionCount <= machine.encoderSessionCount);

export const capacityLedger = (machine: MachineCapacity): CapacityLedger => {
  let used: ChunkCost = { memoryBytes: 0, encoderSessionCount: 0 };
  let queue: readonly Waiting[] = [];

  const book = (cost: ChunkCost, sign: 1 | -1): void => {
    used = {
      memoryBytes: used.memoryBytes + sign * cost.memoryBytes,
      encoderSessionCount: used.encoderSessionCount + sign * cost.encoderSessionCount,
    };
  };

  const admitWaiting = (): void => {
    for (let first = queue[0]; first !== undefined && fits(first.cost, used, machine); first = queue[0]) {
      queue = queue.slice(1);
      book(first.cost, 1);
      first.admit();
    }
  };

  const granted = (cost: ChunkCost): Disposable => {
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        book(cost, -1);
        admitWaiting();
      },
    };
  };

  return {
    get state() {
      return { used, total: machine, waitingCount: queue.length };
    },
    reserve: async (cost, signal) =>
      await new Promise<Disposable>((resolve, reject) => {
        signal.throwIfAborted();
        const leave = (): void => {
          queue = queue.filter((other) => other !== waiting);
          reject(signal.reason as Error);
          admitWaiting();
        };
        const waiting: Waiting = {
          cost,
          admit: () => {
            signal.removeEventListener('abort', leave);
            resolve(granted(cost));
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        queue = [...queue, waiting];
        admitWaiting();
      }),
  };
};

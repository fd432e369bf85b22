/** Why a lease of a browser is over. */
export type LeaseEndReason =
  /** Given back by the one who held it. */
  | 'released'
  /** It was held for longer than its wall. */
  | 'wall'
  /** The browser took more memory than one may. */
  | 'memory'
  /** A page kept the machine busy without a pause. */
  | 'cpu'
  /** The page or its browser died. */
  | 'crashed'
  /** The signal that it was asked for with aborted. */
  | 'cancelled'
  /** The node leaves. */
  | 'closed';

/** The reason of a lease's signal, and what `lease.run` rejects with. */
export class LeaseEnded extends Error {
  override readonly name = 'LeaseEnded';
  readonly reason: LeaseEndReason;
  constructor(reason: LeaseEndReason, options?: ErrorOptions) {
    super(`the browser was taken back: ${reason}`, options);
    this.reason = reason;
  }
}

/** No browser became free in time; `cause` is why the last one did not start, where that is the reason. */
export class NoBrowserFree extends Error {
  override readonly name = 'NoBrowserFree';
}

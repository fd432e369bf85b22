/** Why an attempt was ended from outside. It is the reason of the attempt's signal. */
export type EndReason =
  /** The control plane gave the job to another attempt, or the job is over: nothing is reported. */
  | 'lost'
  /** The control plane asked to stop: nothing is reported. */
  | 'stopped'
  /** The node leaves: the job is handed back. */
  | 'drained'
  /** It ran longer than its kind may. */
  | 'overran';

export class AttemptEnded extends Error {
  readonly reason: EndReason;
  constructor(reason: EndReason) {
    super(`the attempt was ended: ${reason}`);
    this.name = 'AttemptEnded';
    this.reason = reason;
  }
}

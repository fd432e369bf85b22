import { randomBytes } from 'node:crypto';
import type { EgressAllow } from '@reelyard/shared/egress/egress-allow.ts';
import type { Database, Transaction } from '../database/connection.ts';
import { notFound, type Problem, Refusal } from '../http/refusal.ts';
import { callbackUrlProblem } from './callback-url.ts';
import { type Callback, type CallbackView, callbackView, type Delivery } from './callback-view.ts';
import type { EndPhase } from './payload.ts';
import { nonceBytes, sealingKey, sealSecret } from './sealed-secret.ts';
import * as store from './store.ts';

export interface CallbackOrder extends Omit<store.NewCallback, 'sealedSecret'> {
  /** Checked by checkUrl. */
  readonly url: string;
  readonly secret: string | null;
}

/** The outbox: what a publish needs of callbacks, all of it in the publish's own transactions. */
export interface CallbackOperations {
  /** S56: null where the address may be asked for. */
  checkUrl(url: string, path: string): Problem | null;
  /** Keeps the order, in the transaction that takes the publish. */
  order(trx: Transaction, order: CallbackOrder): Promise<void>;
  /** Makes the callback due, in the transaction that ends the publish. Nothing happens where none was ordered. */
  publishEnded(trx: Transaction, publishId: string, phase: EndPhase): Promise<void>;
  /** S114: null where none was ordered. */
  viewOf(db: Database | Transaction, publishId: string): Promise<CallbackView | null>;
  /** N46: sends the newest callback of a project again, whatever became of it. Throws 404 and 400 refusals. */
  redeliver(owner: store.ProjectOwner): Promise<CallbackView>;
  /** N46: the tries of the newest callback, newest first. Throws a 404 refusal. */
  listDeliveries(owner: store.ProjectOwner): Promise<Delivery[]>;
}

/** As many tries as ten redeliveries make. */
const maxListedDeliveries = 40;

const notReady = (): Refusal =>
  new Refusal('bad_request', {
    code: 'CALLBACK_NOT_READY',
    message: 'The callback is not sent yet, or is being sent. Wait until the publish has ended, then ask again.',
  });

export const callbackOperations = ({
  db: database,
  allow,
  farmSecret,
}: {
  readonly db: Database;
  readonly allow: EgressAllow;
  readonly farmSecret: string;
}): CallbackOperations => {
  const key = sealingKey(farmSecret);
  const newest = async (owner: store.ProjectOwner): Promise<Callback> => {
    const callback = await store.findNewestCallback(database, owner);
    if (callback === null) throw notFound('callback');
    return callback;
  };
  return {
    checkUrl(url, path) {
      const problem = callbackUrlProblem(url, allow);
      return problem === null ? null : { path, ...problem };
    },
    order: (trx, { secret, ...order }) =>
      store.putCallback(trx, {
        ...order,
        sealedSecret: secret === null ? null : sealSecret(key, randomBytes(nonceBytes), order.publishId, secret),
      }),
    async publishEnded(trx, publishId, phase) {
      await store.makeDue(trx, publishId, phase);
    },
    async viewOf(db, publishId) {
      const callback = await store.findCallback(db, publishId);
      return callback === null ? null : callbackView(callback);
    },
    async redeliver(owner) {
      const started = await store.startOver(database, (await newest(owner)).publishId);
      if (started === null) throw notReady();
      return callbackView(started);
    },
    listDeliveries: async (owner) =>
      store.listDeliveries(database, (await newest(owner)).publishId, maxListedDeliveries),
  };
};

import { addressClass } from '@reelyard/shared/egress/address-class.ts';
import type { EgressAllow } from '@reelyard/shared/egress/egress-allow.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { PageAddressPolicy } from '../brands/page-address.ts';
import { captureCompletions } from '../captures/completions.ts';
import { type CaptureRecordDeps, captureRecords } from '../captures/operations/capture-records.ts';
import { captureSweeper, type SweepCapturesDeps } from '../captures/operations/sweep-captures.ts';
import { type CaptureDeps, captureOperations } from '../captures/operations.ts';
import { captureRoutes } from '../captures/routes.ts';

/** Which pages the farm's browsers may be sent to. */
export const pageAddresses = (allow: EgressAllow): PageAddressPolicy => ({
  allow,
  isPublicAddress: (address) => addressClass(address) === 'public',
});

export interface CaptureParts
  extends Omit<CaptureDeps, 'records' | 'accounts' | 'objects'>,
    Pick<SweepCapturesDeps, 'onFault'> {
  readonly accounts: CaptureDeps['accounts'] & CaptureRecordDeps['accounts'];
  readonly credits: CaptureRecordDeps['credits'];
  readonly usage: CaptureRecordDeps['usage'];
  readonly objects: CaptureDeps['objects'] & SweepCapturesDeps['objects'];
  readonly addresses: PageAddressPolicy;
  /** Aborts when the control plane stops. */
  readonly closing: AbortSignal;
}

const sweepEveryMs = 15_000;

/** Captures of web pages: what their jobs mean, what callers may ask, and the sweep, which runs from now on. */
export const composeCaptures = (parts: CaptureParts) => {
  const { db, objects, accounts, credits, usage, cancelBatch, addresses, closing, onFault } = parts;
  const records = captureRecords({ accounts, credits, usage });
  const captures = captureOperations({ ...parts, records });
  const sweeper = captureSweeper({ db, objects, records, cancelBatch, everyMs: sweepEveryMs, onFault });
  sweeper.start();
  const routes: FastifyPluginAsync = captureRoutes({ captures, addresses, closing });
  return { completions: captureCompletions({ records }), routes, sweeper };
};

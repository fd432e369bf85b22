const freeSeconds = 300;
const blockSeconds = 300;

/** N49: the first five minutes are free, then every started five minutes are one credit. */
export const browsePrice = (seconds: number): number => Math.max(0, Math.ceil((seconds - freeSeconds) / blockSeconds));

/** N53: the longest session that this many credits pay for; one second more begins a block that they do not. */
export const affordableSeconds = (credits: number): number => freeSeconds + Math.max(0, credits) * blockSeconds;

/**
 * Telling a job that kills its process from a process that was killed.
 *
 * A dead process leaves nothing but the leases it held. Where one job alone ran, or one was being watched, the death is
 * put down to it; where several ran, to none of them, but all are suspects from then on. Suspects run again one at a time,
 * each watched for a while before the next one starts, longer each time it was there at a death; other work goes on
 * beside them. A run that ends by itself, even in failure, clears its job.
 *
 * Somebody who kills the process at any moment can hit the same job alone more than once. So from the second kill on a
 * job has to wait until the process has lived for a while without it. A job that is the cause kills the next process as
 * soon as it may run; for one that is not, it grows ever less likely to be hit again.
 */

/** How long a process must have lived before a job that killed 0, 1, 2, … processes runs in it. */
const quietMs = [0, 0, 1_000, 4_000, 10_000, 30_000];

/** A job with so many kills is given up. */
export const killLimit = quietMs.length;

/** The greatest number of kills a job may have to be run by a process of this age. */
export function allowedKills(processAgeMs: number): number {
  return quietMs.findLastIndex((leastMs) => leastMs <= processAgeMs);
}

/** How long a suspect is watched before the next one starts. */
export function watchMs(suspected: number): number {
  return Math.min(1_000 * 2 ** Math.min(suspected - 1, 10), 30_000);
}

import type { Reading } from '../reading.ts';
import { alignClocks } from './align-clocks.ts';
import { chooseClock } from './choose-clock.ts';
import { clockFindings, isOff } from './clock-findings.ts';
import { gatherSightings } from './gather-sightings.ts';
import { familyOf } from './log-family.ts';
import { pairClocks } from './pair-clocks.ts';
import { toldOnce } from './told-once.ts';

/**
 * Puts the documents of a reading on one clock where events that stand in several of them prove how theirs differ, and
 * says so. `folder` is the reading's folder.
 */
export async function compareClocks(reading: Reading, folder: string, signal: AbortSignal): Promise<Reading> {
  const gathered = await gatherSightings(folder, reading.documents, signal);
  const { compared, sightings } = gathered;
  const isZoned = (index: number) => compared[index]!.namesZone === true;
  const clock = chooseClock(compared, pairClocks(compared, sightings), isZoned);
  if (!clock) return alignClocks(reading, new Map());
  const { findings, facts } = clockFindings(gathered, clock, isZoned);
  const offsets = new Map<string, number>();
  const ofFamily = new Map<string, number>();
  for (const tied of clock.tied) {
    const { name, clock: kind } = compared[tied.document]!;
    if (kind === 'boot') offsets.set(name, tied.offsetMs);
    else if (isOff(tied)) {
      offsets.set(name, tied.offsetMs);
      ofFamily.set(familyOf(name), tied.offsetMs);
    }
  }
  // The pieces of a rotated log were written by one clock.
  const isTied = new Set(
    [clock.reference, ...clock.tied.map(({ document }) => document)].map((at) => compared[at]!.name),
  );
  for (const { name, clock: kind } of reading.documents) {
    const offset = ofFamily.get(familyOf(name));
    if (offset !== undefined && kind === 'absolute' && !isTied.has(name)) offsets.set(name, offset);
  }
  const aligned = alignClocks(reading, offsets);
  const bootTimes = new Map([...offsets].filter(([name]) => isBoot(reading, name)));
  const told = toldOnce(aligned.findings, bootTimes);
  return { ...aligned, findings: [...told, ...findings], facts: { ...aligned.facts, ...facts } };
}

function isBoot({ documents }: Reading, name: string): boolean {
  return documents.find((document) => document.name === name)?.clock === 'boot';
}

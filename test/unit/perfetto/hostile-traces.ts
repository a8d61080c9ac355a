import { expect } from 'vitest';
import { createDice, mutate } from '../../support/mutate.ts';
import { readTraceFile, sureness } from './read-trace-file.ts';
import { traceSeeds } from './trace-seeds.ts';

/** Reads damaged, random and spiteful inputs: none may throw or cite lines that are not there. */
export async function readHostileTraces(runs: number): Promise<void> {
  const dice = createDice(20_260_101);
  for (let run = 0; run < runs; run++) {
    const seed = traceSeeds[run % traceSeeds.length]!;
    const bytes = run % 10 === 9 ? Buffer.from(Array.from({ length: dice(400) }, () => dice(256))) : mutate(seed, dice);
    const sure = sureness(bytes);
    expect(sure >= 0 && sure <= 1).toBe(true);
    const { reading, lines } = await readTraceFile(bytes);
    expect(reading.trace!.processes).toBeGreaterThanOrEqual(0);
    for (const { evidence } of reading.findings)
      for (const { lineStart, lineEnd } of evidence) {
        expect(lineStart).toBeGreaterThan(0);
        expect(lineEnd).toBeLessThanOrEqual(lines.length);
      }
  }
}

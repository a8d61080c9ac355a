import { expect, it } from 'vitest';
import { createMetricGatherer } from '#service/formats/log/metrics.ts';

/** Names and units of what is measured in lines of one wording, whose `#` is a number that grows. */
function measuredIn(wording: string): string[] {
  const gatherer = createMetricGatherer();
  for (let n = 1; n <= 20; n++) gatherer.add(wording.replaceAll('#', String(n * 10)), n, n * 1000);
  return gatherer.series('a.log').map(({ name, unit }) => `${name} ${unit}`.trim());
}

it.each([
  ['call to pricing timed out after # ms', ['call to pricing timed out after ms']],
  ['job refresh-reviews finished in # ms', ['finished in ms']],
  ['spool file size #.2 GB', ['spool file size GB']],
  ['search products took #ms', ['search products took ms']],
  ['memory_usage_mb: # queue depth # of 400', ['memory_usage_mb MB', 'queue depth']],
  ['{"heapUsed":#,"openFiles":#}', ['heapused', 'openfiles']],
  ['cpu=#% lag=#.5s', ['cpu %', 'lag s']],
  ['GET /api/v1/carts 200 in # ms', ['in ms']],
])('names what %s measures', (wording, names) => {
  expect(measuredIn(wording)).toEqual(names);
});

it.each([
  'attempt # of 500',
  'payload # accepted, uploaded # remembered #',
  'listening on port #, thread_id=#, timestamp=#',
  'found # users in # rooms',
])('takes no number of %s for a measure', (wording) => {
  expect(measuredIn(wording)).toEqual([]);
});

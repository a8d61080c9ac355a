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

it.each([
  ['[gc] heap after collection # MB of 4096 MB', 'heap after collection MB'],
  ['rss of worker is now # KB', 'rss of worker KB'],
])('draws what the words before a number with a unit name, and finds nothing in it: %s', (wording, name) => {
  expect(measuredIn(wording)).toEqual([]);
  const gatherer = createMetricGatherer();
  for (let n = 1; n <= 20; n++) gatherer.add(wording.replaceAll('#', String(n * 10)), n, n * 1000);
  expect(gatherer.seriesBySource('a.log').map((series) => `${series.name} ${series.unit}`)).toEqual([name]);
});

it('keeps the numbers of few sources apart where these differ, and only there', () => {
  const gatherer = createMetricGatherer();
  for (let minute = 0; minute < 60; minute++) {
    for (const [service, heap, delay] of [
      ['thumbs', 200 + minute * 50, 5 + (minute % 3)],
      ['auth', 300, 5 + ((minute + 1) % 3)],
    ] as const) {
      gatherer.add(
        `{"service.name": "${service}", "message": "stats", "heap_used_mb": ${heap}, "delay_ms": ${delay}}`,
        minute,
        minute * 60_000,
      );
    }
  }
  expect(gatherer.seriesBySource('x').map(({ name, points }) => [name, points.length])).toEqual([
    ['heap_used_mb of thumbs', 60],
    ['heap_used_mb of auth', 60],
    ['delay_ms', 120],
  ]);
});

it('does not keep apart the numbers of very many sources', () => {
  const gatherer = createMetricGatherer();
  for (let at = 0; at < 400; at++) gatherer.add(`host=h${at % 20} latency_ms=${at % 20}`, at, at * 1000);
  expect(gatherer.seriesBySource('x').map(({ name }) => name)).toEqual(['latency_ms']);
});

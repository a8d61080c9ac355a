import { expect, test } from 'vitest';
import { createMetrics } from '#core/metrics.ts';

test('prints counters by label and gauges as they are when asked', async () => {
  const metrics = createMetrics();
  let depth = 3;
  metrics.gauge('queue_jobs', 'Jobs that wait.', () => depth);
  metrics.gauge('disk_bytes', 'Bytes in use.', async () => 12);
  const runs = metrics.counter('runs_total', 'Runs.');
  runs.add({ kind: 'a' });
  runs.add({ kind: 'a' }, 2);
  metrics.counter('runs_total', 'Runs.').add({ kind: 'b' });
  metrics.counter('starts_total', 'Starts.').add();
  depth = 4;
  expect(await metrics.render()).toMatchInlineSnapshot(`
    "# HELP runs_total Runs.
    # TYPE runs_total counter
    runs_total{kind="a"} 3
    runs_total{kind="b"} 1
    # HELP starts_total Starts.
    # TYPE starts_total counter
    starts_total 1
    # HELP queue_jobs Jobs that wait.
    # TYPE queue_jobs gauge
    queue_jobs 4
    # HELP disk_bytes Bytes in use.
    # TYPE disk_bytes gauge
    disk_bytes 12
    "
  `);
});

test('a label cannot break out of its quotes', async () => {
  const metrics = createMetrics();
  metrics.counter('c_total', 'C.').add({ name: 'a"b\\c\nd' });
  expect(await metrics.render()).toContain('c_total{name="a\\"b\\\\c\\nd"} 1\n');
});

import { expect, it } from 'vitest';
import { perfetto } from '../../../src/service/formats/perfetto/format.ts';
import { readTraceFile, sureness } from './read-trace-file.ts';

const event = (ph: string, ts: number, more: object = {}) => ({
  ph,
  ts,
  pid: 1,
  tid: 2,
  name: 'work',
  cat: 'c',
  ...more,
});
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

it('reads Chrome JSON, in an object or as a bare list', async () => {
  const events = [
    event('B', 10),
    event('E', 30),
    event('X', 40, { dur: 5 }),
    event('i', 50, { s: 't' }),
    event('b', 60, { id: '0x1' }),
    event('e', 70, { id: '0x1' }),
    event('C', 80, { args: { depth: 4 } }),
    event('s', 90, { id: 1 }),
    event('M', 0, { name: 'process_name', args: { name: 'browser' } }),
  ];
  for (const file of [json({ traceEvents: events, metadata: { a: [1] } }), json(events)]) {
    expect(sureness(file)).toBeGreaterThan(0.9);
    const { reading, lines } = await readTraceFile(file);
    expect(reading.trace).toEqual({ processes: 2, threads: 3, slices: 4, unreadSources: [] });
    expect(lines[0]).toBe('[    0.000010000] browser 1 › thread 2 begin work [c]');
  }
});

it('reads a list that was never closed', async () => {
  const file = Buffer.from(
    `[${JSON.stringify(event('X', 1, { dur: 1 }))},\n${JSON.stringify(event('X', 5, { dur: 1 }))},\n`,
  );
  const { reading } = await readTraceFile(file);
  expect(reading.trace?.slices).toBe(2);
  expect(reading.unread).toEqual([]);
});

it('keeps overlapping slices beside each other', async () => {
  const { reading } = await readTraceFile(json([event('X', 0, { dur: 10 }), event('X', 5, { dur: 10 })]));
  expect(reading.trace?.slices).toBe(2);
});

it('is not taken in by brackets and quotes in names', async () => {
  const { reading } = await readTraceFile(
    json({ traceEvents: [event('X', 0, { dur: 1, name: 'a"}]{[\\' }), event('X', 9, { dur: 1 })] }),
  );
  expect(reading.trace?.slices).toBe(2);
});

it('takes ids, times and scopes as loosely as they are written', async () => {
  const { reading } = await readTraceFile(
    json([
      // Without a thread, or with thread 0, it is the process's own.
      event('X', 1, { tid: 0, dur: 1 }),
      { ph: 'X', ts: '2.5', dur: '1', pid: 1, name: 'text' },
      event('instant', 5, { s: 'x' }),
      event('b', 6, { id: '' }),
      event('e', 7, { id: '' }),
      event('b', 8, { id: 1.5 }),
      event('X', 9, { pid: -4, tid: 7e12, dur: 1 }),
    ]),
  );
  // 1 and -4, which counts as 0; the thread numbers 1, 2, and 0 of process 0.
  expect(reading.trace).toEqual({ processes: 3, threads: 4, slices: 5, unreadSources: [] });
});

it('nests what begins and ends at the same fraction of a microsecond', async () => {
  const { reading } = await readTraceFile(
    json([event('X', 1.001, { dur: 2.002, name: 'outer' }), event('X', 1.001, { dur: 2.002, name: 'inner' })]),
  );
  expect(reading.trace?.slices).toBe(2);
  expect(reading.unread).toEqual([]);
});

it('reads the kernel trace that Chrome put beside its events, in one order of time', async () => {
  const { reading, lines } = await readTraceFile(
    json({
      traceEvents: [event('X', 50_260_549_500, { dur: 1, name: 'later' })],
      systemTraceEvents: '# tracer: nop\n  app-300 (300) [000] ...1 50260.549000: tracing_mark_write: B|300|first\n',
    }),
  );
  expect(lines[0]).toContain('begin first');
  expect(lines[1]).toContain('slice later');
  expect(reading.trace).toMatchObject({ slices: 2 });
});

it('takes samples of the script engine as threads, and says that they are not read', async () => {
  const piece = (samples: number[]) => event('P', 1, { id: '0x1', args: { data: { cpuProfile: { samples } } } });
  const { reading } = await readTraceFile(json([piece([]), event('X', 1, { pid: 9, tid: 9, dur: 1 })]));
  expect(reading.trace).toMatchObject({ processes: 2, threads: 2, unreadSources: ['v8_cpu_profile'] });
  const sampled = await readTraceFile(json([piece([1])]));
  expect(sampled.reading.trace).toMatchObject({ processes: 2, threads: 3 });
});

it('leaves other JSON alone', () => {
  expect(sureness(json({ name: 'x', version: '1', dependencies: {} }))).toBe(0);
  expect(sureness(json([{ ts: 1, level: 'info', pid: 3, msg: 'hello' }]))).toBe(0);
});

const systrace = `# tracer: nop
#
#           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION
     Binder_1-210   (  200) [001] d..3 50260.548481: sched_waking: comm=app pid=300 prio=120 target_cpu=001
          app-300   (  300) [000] ...1 50260.549000: tracing_mark_write: B|300|inflate
          app-300   (  300) [000] ...1 50260.749000: tracing_mark_write: E|300
          app-300   (  300) [000] d..3 50260.750000: sched_switch: prev_comm=app prev_pid=300 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120
`;

it('reads the kernel trace as text, also from the page that systrace makes', async () => {
  const page = `<!DOCTYPE html>\n<html><body>\n  <script class="trace-data" type="application/text">\n${systrace}  </script>\n</body></html>\n`;
  for (const text of [systrace, page]) {
    const file = Buffer.from(text);
    expect(sureness(file)).toBeGreaterThan(0.9);
    const { reading, lines } = await readTraceFile(file);
    expect(reading.trace).toEqual({ processes: 3, threads: 4, slices: 1, unreadSources: [] });
    expect(lines[1]).toBe('[50260.549000000] process 300 › app 300 begin inflate');
    expect(reading.findings.map(({ rule }) => rule)).toContain('trace.blocked-main-thread');
  }
});

it('finds the trace at the end of a page whose viewer is long', async () => {
  const lines = Array.from(
    { length: 1500 },
    (_, index) => `  app-300 (  300) [000] ...1 50260.${100_000 + index}: tracing_mark_write: I|300|tick`,
  );
  const page = `<!DOCTYPE html>\n<html><head><script>\n${'var x = 1;\n'.repeat(40_000)}</script></head>\n<script class="trace-data" type="application/text">\n# tracer: nop\n${lines.join('\n')}\n</script></html>\n`;
  const bytes = Buffer.from(page);
  const sample = {
    name: 'a.html',
    sizeBytes: bytes.length,
    head: bytes.subarray(0, 262_144),
    tail: bytes.subarray(-65_536),
  };
  expect(perfetto.detect(sample)).toBeGreaterThan(0.9);
  const { reading } = await readTraceFile(bytes);
  expect(reading.trace).toEqual({ processes: 2, threads: 2, slices: 1500, unreadSources: [] });
  expect(reading.unread).toEqual([]);
});

import { expect, it } from 'vitest';
import {
  clockSnapshot,
  compressed,
  type Field,
  ftrace,
  print,
  processTree,
  threadTrack,
  traceFile,
  trackEvent,
  types,
} from './build-trace.ts';
import { readTraceFile } from './read-trace-file.ts';

const ms = 1_000_000;

it('counts processes and threads with the idle one, and slices that begin, end, or never end', async () => {
  const { reading, lines } = await readTraceFile(
    traceFile(
      threadTrack(1, 5, 7, 'worker'),
      trackEvent(1000, 1, types.begin, 'outer'),
      trackEvent(2000, 1, types.instant, 'mark'),
      trackEvent(3000, 1, types.end),
      trackEvent(4000, 1, types.begin, 'open'),
      trackEvent(5000, 1, types.end, 'another'),
      trackEvent(6000, 2, types.end),
    ),
  );
  expect(reading.trace).toEqual({ processes: 2, threads: 3, slices: 3, unreadSources: [] });
  expect(lines).toEqual([
    '[    0.000001000] process 5 › worker 7 begin outer',
    '[    0.000002000] process 5 › worker 7 instant mark',
    '[    0.000003000] process 5 › worker 7 end outer after 2 µs',
    '[    0.000004000] process 5 › worker 7 begin open',
  ]);
});

it('puts events of several writers into the order of time', async () => {
  const { lines } = await readTraceFile(
    traceFile(
      threadTrack(1, 5, 5, 'main'),
      trackEvent(9000, 1, types.instant, 'late'),
      ftrace(0, print(2000, 5, 'B|5|early\n')),
    ),
  );
  expect(lines.map((line) => line.slice(-5))).toEqual(['early', ' late']);
});

it('drops what leans on packets that were lost', async () => {
  const needing = (name: string): Field[] => [
    [8, 1000],
    [10, 4],
    [13, 2],
    [
      11,
      [
        [9, 3],
        [11, 0],
        [23, name],
      ],
    ],
  ];
  const cleared: Field[] = [
    [10, 4],
    [41, 1],
  ];
  const lossy: Field[] = [
    [10, 4],
    [42, 1],
  ];
  const { reading } = await readTraceFile(
    traceFile(needing('before'), cleared, needing('kept'), lossy, needing('after the loss')),
  );
  expect(reading.trace?.slices).toBe(1);
  expect(reading.unread.join()).toContain('2 packets depend on lost ones');
});

it('reads names that are told once and referred to after, and compressed packets', async () => {
  const named: Field[] = [
    [8, 1000],
    [10, 3],
    [41, 1],
    [
      12,
      [
        [
          2,
          [
            [1, 8],
            [2, 'interned'],
          ],
        ],
      ],
    ],
    [
      11,
      [
        [9, 3],
        [10, 8],
        [11, 0],
      ],
    ],
  ];
  const { reading, lines } = await readTraceFile(traceFile(compressed(named)));
  expect(reading.trace?.slices).toBe(1);
  expect(lines[0]).toContain('instant interned');
});

it('reads slices, tracks and counters that programs print into the kernel trace', async () => {
  const { reading, lines } = await readTraceFile(
    traceFile(
      processTree({ pid: 40, name: 'com.example.app', threads: [{ tid: 41, name: 'RenderThread' }] }),
      ftrace(
        0,
        print(1 * ms, 41, 'B|40|draw\n'),
        print(2 * ms, 41, 'E|40\n'),
        print(3 * ms, 41, 'S|40|fetch|1\n'),
        print(4 * ms, 41, 'S|40|fetch|1\n'),
        print(5 * ms, 40, 'F|40|fetch|1\n'),
        print(6 * ms, 40, 'G|40|states|on|7\n'),
        print(7 * ms, 40, 'H|40|states|7\n'),
        print(8 * ms, 40, 'N|40|states|blip\n'),
        print(9 * ms, 40, 'I|40|tick\n'),
        print(10 * ms, 40, 'C|40|queue|3\n'),
        print(11 * ms, 40, 'only words\n'),
      ),
    ),
  );
  expect(reading.trace).toEqual({ processes: 2, threads: 3, slices: 5, unreadSources: [] });
  expect(lines[0]).toBe('[    0.001000000] com.example.app 40 › RenderThread 41 begin draw');
  expect(lines.at(-2)).toContain('counter queue = 3');
});

it('gives a pid that is used again to a new process', async () => {
  const fork = (timeNs: number, tid: number) => ({
    timeNs,
    tid: 1,
    field: 235,
    fields: [
      [1, tid],
      [2, 'child'],
    ] as Field[],
  });
  const free = (timeNs: number, tid: number) => ({ timeNs, tid: 1, field: 240, fields: [[2, tid]] as Field[] });
  const { reading } = await readTraceFile(traceFile(ftrace(0, fork(1, 50), free(2, 50), fork(3, 50))));
  expect(reading.trace).toMatchObject({ processes: 3, threads: 4 });
});

it('names the sources of slices that it does not read', async () => {
  const interrupt = { timeNs: 1, tid: 3, field: 36, fields: [[1, 9]] as Field[] };
  const { reading } = await readTraceFile(traceFile(ftrace(0, interrupt)));
  expect(reading.trace).toMatchObject({ slices: 0, unreadSources: ['irq'] });
});

it('tells absolute times where the trace relates its clock to the calendar', async () => {
  const startNs = BigInt(Date.UTC(2026, 0, 2, 3, 4, 5)) * 1_000_000n;
  const { reading, lines } = await readTraceFile(
    traceFile(clockSnapshot(1_000_000_000n, startNs), trackEvent(1_500_000_000, 0, types.instant, 'hello')),
  );
  expect(lines[0]).toMatch(/^2026-01-02T03:04:05\.500000Z /);
  expect(reading.documents[0]).toMatchObject({
    clock: 'absolute',
    firstTimeMs: Date.UTC(2026, 0, 2, 3, 4, 5, 500),
    fileType: 'perfetto',
    name: 'a.pftrace#events',
  });
});

it('blames the slice that kept the main thread busy and cites where it began', async () => {
  const { reading, lines } = await readTraceFile(
    traceFile(
      processTree({ pid: 40, name: 'com.example.app' }),
      ftrace(0, print(100 * ms, 40, 'B|40|loadDatabase\n'), print(1900 * ms, 40, 'E|40\n')),
    ),
  );
  expect(reading.findings[0]).toMatchObject({
    rule: 'trace.blocked-main-thread',
    title: 'main thread of com.example.app 40 busy for 1.8 s in loadDatabase',
    severity: 'error',
    evidence: [{ document: 'a.pftrace#events', lineStart: 1, lineEnd: 1 }],
  });
  expect(lines[0]).toContain('begin loadDatabase');
});

it('says what a main thread hung in when the trace ended', async () => {
  const { reading } = await readTraceFile(
    traceFile(
      processTree({ pid: 40, name: 'com.example.app' }),
      ftrace(0, print(100 * ms, 40, 'B|40|waitForLock\n'), print(4100 * ms, 41, 'I|40|tick\n')),
    ),
  );
  expect(reading.findings[0]).toMatchObject({
    title: 'main thread of com.example.app 40 still in waitForLock when the trace ended, after 4 s',
    certainty: 'likely',
  });
});

it('tells late frames, starved threads and killed processes', async () => {
  const switchTo = (timeNs: number, leaving: number, state: number, taking: number) => ({
    timeNs,
    tid: leaving,
    field: 4,
    fields: [
      [2, leaving],
      [4, state],
      [6, taking],
    ] as Field[],
  });
  const { reading } = await readTraceFile(
    traceFile(
      processTree({ pid: 40, name: 'com.example.app' }, { pid: 60, name: 'com.example.victim' }),
      ftrace(
        0,
        print(1 * ms, 40, 'B|40|Choreographer#doFrame 12\n'),
        print(90 * ms, 40, 'E|40\n'),
        switchTo(100 * ms, 40, 0, 60),
        switchTo(400 * ms, 60, 1, 40),
        print(500 * ms, 40, 'C|40|kill_one_process|60\n'),
      ),
    ),
  );
  expect(reading.findings.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['trace.process-killed', 'trace.slow-frame']),
  );
  expect(reading.tables?.['threads by CPU time']?.[0]).toMatchObject({ running_ms: 300 });
});

it('tells who waited long for a processor, and which memory only grows', async () => {
  const switchTo = (timeNs: number, leaving: number, state: number, taking: number) => ({
    timeNs,
    tid: leaving,
    field: 4,
    fields: [
      [2, leaving],
      [4, state],
      [6, taking],
    ] as Field[],
  });
  const samples = Array.from({ length: 40 }, (_, index): Field[] => [
    [8, (index + 1) * 100 * ms],
    [
      9,
      [
        [
          1,
          [
            [1, 60],
            [3, 1000 + index * 500],
          ],
        ],
      ],
    ],
  ]);
  const { reading, lines } = await readTraceFile(
    traceFile(
      processTree({ pid: 40, name: 'com.example.app' }, { pid: 60, name: 'com.example.greedy' }),
      ftrace(0, switchTo(90 * ms, 0, 0, 40), switchTo(100 * ms, 40, 0, 60), switchTo(700 * ms, 60, 1, 40)),
      ...samples,
    ),
  );
  const starved = reading.findings.find(({ rule }) => rule === 'trace.cpu-starvation')!;
  expect(starved.title).toBe(
    'main thread of com.example.app 40 waited 600 ms for a processor while com.example.greedy 60 ran',
  );
  expect(lines[starved.evidence[0]!.lineStart - 1]).toContain('thread 40 (runnable) → com.example.greedy 60');
  const grows = reading.findings.find(({ rule }) => rule === 'trace.counter-grows')!;
  expect(grows.title).toBe('mem.rss of com.example.greedy 60 grows from 1000 KiB to 20 MiB without falling back');
  expect(reading.series[0]).toMatchObject({ name: 'mem.rss of com.example.greedy 60', unit: 'bytes' });
});

it('tells errors that the traced system logged', async () => {
  const log: Field[] = [
    [8, 5 * ms],
    [
      39,
      [
        [
          1,
          [
            [2, 40],
            [3, 41],
            [6, 'Camera'],
            [7, 6],
            [8, 'open failed: -19'],
          ],
        ],
      ],
    ],
  ];
  const { reading, lines } = await readTraceFile(traceFile(log, log));
  expect(reading.findings[0]).toMatchObject({ rule: 'trace.log-error', count: 2 });
  expect(lines[0]).toBe('[    0.005000000] process 40 › thread 41 log error Camera: open failed: -19');
});

it('reads what there is of a file that was cut off, and says so', async () => {
  const whole = traceFile(trackEvent(1000, 0, types.instant, 'one'), trackEvent(2000, 0, types.instant, 'two'));
  const { reading, lines } = await readTraceFile(whole.subarray(0, whole.length - 4));
  expect(lines).toHaveLength(1);
  expect(reading.unread[0]).toContain('the file ends within a packet');
});

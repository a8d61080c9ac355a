import { expect, it } from 'vitest';
import { type Field, ftrace, print, processTree, threadTrack, traceFile, trackEvent, types } from './build-trace.ts';
import { readTraceFile } from './read-trace-file.ts';

/** The idle process and its thread are always there. */
const idle = 1;

async function counts(...packets: Field[][]) {
  const { reading } = await readTraceFile(traceFile(...packets));
  return reading.trace!;
}

const switchTo = (timeNs: number, leaving: number, taking: number, name = '') => ({
  timeNs,
  tid: leaving,
  field: 4,
  fields: [
    [2, leaving],
    [5, name],
    [6, taking],
  ] as Field[],
});

const newTask = (timeNs: number, source: number, tid: number, flags: number) => ({
  timeNs,
  tid: source,
  field: 235,
  fields: [
    [1, tid],
    [2, 'task'],
    [3, flags],
  ] as Field[],
});

const processFree = (timeNs: number, tid: number) => ({
  timeNs,
  tid: 0,
  field: 240,
  fields: [[2, tid]] as Field[],
});

const cloneThread = 0x10000;

it('keeps the process of a reparented child, and gives both parents one of theirs', async () => {
  const tree = (pid: number, parent: number): Field[] => [
    [
      2,
      [
        [
          1,
          [
            [1, pid],
            [2, parent],
            [3, 'child'],
          ],
        ],
      ],
    ],
  ];
  expect(await counts(tree(40, 7), tree(40, 8))).toMatchObject({ processes: idle + 3, threads: idle + 3 });
});

it('puts a packet without a time at that of the latest event before it', async () => {
  const listed: Field[] = processTree({ pid: 50, name: 'late' }).filter(([field]) => field !== 8);
  const recorded = ftrace(0, newTask(10, 1, 50, 0), processFree(20, 50), print(30, 1, 'words'));
  // The process that was listed after it had ended is another one.
  expect(await counts(recorded, listed)).toMatchObject({ processes: idle + 2 });
});

it('knows threads of a process by those they were cloned from, whenever their process is told', async () => {
  const events = ftrace(0, newTask(1, 60, 61, cloneThread), newTask(2, 61, 62, cloneThread));
  const told = [[8, 5], ...processTree({ pid: 60, name: 'app' }).slice(1)] as Field[];
  const { reading } = await readTraceFile(traceFile(events, told));
  const rows = reading.tables?.processes ?? [];
  expect(rows.find(({ process }) => process === 'app 60')).toMatchObject({ threads: 3 });
});

it('lets the kernel name a thread until a better source does', async () => {
  const { lines } = await readTraceFile(
    traceFile(
      threadTrack(1, 5, 7, 'a name of more than fifteen'),
      ftrace(0, switchTo(100, 0, 7, 'a name of more '), print(200, 7, 'I|5|tick\n')),
    ),
  );
  expect(lines.at(-1)).toContain('a name of more than fifteen 7');
});

it('counts the other computer as the trace itself where all packets are its own', async () => {
  const remote = (packet: Field[]): Field[] => [...packet, [98, 3]];
  const tree = processTree({ pid: 9, name: 'guest' });
  expect(await counts(remote(tree))).toMatchObject({ processes: 1 + idle });
  const host = processTree({ pid: 9, name: 'host' });
  expect(await counts(host, remote(tree))).toMatchObject({ processes: 2 + 2 * idle });
});

it('names script engines, memory of graphics, heaps and started applications by their processes', async () => {
  const isolate: Field[] = [
    [10, 2],
    [41, 1],
    [
      12,
      [
        [
          35,
          [
            [1, 1],
            [2, 70],
          ],
        ],
      ],
    ],
    [59, [[99, [[1, 72]]]]],
    [99, [[1, 1]]],
  ];
  const { processes, threads, unreadSources } = await counts(isolate, [[62, [[4, 80]]]], [[131, [[1, 90]]]]);
  expect({ processes, threads }).toEqual({ processes: idle + 3, threads: idle + 4 });
  expect(unreadSources).toEqual(['art_process_metadata', 'v8_code', 'vulkan_memory_event']);
});

it('begins a new life where Android says that the number was given away', async () => {
  const running = (start: number): Field[] => [
    [
      1002,
      [
        [
          1,
          [
            [1, 40],
            [6, 'com.example.app'],
            [7, start],
          ],
        ],
      ],
    ],
  ];
  expect(await counts(running(1), running(1))).toMatchObject({ processes: idle + 1 });
  expect(await counts(running(1), running(2))).toMatchObject({ processes: idle + 2 });
});

it('takes names that Chrome once told as events', async () => {
  const metadata = (name: string, told: string): Field[] => [
    [8, 10],
    [10, 1],
    [
      11,
      [
        [23, name],
        [4, [[6, told]]],
        [
          6,
          [
            [2, 'M'.charCodeAt(0)],
            [18, 5],
            [19, 7],
          ],
        ],
      ],
    ],
  ];
  const descriptor: Field[] = [
    [10, 1],
    [41, 1],
    [
      44,
      [
        [1, 5],
        [2, 7],
      ],
    ],
  ];
  const { lines } = await readTraceFile(
    traceFile(
      descriptor,
      metadata('thread_name', 'CrRendererMain'),
      metadata('process_name', 'Renderer'),
      ftrace(0, print(20, 7, 'I|5|tick\n')),
    ),
  );
  expect(lines.at(-1)).toContain('Renderer 5 › CrRendererMain 7');
});

it('reads kernel events that describe themselves as slices, of threads, processes and others', async () => {
  const field = (name: string, number: number, type: number): Field => [
    2,
    [
      [1, name],
      [3, number],
      [5, type],
    ],
  ];
  const description: Field = [
    11,
    [
      [1, 70_000],
      [
        2,
        [[1, 'my_tracepoint'], field('track_event_type', 1, 13), field('slice_name', 2, 9), field('scope_tgid', 3, 5)],
      ],
    ],
  ];
  const event = (timeNs: number, type: string, name: string): Field => [
    2,
    [
      [1, timeNs],
      [2, 40],
      [
        70_000,
        [
          [1, type.charCodeAt(0)],
          [2, name],
          [3, 900],
        ],
      ],
    ],
  ];
  const bundle: Field[] = [
    [1, [[1, 0], description, event(1, 'B', 'step'), event(2, 'I', 'mark'), event(3, 'E', ''), event(4, 'I', 'end')]],
  ];
  expect(await counts(bundle)).toEqual({
    processes: idle + 1,
    threads: idle + 2,
    slices: 3,
    unreadSources: [],
  });
});

it('names sources that are not read, also those no version knows', async () => {
  const unknownKernel = { timeNs: 1, tid: 3, field: 650, fields: [[1, 9]] as Field[] };
  const { unreadSources } = await counts(
    ftrace(0, unknownKernel),
    [[40, [[1, [[1, 1]]]]]],
    [[777, [[1, 1]]]],
    [[7, [[2, [[1, 1]]]]]],
    trackEvent(5, 0, types.instant, 'x'),
  );
  expect(unreadSources).toEqual(['ftrace_event_650', 'packet_field_777', 'power_rails', 'sys_stats']);
});

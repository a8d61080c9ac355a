import { expect, it } from 'vitest';
import { type Field, ftrace, print, processTree, traceFile } from './build-trace.ts';
import { readTraceFile } from './read-trace-file.ts';

const ms = 1e6;
const app = { pid: 40, name: 'com.example.app', threads: [{ tid: 44, name: 'db' }] };
const greedy = { pid: 60, name: 'com.example.greedy' };

const switchTo = (atMs: number, leaving: number, state: number, taking: number) => ({
  timeNs: atMs * ms,
  tid: leaving,
  field: 4,
  fields: [
    [2, leaving],
    [4, state],
    [6, taking],
  ] as Field[],
});

const waking = (atMs: number, by: number, tid: number) => ({
  timeNs: atMs * ms,
  tid: by,
  field: 20,
  fields: [[2, tid]] as Field[],
});

const mark = (atMs: number, tid: number, text: string) => print(atMs * ms, tid, `${text}\n`);

async function read(...events: ReturnType<typeof print>[]) {
  return await readTraceFile(
    traceFile(processTree(app, greedy), ftrace(0, ...events.sort((a, b) => a.timeNs - b.timeNs))),
  );
}

const frame = (atMs: number, tookMs: number, inner: string, innerMs: number) => [
  mark(atMs, 40, `B|40|Choreographer#doFrame ${1000 + atMs}`),
  mark(atMs + 1, 40, `B|40|${inner}`),
  mark(atMs + 1 + innerMs, 40, 'E|40'),
  mark(atMs + tookMs, 40, 'E|40'),
  mark(atMs + tookMs, 44, `B|40|DrawFrames ${1000 + atMs}`),
  mark(atMs + tookMs + 2, 44, 'E|40'),
];

it('names the owner of the lock that a main thread waits for, and what the owner was at', async () => {
  const { reading, lines } = await read(
    mark(600, 44, 'B|40|query photos'),
    switchTo(610, 0, 0, 40),
    mark(620, 40, 'B|40|bind'),
    mark(621, 40, 'B|40|Lock contention on a monitor lock (owner tid: 44)'),
    switchTo(622, 40, 2, 0),
    mark(2600, 44, 'E|40'),
    switchTo(2620, 0, 0, 40),
    mark(2621, 40, 'E|40'),
    mark(2622, 40, 'E|40'),
  );
  const [first] = reading.findings;
  expect(first).toMatchObject({
    rule: 'trace.blocked-main-thread',
    title:
      'main thread of com.example.app 40 waited 2 s for a lock of com.example.app 40 › db 44, which was in query photos',
    role: 'cause',
    signature: 'blocked main thread: lock held in query photos',
  });
  expect(first!.explanation).toContain('Of 2 s it ran 4 ms, waited 0 ns for a processor and slept the rest.');
  expect(first!.evidence.map(({ lineStart }) => lines[lineStart - 1]!.replace(/^\S+ +/, ''))).toEqual([
    expect.stringContaining('begin bind'),
    expect.stringContaining('begin query photos'),
  ]);
});

it('names the process whose answer a main thread waits for', async () => {
  const { reading } = await read(
    mark(100, 40, 'B|40|binder transaction'),
    mark(110, 60, 'B|60|binder reply'),
    mark(111, 60, 'B|60|scan packages'),
    mark(1880, 60, 'E|60'),
    mark(1890, 60, 'E|60'),
    mark(1900, 40, 'E|40'),
  );
  expect(reading.findings[0]!.title).toMatch(
    /^main thread of com\.example\.app 40 waited 1\.8 s for an answer of com\.example\.greedy 60 .*, which was in scan packages$/,
  );
});

it('counts a frame once, where it starts, and blames what took most of the slow ones', async () => {
  const events = Array.from({ length: 40 }, (_, index) =>
    index % 10 === 3 ? frame(index * 100, 90, 'inflate photo_item.xml', 60) : frame(index * 100, 8, 'traversal', 4),
  );
  const { reading } = await read(...events.flat());
  expect(reading.findings.find(({ rule }) => rule === 'trace.slow-frame')).toMatchObject({
    title:
      '4 of 40 frames took longer than two refreshes of the display, the worst 90 ms, mostly in inflate photo_item.xml',
    role: 'cause',
    certainty: 'likely',
    severity: 'error',
  });
  expect(reading.facts).toMatchObject({ frames: 40, 'slow frames': 4 });
  const course = reading.series.find(({ name }) => name === 'frame time of com.example.app 40')!;
  expect(course.points).toHaveLength(40);
  expect(course.points.filter(({ value }) => value === 90)).toHaveLength(4);
});

it('does not call a stage that every frame goes through the cause of slow frames', async () => {
  const { reading } = await read(...frame(100, 90, 'traversal', 80), ...frame(300, 8, 'traversal', 4));
  expect(reading.findings.find(({ rule }) => rule === 'trace.slow-frame')).toMatchObject({ role: 'symptom' });
});

it('shows the slowest of many frames however many there are', async () => {
  const events = Array.from({ length: 2500 }, (_, index) =>
    frame(index * 100, index === 1777 ? 77 : 8, 'traversal', 4),
  );
  const { reading } = await read(...events.flat());
  const { points } = reading.series[0]!;
  expect(points.length).toBeLessThanOrEqual(2000);
  expect(Math.max(...points.map(({ value }) => value))).toBe(77);
});

it('tells that a main thread stood still for want of a processor, and who had it', async () => {
  const rounds = [0, 1, 2, 3].flatMap((round) => [
    switchTo(1000 * round + 1, 0, 0, 40),
    mark(1000 * round + 2, 40, 'B|40|handleInput'),
    switchTo(1000 * round + 5, 40, 0, 60),
    switchTo(1000 * round + 605, 60, 1, 40),
    mark(1000 * round + 607, 40, 'E|40'),
    switchTo(1000 * round + 610, 40, 1, 0),
  ]);
  const { reading } = await read(...rounds);
  const [first] = reading.findings.filter(({ rule }) => rule === 'trace.cpu-starvation');
  expect(first).toMatchObject({
    title: 'main thread of com.example.app 40 waited 600 ms for a processor while com.example.greedy 60 ran',
    severity: 'error',
    count: 4,
    subjects: ['main thread of com.example.app 40', 'com.example.greedy 60'],
  });
  expect(first!.explanation).toContain('During the longest wait these ran: com.example.greedy 60 600 ms.');
  expect(reading.findings.find(({ rule }) => rule === 'trace.blocked-main-thread')).toMatchObject({
    title: 'main thread of com.example.app 40 took 605 ms for handleInput, 600 ms of it waiting for a processor',
    role: 'symptom',
  });
});

it('tells of a thread that still had no processor when the trace ended', async () => {
  const { reading } = await read(switchTo(100, 0, 0, 40), switchTo(200, 40, 0, 60), mark(2200, 60, 'I|60|tick'));
  expect(reading.findings.find(({ rule }) => rule === 'trace.cpu-starvation')).toMatchObject({
    title:
      'main thread of com.example.app 40 waited 2 s for a processor while com.example.greedy 60 ran and had none when the trace ended',
    certainty: 'likely',
  });
});

it('does not take sleep for waiting when a thread was woken while it ran', async () => {
  const { reading } = await read(
    switchTo(100, 0, 0, 40),
    waking(110, 40, 40),
    switchTo(150, 40, 1, 0),
    waking(1150, 0, 40),
    switchTo(1151, 0, 0, 40),
    switchTo(1200, 40, 1, 0),
  );
  expect(reading.findings).toEqual([]);
  expect(reading.tables?.['threads by CPU time']?.[0]).toMatchObject({
    thread: 'com.example.app 40 › main thread',
    running_ms: 99,
    waiting_ms: 1,
  });
});

it('finds nothing in a trace of even frames', async () => {
  const events = Array.from({ length: 60 }, (_, index) => [
    switchTo(index * 17 + 10, 0, 0, 40),
    ...frame(index * 17 + 11, 8, 'traversal', 4),
    switchTo(index * 17 + 22, 40, 1, 0),
  ]);
  const { reading } = await read(...events.flat());
  expect(reading.findings).toEqual([]);
});

it('does not call a program blocked that nobody waits for', async () => {
  const spans = [
    { ph: 'M', name: 'process_name', pid: 7, tid: 7, args: { name: 'clang-19.1' } },
    { ph: 'X', ts: 0, dur: 4_000_000, pid: 7, tid: 7, name: 'ExecuteCompiler' },
    { ph: 'X', ts: 100, dur: 3_000_000, pid: 7, tid: 7, name: 'Frontend' },
  ];
  const { reading } = await readTraceFile(Buffer.from(JSON.stringify(spans)), 'build.json');
  expect(reading.findings.map(({ rule, role }) => `${rule} ${role}`)).toEqual([
    'trace.long-slice context',
    'trace.long-slice context',
  ]);
  expect(reading.findings[0]!.explanation).toContain('Most of the longest went to Frontend (3 s).');
});

it('tells what kept the main thread of a page busy', async () => {
  const spans = [
    { ph: 'M', name: 'thread_name', pid: 7, tid: 1, args: { name: 'CrRendererMain' } },
    { ph: 'M', name: 'process_name', pid: 7, tid: 1, args: { name: 'Renderer' } },
    { ph: 'X', ts: 0, dur: 350_000, pid: 7, tid: 1, name: 'RunTask' },
    { ph: 'X', ts: 100, dur: 340_000, pid: 7, tid: 1, name: 'FunctionCall' },
  ];
  const { reading } = await readTraceFile(Buffer.from(JSON.stringify(spans)), 'page.json');
  expect(reading.findings[0]!.title).toBe(
    'main thread of Renderer 7 busy for 350 ms in RunTask, mostly in FunctionCall',
  );
});

it('does not take a loop for a stall because it lasts as long as the trace', async () => {
  const turns = Array.from({ length: 60 }, (_, index) => [
    mark(index * 100 + 20, 40, `B|40|turn ${index}`),
    mark(index * 100 + 50, 40, 'E|40'),
  ]);
  const { reading } = await read(mark(10, 40, 'B|40|run'), ...turns.flat());
  expect(reading.findings.filter(({ role }) => role === 'cause')).toEqual([]);
});

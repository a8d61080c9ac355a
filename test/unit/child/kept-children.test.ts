import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type ChildReadingRoomOptions, createChildReadingRoom } from '#node/child-reading-room.ts';
import { createChildSupply } from '#node/child-supply.ts';
import { createKeptChildren } from '#node/kept-children.ts';
import { parseFailure, parseFileType, parseReading } from '#service/child/reading-schema.ts';
import { parseReport } from '#service/child/report-schema.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const children = resolve(import.meta.dirname, '../../fixtures/children');
const program = { entry: join(children, 'counting.ts'), programFolder: children, maxBytes: 512 * 1024 * 1024 };
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

it('has the child that looked at a file read it, and another file read by another child', async () => {
  const { room, path } = roomWith({ maxKept: 2 });
  expect([await room.detect(path('a'), 'a.log'), await room.detect(path('b'), 'b.log')]).toEqual(['log', 'log']);
  expect([await requestsOf(room, path('a')), await requestsOf(room, path('b'))]).toEqual(['2', '2']);
  expect([await requestsOf(room, path('a')), await requestsOf(room, path('c'))]).toEqual(['1', '1']);
});

it('keeps no more of them than it may, the first ones', async () => {
  const { room, path } = roomWith({ maxKept: 1 });
  await room.detect(path('a'), 'a.log');
  await room.detect(path('b'), 'b.log');
  expect([await requestsOf(room, path('b')), await requestsOf(room, path('a'))]).toEqual(['1', '2']);
});

it.each([
  { what: 'is not asked for long', keepMs: 1 },
  { what: 'speaks unasked', keepMs: 600_000 },
])('ends one that $what, and clears its desk', async ({ keepMs }) => {
  const supply = createChildSupply({ ...program, spares: 0 });
  const kept = createKeptChildren({ most: 1, keepMs });
  const path = temporaryFolder().file('upload', 'text\n');
  const child = await supply.take('read');
  const desk = dirname(child.desk.inbox);
  kept.keep(path, child);
  // It answers this, but nobody waits for an answer.
  child.process.tellFirst('{ "type": "detect" }\n');
  expect(await child.process.ended).toMatchObject({ signal: 'SIGKILL' });
  expect(kept.take(path)).toBeUndefined();
  await expect.poll(() => existsSync(desk)).toBe(false);
});

it('ends those it keeps when it closes', async () => {
  const supply = createChildSupply({ ...program, spares: 0 });
  const kept = createKeptChildren({ most: 1, keepMs: 600_000 });
  const child = await supply.take('read');
  kept.keep('/upload', child);
  kept.close();
  expect(await child.process.ended).toMatchObject({ signal: 'SIGKILL' });
});

function roomWith(limits: Partial<ChildReadingRoomOptions>) {
  const folder = temporaryFolder();
  const room = createChildReadingRoom({
    ...program,
    maxChildren: 2,
    maxKept: 0,
    readDeadlineMs: 60_000,
    detectDeadlineMs: 60_000,
    spares: 0,
    parseFileType,
    parseReading,
    parseFailure,
    parseReport,
    ...limits,
  });
  closing.push(room.close);
  return { room, path: (name: string) => folder.file(name, 'text\n') };
}

async function requestsOf(room: ReturnType<typeof createChildReadingRoom>, path: string) {
  const { signal } = new AbortController();
  const result = await room.read({ path, name: 'a.log', folder: `${path}-reading` }, { signal, progress() {} });
  return result.ok ? result.reading.facts.requests : result.failure.message;
}

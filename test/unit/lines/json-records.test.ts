import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { areTimed, recordLines, recordsStart } from '#service/lines/json-records.ts';
import { askLogs } from '../../support/ask-logs.ts';

const events = Array.from({ length: 12 }, (_, at) => ({
  eventTime: `2026-05-12T06:0${at % 10}:00Z`,
  eventName: at % 3 === 0 ? 'PutObject' : 'GetObject',
  user: { name: at % 2 === 0 ? 'ann' : 'bob' },
  note: 'a "quoted" ], \\ and { brace',
  ...(at % 4 === 0 ? { errorCode: 'AccessDenied' } : {}),
}));
const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

async function linesOf(text: string, chunkBytes: number): Promise<string[]> {
  const start = recordsStart(bytes(text));
  if (start === undefined) throw new Error('no list of records');
  const whole = bytes(text);
  async function* chunks() {
    for (let at = 0; at < whole.length; at += chunkBytes) yield whole.subarray(at, at + chunkBytes);
  }
  const lines: Uint8Array[] = [];
  for await (const one of recordLines(chunks(), start)) lines.push(one);
  return Buffer.concat(lines).toString('utf8').trimEnd().split('\n');
}

describe('a list of records in JSON', () => {
  it.each([
    ['of one line', JSON.stringify(events)],
    ['printed over many lines', JSON.stringify(events, null, 2)],
    ['behind a key', JSON.stringify({ Records: events })],
    [
      'behind scalars and before more',
      JSON.stringify({ version: 1, kind: 'List', items: events, next: null }, null, 4),
    ],
    ['behind a byte order mark', `\ufeff${JSON.stringify(events)}`],
  ])('%s is read one record to a line, however its bytes arrive', async (_, text) => {
    for (const chunkBytes of [1, 7, 100_000]) {
      const lines = await linesOf(text, chunkBytes);
      expect(lines.map((line) => JSON.parse(line))).toEqual(events);
    }
  });

  it.each([
    ['records of one to a line', `[\n${events.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`],
    ['JSON lines that begin with a list', `${JSON.stringify({ items: [{ a: 1 }, { a: 2 }] })}\n`.repeat(3)],
    ['a single record', JSON.stringify([events[0]])],
    ['a list of numbers', '[1, 2, 3]'],
    ['no JSON', '[{ not closed'],
  ])('%s is left as it is', (_, text) => {
    expect(recordsStart(bytes(text))).toBeUndefined();
  });

  it('is of events where its records state a time', () => {
    expect(areTimed(bytes(JSON.stringify(events)))).toBe(true);
    expect(areTimed(bytes(JSON.stringify([{ name: 'a' }, { name: 'b' }])))).toBe(false);
  });
});

const printed = [
  ['20m', 'Warning', 'BackOff', 'pod/web-2', 'Back-off restarting failed container'],
  ['10m', 'Normal', 'Pulled', 'pod/web-2', 'Container image already present'],
  ['9m', 'Warning', 'FailedMount', 'pod/api-1', 'MountVolume.SetUp failed for volume "cfg"'],
  ['3m', 'Warning', 'BackOff', 'pod/web-2', 'Back-off restarting failed container'],
].map((cells) => cells.map((cell, at) => cell.padEnd([12, 10, 14, 12, 0][at] ?? 0)).join(''));
const ask = askLogs({
  trail: ['cloudtrail.json', [JSON.stringify({ Records: events })]],
  events: ['events.txt', ['LAST SEEN   TYPE      REASON        OBJECT      MESSAGE', ...printed]],
});

it.each([
  ['trail', 'how many events were denied?', /\b3 lines/],
  ['trail', 'most frequent event', /GetObject: 8 lines/],
  ['events', 'how many warnings are there?', /\b3 lines/],
  ['events', 'what is the most common warning reason?', /BackOff: 2 lines/],
])('answers of %s: %s', async (log, question, expected) => {
  expect((await ask(log, question)).headline).toMatch(expected);
});

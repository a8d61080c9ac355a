import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 4, 2, 6, 0, second)).toISOString();
const till = [
  `${at(0)} INFO  Till - opened by clerk 4`,
  `${at(1)} ERROR Card - reader did not answer within 900 ms`,
  `${at(2)} ERROR Card - reader did not answer within 1200 ms`,
  `${at(3)} WARN  Till - drawer left open`,
  `${at(4)} ERROR Print - out of paper`,
  `${at(5)} ERROR Card - reader did not answer within 950 ms`,
];
const copies = Array.from({ length: 24 }, (_, index) => {
  const isFailed = index % 8 === 3;
  const end = isFailed ? `failed after ${index} s: tape is full` : `finished in ${index + 40} s`;
  return `May  2 0${Math.floor(index / 6)}:${10 + index}:00 safe copyd[77]: copy set-${index % 3} ${end}`;
});
const gates = Array.from({ length: 60 }, (_, index) => {
  const event = index % 5 === 0 ? 'exit' : index % 2 === 0 ? 'entry' : 'check';
  return `${at(index)} gate=${index % 3 === 0 ? 'NORTH' : 'SOUTH'} event=${event} rssi=${-40 - index} zone=${index % 4}`;
});
const fatal = [
  `${at(0)} INFO  Shop - opened`,
  `${at(1)} FATAL Shop - out of memory`,
  `${at(2)} FATAL Shop - out of memory`,
];
const mixed = [...fatal, `${at(3)} ERROR Shop - card refused`];
const ask = askLogs({
  fatal: ['fatal.log', fatal],
  mixed: ['mixed.log', mixed],
  till: ['till.log', till],
  copies: ['copies.log', copies],
  gates: ['gates.log', gates],
});

it.each(['Which errors occurred?', 'what error happened?', 'what errors did we get', 'list all errors'])(
  'lists errors by what their lines say: %s',
  async (question) => {
    const { headline, answer } = await ask('till', question);
    expect(headline).toContain('CONFIRMED: 4 lines with level error, of 2 kinds');
    expect(answer).toMatch(/reader did not answer within 900 ms \(3 times\)\. out of paper \(1 time\)/);
  },
);

it.each(['what is the most common error?', 'most frequent error', 'which error is most frequent?'])(
  'names the kind that comes most often: %s',
  async (question) => {
    expect((await ask('till', question)).headline).toMatch(/reader did not answer within # ms: 3 lines/);
  },
);

it('names several where several are asked for', async () => {
  expect((await ask('till', 'top errors')).headline).toMatch(
    /reader did not answer within # ms \(3\), out of paper \(1\)/,
  );
});

it('counts kinds, in a span of time too', async () => {
  expect((await ask('till', 'errors by count')).headline).toMatch(/within # ms: 3; out of paper: 1/);
  expect((await ask('till', 'how many different errors were there?')).headline).toMatch(/\b2 different/);
  expect((await ask('till', 'what errors happened after 06:00:03?')).headline).toContain('2 lines');
  expect((await ask('till', 'what warnings occurred?')).headline).toContain('1 line with level warning');
});

it('takes failures for errors where lines have no level, and says that it may be', async () => {
  expect((await ask('copies', 'which errors occurred?')).headline).toMatch(/LIKELY: 3 lines with outcome failed/);
});

it('counts the entries that a field names, and all lines where those are asked for', async () => {
  expect((await ask('gates', 'how many entries were there?')).headline).toMatch(/24 lines/);
  expect((await ask('gates', 'how many entries at gate NORTH?')).headline).toMatch(/\b8 lines/);
  expect((await ask('gates', 'how many log entries are there?')).headline).toContain('60 lines');
});

it('takes the lowest of a signal for the worst', async () => {
  expect((await ask('gates', 'what was the worst rssi?')).headline).toContain('CONFIRMED: -99 is the lowest rssi');
  expect((await ask('gates', 'best rssi?')).headline).toContain('-40 is the highest rssi');
  expect((await ask('gates', 'worst zone')).headline).not.toContain('CONFIRMED');
});

it('gives a mean for each group, and reads English behind the grammar of a query', async () => {
  expect((await ask('gates', 'average rssi per gate?')).headline).toMatch(
    /NORTH: -[\d.]+; SOUTH: -[\d.]+|SOUTH: .*NORTH: /,
  );
  expect((await ask('gates', 'count of exits with gate=NORTH')).headline).toContain('4 lines');
  expect((await ask('gates', 'count of exits with gates=NORTH')).headline).toContain('gates is not in this file');
});

it('says where worse than errors is not counted, and takes it for errors where there is nothing else', async () => {
  const { headline, answer } = await ask('mixed', 'how many errors?');
  expect(headline).toContain('LIKELY: 1 line with level error');
  expect(answer).toContain('Lines with level critical are not counted');
  expect((await ask('fatal', 'any errors?')).headline).toContain('LIKELY: Yes: 2 lines with level critical');
  expect((await ask('fatal', 'how many lines with level error?')).headline).toContain('None');
  expect((await ask('fatal', 'top 3 warnings')).headline).toContain('None: no line with level warning');
});

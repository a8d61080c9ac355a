import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const ovens = ['KX-1', 'KX-2', 'KX-3', 'KX-4'];
const people = ['ada', 'boris', 'chen.li'];
const at = (minute: number, second = 0) =>
  `2026-03-02 ${String(6 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:${String(second).padStart(2, '0')}`;

/** Batches that ovens fire for people: every fifth is spoilt, never on KX-4 and never for ada but once. */
const firings = Array.from({ length: 60 }, (_, index) => {
  const [oven, person] = [ovens[index % 4] ?? '', people[index % 3] ?? ''];
  const isSpoilt = index % 5 === 0 && oven !== 'KX-4' && (person !== 'ada' || index === 0);
  const start = `${at(index * 4)} INFO  Batch x${7100 + index} started on ${oven} by ${person}`;
  const end = isSpoilt
    ? `${at(index * 4, 50)} ERROR Batch x${7100 + index} on ${oven} spoilt, ordered by ${person}: glaze cracked`
    : `${at(index * 4, 50)} INFO  Batch x${7100 + index} on ${oven} fired, ordered by ${person}, ${20 + (index % 9)} pieces`;
  return [start, end];
}).flat();
const spoilt = (name: string) => firings.filter((line) => line.includes('spoilt') && line.includes(name)).length;
const outages = [
  `${at(30)} ERROR KX-1 not answering: door open`,
  `${at(41)} INFO  KX-1 answering again`,
  `${at(90)} ERROR KX-3 not answering: fuse blown`,
  `${at(99)} INFO  KX-3 answering again`,
  `${at(150)} ERROR KX-1 not answering: door open`,
  `${at(158)} INFO  KX-1 answering again`,
];
const kilns = [...firings, ...outages].toSorted((a, b) => a.slice(0, 19).localeCompare(b.slice(0, 19)));
const ask = askLogs({ kilns: ['kilns.log', kilns] });

it.each([
  ['Which ovens never dropped out?', /KX-2.*KX-4.* were never down/],
  ['How many failed batches were there per oven?', new RegExp(`KX-1: ${spoilt('KX-1')}\\b`)],
  ['Which oven had the most outages?', /KX-1: 2/],
  ['Which technician had the most failed batches?', /boris|chen\.li/],
])('knows what takes part in a batch by the names of its trade: %s', async (question, expected) => {
  const { headline, verdict } = await ask('kilns', question);
  expect(headline).toMatch(expected);
  expect(verdict).not.toBe('INCONCLUSIVE');
});

it('is not sure of a name that no line has', async () => {
  expect((await ask('kilns', 'How many failed batches were there per oven?')).verdict).toBe('LIKELY');
});

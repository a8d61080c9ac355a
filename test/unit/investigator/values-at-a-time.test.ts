import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

/** In a zone where the day began before that of UTC did. */
const at = (second: number) =>
  `2026-10-14T06:${String(30 + Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}+0900`;
const nodes = ['ulm-1', 'ulm-2', 'graz-1', 'graz-2'];
const readings = Array.from({ length: 32 }, (_, index): [number, string] => [
  index * 10 + 3,
  `INFO gauge - node ${nodes[index % 4]} used_mem=${40 + index}% write_mb_s=${10 + index}`,
]);
const changes: [number, string][] = [
  [100, 'INFO conf - setting changed key=max_links old=200 new=350 by=mara'],
  [200, 'INFO conf - setting changed key=max_links old=350 new=90 by=jon'],
];
/** Numbered by seven hexadecimal digits, of which some have no letter. */
const links = Array.from({ length: 16 }, (_, index): [number, string][] => {
  const id = ((index * 7_654_321 + 1_234_567) % 0x10000000).toString(16).padStart(7, '0').slice(0, 7);
  const end = index % 4 === 3 ? `link ${id} dropped on ${nodes[index % 4]}: key expired` : `link ${id} closed`;
  return [
    [index * 20, `INFO ike - link ${id} opened on ${nodes[index % 4]}`],
    [index * 20 + 15, `${index % 4 === 3 ? 'WARN' : 'INFO'} ike - ${end}`],
  ];
}).flat();
const open: [number, string] = [330, 'INFO ike - link 0abc12f opened on ulm-1'];
const gateway = [...readings, ...changes, ...links, open]
  .sort(([one], [other]) => one - other)
  .map(([second, text]) => `${at(second)} ${text}`);

const ask = askLogs({ gateway: ['gateway.log', gateway] });

it.each([
  ['how many lines are there between 06:31:01 and 06:31:58?', /: 12 lines/],
  ['what was the memory use of ulm-2 at 06:31:40?', /: 49 % is the last used_mem/],
  ['how much was used_mem of graz-1 at 06:32:04', /: 50 % is the last used_mem/],
  ['how many memory use readings were above 60?', /: 11 lines/],
  ['what was max_links changed to at 06:31:40?', /: 350/],
  ['max_links went to 90, who did that?', /: jon/],
  ['when was max_links set to 90?', /: 2026-10-14 06:33:20/],
  ['how many links dropped?', /: 4 links/],
  ['list the different reasons for dropped links', /: key expired/],
  ['which links have no outcome at all?', /: 0abc12f\b/],
  ['which node handled link 171399a?', /: graz-2/],
  ['what was the average duration of the links that closed?', /: 15 s/],
  ['which node had the most dropped links?', /: graz-2: 4 links/],
])('%s', async (question, expected) => {
  expect((await ask('gateway', question)).answer).toMatch(expected);
});

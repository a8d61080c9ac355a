import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 4, 6, 7, 0, second)).toISOString().slice(0, 19);

/** Ten batches, one each two minutes; the third takes longest, so that it is still fired when the fourth begins. */
const kilns = Array.from({ length: 10 }, (_, at) => at)
  .flatMap((at) => {
    const [kiln, begin, length] = [at < 6 ? 'kiln-A' : 'kiln-B', at * 120, at === 2 ? 200 : 60 + at];
    const end = at % 5 === 4 ? `spoiled on ${kiln}: glaze crack` : `fired on ${kiln}`;
    return [
      { at: begin, text: `INFO kiln: batch BT-50${at} opened on ${kiln}` },
      { at: begin + length, text: `${at % 5 === 4 ? 'ERROR' : 'INFO'} kiln: batch BT-50${at} ${end}` },
    ];
  })
  .sort((a, b) => a.at - b.at)
  .map(({ at, text }) => `${clock(at)} ${text}`);

const ask = askLogs({ kilns: ['kilns.log', kilns] });

it.each([
  ['did BT-502 and BT-503 overlap?', 'Yes: for 1 min 3 s'],
  ['were BT-500 and BT-501 in progress at the same time?', 'No'],
  ['how many more batches were opened on kiln-A than on kiln-B?', 'kiln-A, by 2: 6 against 4'],
  ['first line to last line, how much time is that?', '19 min'],
  ['at 07:04:30, how many batches had begun but not ended?', '1 of 10'],
  ['batches open at 07:06:30: how many', '2 of 10'],
  ['which batch needed the most time?', 'BT-502'],
  ['top 2 kilns by batches opened', 'kiln-A (6), kiln-B (4)'],
  ['BT-504 - did it fail?', 'Yes'],
  ['for which reasons did batches go wrong, and how often each?', 'glaze crack: 2'],
])('"%s" is told as %s', async (question, headline) => {
  expect((await ask('kilns', question)).headline.replaceAll('`', '')).toContain(headline);
});

it('names what was done where no line tells of it', async () => {
  const told = await ask('kilns', 'how many batches were catalogued?');
  expect(told.verdict).toBe('INCONCLUSIVE');
});

import { describe, expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const at = (second: number) => new Date(Date.UTC(2026, 6, 7, 4, 0, second)).toISOString();
const reasons = ['valve stuck', 'tank empty'];
/** Of 40 runs on five lines every fifth is cut off; how many runs a line has depends on its number. */
const lineOf = (run: number) => `line-${[1, 1, 1, 1, 2, 2, 2, 3, 3, 4][run % 10]}`;
const runs = Array.from({ length: 40 }, (_, run): [number, string][] => [
  [run * 60, `INFO filler: filling F-${300 + run} opened on ${lineOf(run)}`],
  run % 5 === 4
    ? [run * 60 + 20 + run, `WARN filler: filling F-${300 + run} broken off: ${reasons[run % 2]}`]
    : [run * 60 + 20 + run, `INFO filler: filling F-${300 + run} closed`],
]).flat();
const outages: [number, string][] = [
  [100, 'ERROR io: sensor px-1 lost'],
  [400, 'ERROR io: sensor px-2 lost'],
  [700, 'INFO io: sensor px-1 back'],
  [1000, 'INFO io: sensor px-2 back'],
  [1500, 'ERROR io: sensor px-3 lost'],
  [1600, 'INFO io: sensor px-3 back'],
];
const settings: [number, string][] = [
  [300, 'INFO admin: tunable fill_level 50=>60 via console'],
  [1200, 'INFO admin: tunable fill_level 60=>75 via script'],
  [1300, 'INFO admin: tunable night_mode quiet=>loud via console'],
];
const lines = [...runs, ...outages, ...settings]
  .sort(([a], [b]) => a - b)
  .map(([second, said]) => `${at(second)} ${said}`);

const ask = askLogs({ filler: ['filler.log', lines] });

describe('questions as people type them in a chat', () => {
  it.each([
    // So many of them, and how many of each.
    ['top 3 lines by fillings opened', ['line-1', 'line-2', 'line-3']],
    ['for which reasons were fillings broken off, and how often each?', ['tank empty: 4', 'valve stuck: 4']],
    // Whatever came of them.
    // At the same time.
    ['was there a moment with both px-1 and px-2 out of order?', ['Yes']],
    ['was there a moment with both px-1 and px-3 out of order?', ['No']],
    // Between one and the next.
    ['what was the longest time between two successive fillings that were broken off?', ['5 min']],
    // A mistake in the noun.
    ['how many filllings were broken off?', ['8']],
    // Settings by their words, as they were and are.
    ['what is the fill level set to at the end?', ['75']],
    ['what was the original value of the night mode?', ['quiet']],
    // How they came out, in words of no line.
    ['how many fillings went wrong?', ['8']],
    ['what share of the fillings ended well?', ['80 %']],
    // Times.
    ['in the 04:00 to 04:09 slot, how many fillings were opened?', ['10']],
  ])('are answered: %s', async (question, answers) => {
    const { verdict, headline } = await ask('filler', question);
    expect(verdict).not.toBe('INCONCLUSIVE');
    for (const answer of answers) expect(headline).toContain(answer);
  });
});

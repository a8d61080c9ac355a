import { describe, expect, it } from 'vitest';
import type { DocumentInfo } from '../../../src/service/formats/reading.ts';
import { timeWordsOf } from '../../../src/service/investigator/answer/times.ts';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { openDocuments } from '../../../src/service/investigator/evidence/open-documents.ts';
import { parseQuestion } from '../../../src/service/investigator/question/parse-question.ts';
import { settleTimes } from '../../../src/service/investigator/question/settle-times.ts';
import { timesIn, windowIn } from '../../../src/service/investigator/question/times-asked.ts';
import { textFile } from './text-document.ts';

const twoDays = {
  clock: 'absolute',
  firstTimeMs: Date.UTC(2026, 10, 19, 20),
  lastTimeMs: Date.UTC(2026, 10, 20, 22),
} as DocumentInfo;

function windowOf(question: string, info = twoDays): string | undefined {
  const [asked] = timesIn(question).times;
  const window = asked && windowIn(asked, info);
  const iso = (ms: number) => new Date(ms).toISOString().slice(5, 16);
  return window && `${iso(window.fromMs)} ${iso(window.toMs)}`;
}

describe('days and months', () => {
  const spring = {
    clock: 'absolute',
    firstTimeMs: Date.UTC(2026, 2, 20),
    lastTimeMs: Date.UTC(2026, 4, 12),
  } as DocumentInfo;
  it.each([
    ['how many power failures did we have in april?', '04-01T00:00 05-01T00:00'],
    ['what happened on the 3rd?', '04-03T00:00 04-04T00:00'],
    ['the highest value on 04/05/2026', '04-05T00:00 04-06T00:00'],
    ['the highest value on 25-04-2026', '04-25T00:00 04-26T00:00'],
  ])('%s', (question, expected) => {
    expect(windowOf(question, spring)).toBe(expected);
  });

  it('takes a date in figures for the day of the lines that write it so', async () => {
    const { file, openLines } = textFile({ 'app.log': '2026-05-04T10:00:00 run of 04/05/2026 done\n' });
    await using documents = openDocuments([file], openLines);
    const { times } = await settleTimes(parseQuestion('how many runs on 04/05/2026?'), documents);
    expect(times[0]?.day).toEqual({ year: 2026, month: 5, date: 4 });
  });
});

describe('times in words', () => {
  it.each([
    ['since about 2pm the gateway fails', '11-20T13:50 11-20T22:00'],
    ['unusable around 3am', '11-20T02:45 11-20T03:15'],
    ['it fell over at six in the evening for a few min', '11-20T17:45 11-20T18:15'],
    ['what happened at half past two?', '11-20T02:25 11-20T02:35'],
    ['between noon and 1', '11-20T12:00 11-20T13:00'],
    ['between 2 and 3 pm', '11-20T14:00 11-20T15:00'],
    ['from 14h30 to 15h', '11-20T14:30 11-20T15:00'],
    ['Fehler um 14 Uhr', '11-20T13:55 11-20T14:05'],
    ['last night', '11-19T21:00 11-20T06:00'],
    ['in the last half hour', '11-20T21:30 11-20T22:00'],
    ['minute 10 to 20', '11-19T20:10 11-19T20:20'],
    ['between 100 and 200 seconds', '11-19T20:01 11-19T20:03'],
    ['on Friday', '11-20T00:00 11-20T22:00'],
    ['yesterday at 23:00', '11-19T22:55 11-19T23:05'],
    ['on 20.11. at 9 o’clock'.replace('’', "'"), '11-20T08:55 11-20T09:05'],
    ['errors 9:00-10:00', '11-20T09:00 11-20T10:00'],
    ['why slow 14:00-14:30?', '11-20T14:00 11-20T14:30'],
    ['at 2026-11-20 09:00:00-05:00', '11-20T13:55 11-20T14:05'],
    ['at 09:00+02:00', '11-20T06:55 11-20T07:05'],
    ['at 8:30 pm CET', '11-20T19:25 11-20T19:35'],
  ])('%s', (question, window) => expect(windowOf(question)).toBe(window));

  it.each([
    'the last 5 errors',
    'took 12 ms at 10.0.0.1:8080',
    'top 10 of 5',
    '2 to 4 retries',
    'before 12 requests',
    '30 % at 5 MB',
  ])('no time: %s', (question) => expect(timesIn(question).times).toEqual([]));

  it('leaves no word of a time to be looked for', () => {
    expect(timesIn('db fell over at six in the evening').rest).toBe('db fell over');
    expect(timesIn('top 3 ips from 9:00-10:00').rest).toBe('top 3 ips');
  });

  it('leaves both sides of a time in a comparison', () => {
    expect(parseQuestion('compare before and after 14:00').times).toEqual([]);
    expect(parseQuestion('which errors came after 14:00?').times).toHaveLength(1);
  });

  it.each([
    ['the car lost drive at about 37 min', 'boot', 37 * 60_000],
    ['what happened at T+00:37:12?', 'boot', (37 * 60 + 12) * 1000],
    ['server laggy since about half past eight', 'day', 20.5 * 3_600_000],
    ['what was at 20:30', 'day', 20.5 * 3_600_000],
  ])('%s, of lines that tell no date', (question, kind, momentMs) => {
    const info = {
      clock: 'boot',
      ...(kind === 'day' ? { isTimeOfDay: true, firstTimeMs: 18 * 3_600_000 } : { firstTimeMs: 0 }),
      lastTimeMs: 23 * 3_600_000,
    } as DocumentInfo;
    const window = windowIn(timesIn(question).times[0]!, info)!;
    expect(window.fromMs).toBeLessThanOrEqual(momentMs);
    expect(window.toMs).toBeGreaterThanOrEqual(momentMs);
    expect(window.fromMs).toBeGreaterThan(momentMs - 20 * 60_000);
  });

  it.each(['the job took about 37 min', 'for about 20 min nothing worked', 'every 5 minutes'])(
    'no moment: %s',
    (question) => expect(timesIn(question).times).toEqual([]),
  );

  it('tells times without a date, and times since boot, as people read them', () => {
    const day = timeWordsOf({ clock: 'boot', isTimeOfDay: true, firstTimeMs: 64_801_000, lastTimeMs: 90_000_000 });
    expect(day.at(73_272_000)).toBe('20:21:12');
    expect(day.span(73_272_000, 87_000_000)).toBe('20:21:12 to day 2, 00:10:00');
    const boot = timeWordsOf({ clock: 'boot', firstTimeMs: 0, lastTimeMs: 9_000_000 });
    expect(boot.at(2_232_004)).toBe('37 min 12.004 s after boot');
    expect(boot.span(1500, 4_000_000)).toBe('1.500 s to 1 h 6 min 40.000 s after boot');
  });

  it('takes an afternoon where the file has no such night', () => {
    const info = { ...twoDays, firstTimeMs: Date.UTC(2026, 10, 20, 12) } as DocumentInfo;
    expect(windowOf('at half past two', info)).toBe('11-20T14:25 11-20T14:35');
  });
});

it('reads an hour as the lines print it, and a time told by an event of the file', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => {
    const stamp = `2026-05-04T14:${String(at).padStart(2, '0')}:00+02:00`;
    if (at === 30) return `${stamp} INFO rollout of shop 2.4.0 finished`;
    return at > 30 && at < 36 ? `${stamp} ERROR shop: price missing` : `${stamp} INFO shop: order taken`;
  });
  const { file, openLines } = textFile({ 'shop.log': lines.join('\n') });
  const ask = async (question: string) => {
    const request = { files: [file], mode: 'quick' as const, budgetMs: 20_000, signal: new AbortController().signal };
    return (await createInvestigator({ openLines })({ ...request, question }, () => {})).answer;
  };
  expect(await ask('how many errors between 14:32 and 14:34?')).toContain('3 failing lines');
  expect(await ask('how many errors before the deploy?')).toContain('0 failing lines');
  expect(await ask('how many errors after the deploy?')).toContain('5 failing lines');
});

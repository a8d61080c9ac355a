import { createAsker, exactly, winnerOf } from './phrase.ts';
import type { Asked, Happening, Stage } from './world.ts';

/** Questions about the whole file: its lines, its times, its silences, its last minutes. */
export function wholeFile(
  { random, clock, tells }: Stage,
  all: readonly Happening[],
  lines: { low: number; high: number },
): readonly Asked[] {
  const sorted = all.toSorted((a, b) => a.timeMs - b.timeMs);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { asked, ask } = createAsker(random);
  const zone = { offsetMinutes: clock.offsetMinutes, ...(clock.zeroMs === undefined ? {} : { zeroMs: clock.zeroMs }) };
  const time = (timeMs: number) => ({ kind: 'time', timeMs, ...zone }) as const;
  ask('count', { kind: 'number', ...lines }, [
    'how many lines does this log have?',
    'how many lines are in the file?',
    'number of lines?',
    'how long is the log in lines?',
    'count all lines',
  ]);
  ask('first', time(first.timeMs), [
    'when does the log start?',
    'when does the log begin?',
    'what is the time of the first line?',
    'at what time does this file start?',
    'first timestamp?',
  ]);
  ask('last', time(last.timeMs), [
    'when does the log end?',
    'what is the time of the last line?',
    'at what time does the file end?',
    'last timestamp in the file?',
  ]);
  ask('duration', { kind: 'duration', ms: last.timeMs - first.timeMs }, [
    'how long a time does the log cover?',
    'what time span does the log cover?',
    'how much time does this file cover?',
    'how long is the period covered by the log?',
  ]);
  const gaps = sorted
    .slice(1)
    .map((one, index) => ({ ms: one.timeMs - (sorted[index]?.timeMs ?? 0), fromMs: sorted[index]?.timeMs ?? 0 }))
    .sort((a, b) => b.ms - a.ms);
  const [longest, second] = gaps;
  if (longest !== undefined && longest.ms > (second?.ms ?? 0) + 3000) {
    ask('gap', { kind: 'duration', ms: longest.ms }, [
      'what is the longest gap between two lines?',
      'how long was the longest silence in the log?',
      'longest time without any line?',
      'how long is the biggest gap in the log?',
    ]);
    ask('gap', time(longest.fromMs), [
      'when does the longest gap begin?',
      'when did the longest silence start?',
      'after which time is nothing logged for the longest time?',
    ]);
  }
  if (tells.source) {
    const top = winnerOf(
      new Map([...Map.groupBy(all, ({ source }) => source)].map(([source, lines]) => [source, lines.length])),
    );
    const sources = [...new Set(all.map(({ source }) => source))];
    if (top !== undefined && sources.length > 1)
      ask('most', { kind: 'names', names: [top], others: sources.filter((source) => source !== top) }, [
        'which component wrote the most lines?',
        'who logs the most?',
        'which program writes most of the lines?',
        'top source by number of lines?',
      ]);
  }
  const minutes = random.pick([5, 10, 15]);
  const words = { 5: 'five', 10: 'ten', 15: 'fifteen' }[minutes] ?? '';
  const isClear = (edgeMs: number) => all.every(({ timeMs }) => Math.abs(timeMs - edgeMs) > 1500);
  if (tells.level) {
    const errors = sorted.filter(({ level }) => level === 'error');
    const [late, early] = [last.timeMs - minutes * 60_000, first.timeMs + minutes * 60_000];
    if (isClear(late) && late > first.timeMs)
      ask(
        'window',
        exactly(errors.filter(({ timeMs }) => timeMs > late).length),
        [
          'how many errors in the last {minutes} minutes?',
          'how many errors were logged in the last {words} minutes?',
          'number of errors during the last {minutes} min?',
        ],
        { minutes, words },
      );
    if (isClear(early) && early < last.timeMs)
      ask(
        'window',
        exactly(errors.filter(({ timeMs }) => timeMs < early).length),
        [
          'how many errors in the first {minutes} minutes?',
          'how many errors were there in the first {words} minutes?',
          'number of errors during the first {minutes} minutes of the log?',
        ],
        { minutes, words },
      );
    const perHour = winnerOf(
      new Map(
        [...Map.groupBy(errors, ({ timeMs }) => Math.floor((timeMs + clock.offsetMinutes * 60_000) / 3_600_000))].map(
          ([hour, group]) => [`${hour}`, group.length],
        ),
      ),
      1,
    );
    if (perHour !== undefined && clock.zeroMs === undefined)
      ask('when', time(Number(perHour) * 3_600_000 - clock.offsetMinutes * 60_000), [
        'in which hour were the most errors?',
        'which hour had the most errors?',
        'what hour of the day had most errors?',
      ]);
    const hours = (last.timeMs - first.timeMs) / 3_600_000;
    if (errors.length > 10 && hours > 1.5)
      ask('rate', { kind: 'number', low: (errors.length / hours) * 0.9, high: (errors.length / hours) * 1.1 }, [
        'how many errors per hour on average?',
        'average number of errors per hour?',
        'on average, how many errors were there per hour?',
        'errors per hour on average?',
      ]);
  }
  return asked;
}

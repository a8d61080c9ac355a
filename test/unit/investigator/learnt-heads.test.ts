import { describe, expect, it } from 'vitest';
import { levelIn } from '../../../src/service/investigator/facts/levels.ts';
import { readRow } from '../../../src/service/investigator/facts/row.ts';
import { layoutOf, layoutOfHeads } from '../../../src/service/lines/layouts/line-layout.ts';
import { askLogs } from '../../support/ask-logs.ts';

const events = [
  { letter: 'I', word: 'info', java: 'INFO', program: 'press', said: 'sheet 4471 fed to drum-3' },
  { letter: 'W', word: 'warn', java: 'WARNING', program: 'ink.pump', said: 'ink low, 12 ml left' },
  { letter: 'I', word: 'info', java: 'INFO', program: 'ink.pump', said: 'refilled in 41 s' },
  { letter: 'E', word: 'error', java: 'SEVERE', program: 'feeder', said: 'sheet 4472 jammed: tray open' },
  { letter: 'D', word: 'debug', java: 'FINE', program: 'press', said: 'drum speed=240 rpm' },
] as const;
const levels = { I: 'info', W: 'warning', E: 'error', D: 'debug' } as const;

interface Event {
  letter: keyof typeof levels;
  word: string;
  java: string;
  program: string;
  said: string;
  host: string;
  /** Of one day: "10:00:07". */
  time: string;
}

const day: readonly Event[] = Array.from({ length: 60 }, (_, index) => {
  const [minute, second] = [Math.floor((index * 7) / 60), (index * 7) % 60];
  const time = `10:${String(minute).padStart(2, '0')}:${String(second).padStart(2, '0')}`;
  return { ...(events[index % events.length] ?? events[0]), host: `print-${index % 3}`, time };
});

const styles: Record<string, (one: Event) => string> = {
  'program before the time': ({ time, word, program, said }) =>
    `${program} [13/Sep/2026:${time} +0530] ${word}: ${said}`,
  'level behind the program': ({ time, word, program, said }) =>
    `[13/Sep/2026:${time} +0000] ${program}: ${word}: ${said}`,
  'compact time and a tag': ({ time, letter, program, said }) =>
    `20260913-${time.replaceAll(':', '')}.088 ${letter}/${program} ${said}`,
  'level and program in one word': ({ time, word, program, said }) => `<${time}.120> ${program}/${word}: ${said}`,
  'program at a machine': ({ time, word, host, program, said }) =>
    `2026-09-13 ${time} ${program}@${host} ${word}: ${said}`,
  'a letter behind the time': ({ time, letter, program, said }) =>
    `2026-09-13 ${time},120 ${letter} ${program}: ${said}`,
  'a letter behind a program': ({ time, letter, program, said }) => `2026-09-13T${time}Z ${program} ${letter} ${said}`,
  'a letter before the time': ({ time, letter, program, said }) =>
    `${letter} 2026-09-13 ${time}.120 ${program}: ${said}`,
  'letters in brackets': ({ time, letter, program, said }) => `[2026-09-13 ${time}][${letter}][${program}] ${said}`,
  'a machine before a letter': ({ time, letter, host, program, said }) =>
    `2026-09-13 ${time} ${host} ${letter} ${program}: ${said}`,
  'round brackets': ({ time, word, program, said }) => `2026-09-13 ${time} (${program}) ${word}: ${said}`,
  braces: ({ time, word, program, said }) => `2026-09-13 ${time} {${program}} ${word.toUpperCase()}: ${said}`,
  dashes: ({ time, word, program, said }) => `2026-09-13 ${time} -- ${word.toUpperCase()} -- ${program}: ${said}`,
  bars: ({ time, word, program, said }) => `2026-09-13 ${time}.120|${word.toUpperCase()}|${program}|${said}`,
  'bars and letters': ({ time, letter, program, said }) => `2026-09-13 ${time}.120|${letter}|${program}|${said}`,
  'tabs and a place in the code': ({ time, word, program, said }) =>
    `2026-09-13T${time}.120Z\t${word.toUpperCase()}\t${program}\tpress/main.go:41\t${said}`,
  'java.util.logging on one line': ({ time, java, program, said }) =>
    `13-Sep-2026 ${time}.120 ${java} [main] org.print.${program === 'ink.pump' ? 'ink.Pump' : program}.Unit.run ${said}`,
  'the line of the code, and a thread': ({ time, word, program, said }) =>
    `2026-09-13 ${time} ${word.toUpperCase().padEnd(5)} ${program}:64 [pool-2-thr-3] ${said}`,
  'numbers of events in a column': ({ time, word, program, said }) =>
    `2026-09-13 ${time}  ${word.toUpperCase().padEnd(11)}  ${program.padEnd(13)}  1029  ${said}`,
  'processes by number': ({ time, word, program, said }) => `2026/09/13 ${time} [${word}] 4312#3: ${program}: ${said}`,
  'processes of Erlang': ({ time, word, program, said }) =>
    `2026-09-13 ${time}.120456+00:00 [${word}] <0.214.0> ${program}: ${said}`,
  'level of the program behind a daemon': ({ time, word, host, program, said }) =>
    `Sep 13 ${time} ${host} ${program}[411]: ${word.toUpperCase()}: ${said}`,
  'process and thread behind the program': ({ time, word, program, said }) =>
    `${word.toUpperCase()} 2026-09-13 ${time},120 ${program} 8547 ${program === 'press' ? 'main' : 'pool-2-thr-3'} ${said}`,
  'a machine behind the program': ({ time, word, host, program, said }) =>
    `[2026-09-13T${time},450][${word.toUpperCase().padEnd(5)}][${program}] [${host}] ${said}`,
  'thread and level in one word': ({ time, word, program, said }) =>
    `[${time}] [Main thread/${word.toUpperCase()}]: ${program}: ${said}`,
  Ruby: ({ time, letter, word, program, said }) =>
    `${letter}, [2026-09-13T${time}.120456 #4312] ${word.toUpperCase().padStart(5)} -- ${program}: ${said}`,
};

const source = (row: ReturnType<typeof readRow>) => String(row.values.get('source')).toLowerCase();

describe.each(Object.entries(styles))('lines with %s', (_, style) => {
  const lines = day.map(style);
  const layout = layoutOf(lines) ?? layoutOfHeads(lines);

  it('tell level, program and words', () => {
    for (const [at, { letter, program, said }] of day.entries()) {
      const line = lines[at] ?? '';
      const row = readRow(line, layout);
      expect({ level: levelIn(line, layout), said: row.message }).toEqual({ level: levels[letter], said });
      expect(source(row)).toContain(program);
    }
  });
});

const ask = askLogs(
  Object.fromEntries(
    Object.entries(styles).map(([name, style]) => {
      // A trace below the record it belongs to.
      const lines = day.flatMap((one) =>
        one.letter === 'E' ? [style(one), 'print.JamError: tray open'] : [style(one)],
      );
      return [name, ['press.log', lines]];
    }),
  ),
);

it.each(Object.keys(styles))('counts by level and program, %s', async (style) => {
  expect((await ask(style, 'how many errors?')).headline).toMatch(/\b12 lines/);
  expect((await ask(style, 'when was the last warning?')).headline).toMatch(/10:06:32/);
});

it.each([
  ['a word that begins most sentences', (index: number) => `INFO sheet ${index} fed`],
  ['a thing the sentence is about', (index: number) => `INFO drum-${index % 3} stopped after ${index} sheets`],
  ['an id', (index: number) => `INFO [order-${7000 + index}] placed at ${index}`],
])('takes %s for no program', (_, said) => {
  const lines = Array.from({ length: 20 }, (__, index) => `2026-03-04T08:00:${index + 10}Z ${said(index)}`);
  expect(layoutOfHeads(lines)?.head?.(lines[0] ?? '')?.source).toBeUndefined();
});

it('takes no first word of a sentence for the program of the others', () => {
  const lines = day.map((one) => `2026-09-13 ${one.time} INFO ${one.program}: ${one.said}`);
  const head = layoutOfHeads(lines)?.head;
  expect(head?.(lines[0] ?? '')?.source).toBe('press');
  expect(head?.('2026-09-13 10:30:00 INFO rollout of press 2.4 finished')).toBeUndefined();
});

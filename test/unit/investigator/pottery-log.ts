import { logOf, type MadeLine, once, series } from './made-log.ts';

const kilns = ['graz-2', 'oslo-4', 'lyon-6', 'kiel-3'];
const potters = ['dione', 'atlas', 'hermes', 'rhea'];
const stops: readonly (readonly [from: string, to: string, kiln: string])[] = [
  ['07:10:00', '07:30:00', 'oslo-4'],
  ['08:05:00', '08:45:00', 'lyon-6'],
  ['08:30:00', '08:50:00', 'oslo-4'],
  ['09:15:00', '09:25:00', 'kiel-3'],
];

/** Each kiln is called by its town, who it is for has no noun, and the reason follows whom it was for. */
export function pottery(): string {
  const kiln = (index: number) => kilns[index % 4];
  const potter = (index: number) => potters[(index * 3) % 5] ?? 'dione';
  const isBad = (index: number) => index % 9 === 4;
  const done = (index: number) =>
    isBad(index)
      ? `ERROR Batch ${4000 + index} of ${potter(index)} to ${kiln(index)} aborted: ${index % 2 === 0 ? 'cracked tile' : 'low gas'}`
      : `INFO Batch ${4000 + index} of ${potter(index)} to ${kiln(index)} finished, ${20 + (index % 7)} pots baked`;
  const lost = (from: string, to: string, name: string): MadeLine[] => [
    ...once(from, `ERROR ${name} is not heated any more: low gas`),
    ...once(to, `INFO ${name} heated again`),
  ];
  return logOf(
    ...kilns.map((name, index) => once(`06:00:0${index}`, `INFO ${name} heated at startup`)),
    series(
      '06:01',
      120,
      110_000,
      (index) => `INFO Batch ${4000 + index} of ${potter(index)} to ${kiln(index)} started`,
    ),
    series('06:02', 120, 110_000, done),
    series('06:30', 40, 300_000, (index) => `INFO ${kilns[index % 3]}: shelf holds ${10 + index} pots`),
    ...stops.map(([from, to, name]) => lost(from, to, name)),
  );
}

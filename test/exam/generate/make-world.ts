import { accessStyles } from './access-styles.ts';
import { noise } from './noise.ts';
import { createRandom, type Random } from './random.ts';
import { type Style, styles } from './styles.ts';
import { accessThemes, deviceThemes, themes, together } from './themes.ts';
import { wholeFile } from './themes-file.ts';
import { unknowns } from './themes-unknown.ts';
import { type Asked, createClock, floorTo, type Happening, type Law, type Stage } from './world.ts';

export interface MadeLog {
  name: string;
  style: string;
  text: string;
}

/** A log whose truth is known, what can be asked about it, and the same log told otherwise. */
export interface World {
  seed: number;
  log: MadeLog;
  asked: readonly Asked[];
  /** Those of them that other lines in the file do not touch. */
  askedOfParts: readonly Asked[];
  laws: readonly Law[];
  /** With lines among it that nothing is asked about. */
  withNoise: MadeLog;
  /** With other names; `renamed` says which. */
  withOtherNames: MadeLog;
  renamed: ReadonlyMap<string, string>;
}

export function makeWorld(seed: number): World {
  const random = createRandom(seed);
  const isAccess = random.chance(0.15);
  const style = random.pick(isAccess ? accessStyles : styles)(random.fork('style'));
  const stage = stageOf(random, style);
  const fitting = isAccess ? accessThemes : style.isRelative ? deviceThemes : themes;
  const chosen = together([...new Set(random.some(fitting, random.int(1, 2)))]);
  const made = [...chosen, unknowns].map((theme) => theme({ ...stage, random: random.fork(theme.name) }));
  const happenings = made.flatMap((part) => part.happenings);
  const loudness = isAccess ? 0 : random.pick([0, 0.5, 1, 3]);
  const around = noise(
    { ...stage, random: random.fork('noise') },
    Math.round(Math.min(400, happenings.length * loudness)),
  );
  const all = [...happenings, ...around];
  const more = isAccess ? [] : noise({ ...stage, random: random.fork('more noise') }, 60, 3);
  const renamed = new Map(made.flatMap(({ names }) => names.map((name) => [name, otherName(name)] as const)));
  const log = write(style, all);
  const askedOfParts = made.flatMap(({ asked }) => asked);
  return {
    seed,
    log,
    askedOfParts,
    asked: [...askedOfParts, ...wholeFile({ ...stage, random: random.fork('file') }, all, linesOf(log, style))],
    laws: made.flatMap(({ laws }) => laws),
    withNoise: write(style, [...all, ...more]),
    withOtherNames: { ...log, text: rename(log.text, renamed) },
    renamed,
  };
}

/** A heading may be counted as a line or not. */
function linesOf({ text }: MadeLog, { header }: Style): { low: number; high: number } {
  const high = text.split('\n').length - 1;
  return { low: high - (header?.split('\n').length ?? 0), high };
}

function stageOf(random: Random, { isRelative, offsetMinutes, tells }: Style): Stage {
  const lengthMs = random.pick([25, 50, 110, 240, 420]) * 60_000;
  if (isRelative) {
    const startMs = random.int(1, 90) * 1000;
    return { random, startMs, endMs: startMs + lengthMs, clock: createClock(0, 0), tells };
  }
  const day = Date.UTC(random.int(2023, 2026), random.int(0, 11), random.int(1, 28));
  const latest = 24 * 3_600_000 - lengthMs - 3_600_000;
  const startMs = day + floorTo(1000, random.int(3_600_000, latest)) - offsetMinutes * 60_000;
  return { random, startMs, endMs: startMs + lengthMs, clock: createClock(offsetMinutes), tells };
}

function write(style: Style, happenings: readonly Happening[]): MadeLog {
  const lines = happenings.toSorted((a, b) => a.timeMs - b.timeMs).map(style.line);
  const text = [...(style.header === undefined ? [] : [style.header]), ...lines].join('\n');
  return { name: style.fileName, style: style.name, text: `${text}\n` };
}

/** As long as the old one, with the same marks between its words. */
function otherName(name: string): string {
  return name
    .replace(/[a-z]/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + 7) % 26)))
    .replace(/[A-Z]/g, (letter) => String.fromCharCode(65 + ((letter.charCodeAt(0) - 65 + 7) % 26)));
}

export function rename(text: string, names: ReadonlyMap<string, string>): string {
  const longest = [...names.keys()].sort((a, b) => b.length - a.length);
  // A logger stands behind its package, and before its level: `org.example.cron`, `Ranking.DEBUG`.
  const pattern = new RegExp(
    `(?<![\\w-]|\\d\\.)(?:${longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?!\\w|-\\w|\\.(?![A-Z]{4,9}:)\\w)`,
    'g',
  );
  return longest.length === 0 ? text : text.replace(pattern, (name) => names.get(name) ?? name);
}

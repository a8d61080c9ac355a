import type { ReadDocument } from '../evidence/open-documents.ts';
import { fieldsOf } from '../facts/lines/fields-of.ts';
import { startsWithTime } from '../facts/lines/text-fields.ts';

/** The settings a program printed into its log, as a configuration, and where each stands. */
export interface LoggedSettings {
  /** `name = value`, one a line. */
  text: string;
  /** Of each line of `text`, the line of the log. */
  lines: number[];
  names: ReadonlySet<string>;
}

const budgetMs = 2_000;
const maxHeads = 300;
const maxDump = 500;
const maxSettings = 2_000;
const longestLine = 1_000;
/** A name with more values than a few restarts explain is no setting. */
const mostValues = 3;

const words = 'config setting option propert parameter argument flags tunable sysctl feature'.split(' ');
const heads = [...words, 'started with', 'starting with', 'running with'];
const named = new RegExp(heads.join('|'), 'i');
/** A whole line of a dump: `max.poll.records = 500`, `"pool": 10,`. */
const dumped = /^["']?([A-Za-z_][\w./[\]-]{0,100})["']?[ \t]{0,40}(?:=|:(?=\s|$))(.*)$/;
const braced = /["']?([A-Za-z_][\w./-]{0,80})["']?\s{0,4}[:=]\s{0,4}("[^"]{0,200}"|[^\s,;{}()[\]]{1,200})/g;
/** What such a line says of itself and not of what is set. */
const passing =
  /^(?:ts|@?time(?:stamp)?|date|level|lvl|severity|msg|message|logger|caller|thread|pid|tid|seq|hostname|uptime|took|elapsed|duration\w*|(?:.*[_.-])?(?:id|uuid|hash|checksum))$/i;

/** Reads lines that name what is set, and the dumps below them. Of what is printed again, the last counts. */
export async function settingsIn(document: ReadDocument): Promise<LoggedSettings> {
  const found = await document.search({ any: heads, ignoreCase: true, limit: maxHeads, budgetMs });
  const settings = new Map<string, { value: string; line: number }>();
  const values = new Map<string, Set<string>>();
  let readTo = 0;
  for (const head of found.lines) {
    if (head <= readTo || settings.size >= maxSettings) continue;
    const [first = '', ...below] = await document.lines(head, head + maxDump);
    if (!isHead(first)) continue;
    const stated = [...pairsOf(first).map((pair) => ({ ...pair, line: head })), ...dumpIn(below, head)];
    readTo = stated.at(-1)?.line ?? head;
    for (const { name, value, line } of stated) {
      if (passing.test(name)) continue;
      settings.set(name, { value, line });
      values.set(name, (values.get(name) ?? new Set()).add(value));
    }
  }
  const kept = [...settings]
    .filter(([name]) => (values.get(name)?.size ?? 0) <= mostValues)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    text: kept.map(([name, { value }]) => `${name} = ${value}\n`).join(''),
    lines: kept.map(([, { line }]) => line),
    names: new Set(kept.map(([name]) => name)),
  };
}

interface Pair {
  name: string;
  value: string;
}

/** The words stand in what is said or in who says it, not in a value. */
function isHead(line: string): boolean {
  const { message, source = '' } = fieldsOf(line);
  return named.test(source) || named.test(message.replace(/[\w.-]{1,100}=\S{1,400}/g, ''));
}

function pairsOf(line: string): Pair[] {
  const { fields, message } = fieldsOf(line);
  const inBraces = /\{([^{}]{1,2000})\}/.exec(message)?.[1] ?? '';
  const pairs = new Map([...fields].map(([name, value]) => [name, String(value)]));
  for (const [, name = '', value = ''] of inBraces.matchAll(braced)) pairs.set(name, value.replace(/^"|"$/g, ''));
  const whole = settingIn(message);
  if (pairs.size === 0 && whole && message.includes('=')) return [whole];
  return [...pairs].map(([name, value]) => ({ name, value }));
}

/** A line that holds nothing but one setting. */
function settingIn(text: string): Pair | undefined {
  const [, name, value = ''] = dumped.exec(text.slice(0, longestLine).trim()) ?? [];
  return name === undefined ? undefined : { name, value: value.replace(/,$/, '').trim().replace(/^"|"$/g, '') };
}

/** Lines in a row that each hold one setting: without times of their own, or each said like the first. */
function dumpIn(below: readonly string[], head: number): (Pair & { line: number })[] {
  const found: (Pair & { line: number })[] = [];
  for (const [index, line] of below.entries()) {
    const text = startsWithTime(line) ? fieldsOf(line).message : line;
    const { name, value } = settingIn(text) ?? { name: '', value: '' };
    const isStamped = text !== line;
    if (name === '' || /\s[\w.-]{1,100}=/.test(value) || (isStamped && !text.includes('='))) {
      if (/^[\s{}[\]]*$/.test(line)) continue;
      break;
    }
    if (value !== '' && !/^[{[]$/.test(value))
      found.push({ name, value: value.replace(/^"|"$/g, ''), line: head + 1 + index });
  }
  return found;
}

import { unitNamed } from '../facts/amount.ts';

/** Numbers a text message states, with the words before them and their unit. */
interface Measure {
  name: string;
  value: number;
  unit: string;
}

const timeUnits = 'µs|us|ns|ms|msecs?|millis|milliseconds|s|secs?|seconds|min|minutes';
const units = String.raw`%|[kKMGT]i?B(?:\/s)?|bytes|${timeUnits}|rps|qps|tps|(?:req|ops|msg|messages|requests)\/s|V|mV|mA|dBm|C|°C|rpm`;
/** Of "1755 -> 1455" the second is what is there afterwards. */
const measure = new RegExp(
  String.raw`([A-Za-z][A-Za-z _/-]{1,40}?)[\s:=(]{1,3}((?<=[\s:=(])-?\d+(?:\.\d+)?)\s?(${units})?(?:\s?(?:->|=>|→)\s?(-?\d+(?:\.\d+)?)\s?(${units})?)?(?![\w.:/-]|\s?:)`,
  'g',
);

const timeUnit = new RegExp(`^(?:${timeUnits})$`);
/** Behind an id, a status or a bracket: "GET /x/3 200 in 0.42s", "job 5 done [420 ms]". */
const duration = new RegExp(String.raw`(?<=[\s([])(\d{1,15}(?:\.\d{1,9})?)\s?(${timeUnits})(?![\w.:/-])`, 'g');

/** Words that say nothing at the beginning of what a number is called. */
const stopWords = new Set('at in after of for to from is was by on the a with line code'.split(' '));

export function measuresOf(message: string): Measure[] {
  const found: Measure[] = [];
  if (!/\d/.test(message)) return found;
  for (const match of message.slice(0, 400).matchAll(measure)) {
    if (found.length >= 6) break;
    const names = match[1]!.trim().split(/\s+/).slice(-3);
    while (names.length > 0 && stopWords.has(names[0]!.toLowerCase())) names.shift();
    if (names.length === 0) continue;
    found.push({ name: names.join(' '), value: Number(match[4] ?? match[2]), unit: match[5] ?? match[3] ?? '' });
  }
  return found.some(({ unit }) => timeUnit.test(unit)) ? found : [...found, ...durationIn(message)];
}

/** How long something took, called by the words it is told with; without any, by nothing. */
function durationIn(message: string): Measure[] {
  const text = message.slice(0, 400);
  const match = [...text.matchAll(duration)].at(-1);
  if (!match) return [];
  const before = text.slice(0, match.index).split(/[\s,;:()[\]|]+/);
  const names = before.filter((word) => /^[A-Za-z][A-Za-z_-]{1,30}$/.test(word) && !stopWords.has(word.toLowerCase()));
  return names.length === 0
    ? []
    : [{ name: names.slice(0, 2).join(' '), value: Number(match[1]), unit: match[2] ?? '' }];
}

/** "512MB", "87.5%", "120 ms": a field that is a number with a unit. */
export function quantityOf(text: string): { value: number; unit: string } | undefined {
  const match = /^(-?\d{1,15}(?:\.\d{1,9})?)\s?(%|[A-Za-zµ°]{1,4}(?:\/s)?)$/.exec(text);
  return match === null ? undefined : { value: Number(match[1]), unit: match[2]! };
}

/** The unit a field's name tells: `memory_usage_mb`, `latency_ms`, `cpu_percent`. */
export function unitOfName(name: string): string {
  const word =
    /(?:^|[_.\s-])(mb|mib|gb|gib|kb|kib|bytes|ms|millis|seconds|secs|sec|us|ns|percent|percentage|pct|rps|qps|tps)$/i
      .exec(name)?.[1]
      ?.toLowerCase();
  if (word === undefined) return /[a-z]Ms$/.test(name) ? 'ms' : '';
  return unitNamed(word)?.name ?? word;
}

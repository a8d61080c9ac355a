import { citeLine } from '../cite.ts';
import type { DocumentInfo, Finding, Reading } from '../reading.ts';
import { familyOf } from './log-family.ts';
import { type Onset, onsetsOf } from './onsets.ts';

/** Failures further apart than this are no one story. */
const longestStepMs = 5 * 60_000;
const maxSteps = 6;

/**
 * In which file failures began, and which files followed: told where files on one clock begin to fail one after the
 * other and a later one names what the first is about. `folder` is the reading's folder.
 */
export async function failureOrder(reading: Reading, folder: string, signal: AbortSignal): Promise<Finding[]> {
  const onsets = await onsetsOf(reading, folder, signal);
  const chains = storiesOf(onsets)
    .map(chainOf)
    .filter((chain) => chain !== undefined);
  return chains
    .sort((a, b) => b.length - a.length)
    .slice(0, 1)
    .map(findingOf);
}

/** Onsets one after the other, the first of each log. */
function storiesOf(onsets: readonly Onset[]): Onset[][] {
  const stories: Onset[][] = [];
  const sorted = [...onsets].sort((a, b) => a.timeMs - b.timeMs);
  for (const onset of sorted) {
    const story = stories.at(-1);
    if (!story || onset.timeMs - story.at(-1)!.timeMs > longestStepMs) stories.push([onset]);
    else if (!story.some(({ info }) => familyOf(info.name) === familyOf(onset.info.name))) story.push(onset);
  }
  return stories.filter(({ length }) => length > 1);
}

/** The earliest onset whose subject later ones name, and those. */
function chainOf(story: readonly Onset[]): Onset[] | undefined {
  for (const [index, first] of story.entries()) {
    const later = story.slice(index + 1).filter((one) => one.timeMs > first.timeMs && isNamedBy(first.info, one));
    if (later.length > 0) return [first, ...later].slice(0, maxSteps);
  }
  return undefined;
}

const commonWords =
  /^(?:logs?|current|previous|error|errors|access|output|stdout|stderr|messages?|main|data|files?|text|node|host|server|service|system|user|default|application)$/;

/** Whether a line of one file speaks of what another file's path names, and its own does not. */
function isNamedBy({ name }: DocumentInfo, later: Onset): boolean {
  const own = new Set(wordsOf(later.info.name));
  const text = ` ${later.text.toLowerCase()}`;
  return wordsOf(name).some((word) => !own.has(word) && new RegExp(`[^a-z0-9]${word}`).test(text));
}

function wordsOf(path: string): string[] {
  const words = path.toLowerCase().match(/[a-z][a-z0-9]{2,30}/g) ?? [];
  return words
    .map((word) => word.replace(/(?<!\d)\d+$/, ''))
    .filter((word) => word.length >= 3 && !commonWords.test(word));
}

function findingOf(chain: readonly Onset[]): Finding {
  const [first, ...later] = chain as [Onset, ...Onset[]];
  const nameOf = shortNames(chain.map(({ info }) => info.name));
  const isOneClock = chain.every(({ info }) => info.namesZone === true || info.clockOffsetMs !== undefined);
  const steps = later.map(({ info, timeMs }) => `${nameOf(info.name)} ${secondsBetween(first.timeMs, timeMs)} later`);
  return {
    rule: 'bundle.failure-order',
    title: `Failures begin in ${nameOf(first.info.name)}: ${first.text.slice(0, 200)}`,
    explanation: `Then ${steps.join(', ')}; their lines name it.`,
    severity: 'error',
    role: 'cause',
    certainty: isOneClock ? 'certain' : 'likely',
    count: 1,
    firstTimeMs: first.timeMs,
    lastTimeMs: chain.at(-1)!.timeMs,
    evidence: chain.map(({ info, line }) => citeLine(info.name, line)),
    signature: `failures begin in ${familyOf(first.info.name).replace(/\d+/g, '#')}`,
    subjects: chain.map(({ info }) => info.name),
  };
}

/** Of a path the last part that no other has: the pod, where all logs of pods are called alike. */
function shortNames(paths: readonly string[]): (path: string) => string {
  return (path) => {
    const others = new Set(paths.filter((other) => other !== path).flatMap((other) => other.split('/')));
    const own = path.split('/').filter((part) => !others.has(part));
    const last = own.at(-1);
    return own.findLast((part) => part.startsWith(`${last}-`)) ?? last ?? path;
  };
}

function secondsBetween(fromMs: number, toMs: number): string {
  const seconds = (toMs - fromMs) / 1000;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
}

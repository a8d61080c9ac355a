import type { Asked, MeasureAsked } from './asked.ts';
import { entityOf } from './columns.ts';
import { subjectWords } from './subject-words.ts';
import { levelSuperlatives } from './superlatives.ts';

/** The number that is asked about; undefined where lines are counted. `text` is what is left of the `whole` question. */
export function measureIn(whole: string, text: string, asked: Asked): MeasureAsked | undefined {
  const beyond = asked.conditions.find((one) => one.kind === 'beyond');
  if (beyond !== undefined) return measureOfLimit(beyond, nameWords(text));
  const { kind } = asked;
  if (kind !== 'rank' && kind !== 'statistic' && kind !== 'rhythm') return undefined;
  const words = nameWords(text);
  if (
    /\b(?:bytes|size[ds]?|data|traffic|bandwidth|payload|volume|largest|biggest|smallest|heaviest|fattest|bulkiest|[kmg]b)\b/i.test(
      whole,
    )
  ) {
    // Traffic is counted in lines where they state no size.
    const isOptional = /\b(?:traffic|volume)\b/i.test(whole) && !/\bbytes|size\b/i.test(whole);
    const flow = flowIn(whole, asked.group);
    // What is heavy weighs, where a column says so.
    if (/\bheaviest\b/i.test(whole)) words.push('weight');
    return { dimension: 'size', words, ...(flow === undefined ? {} : { flow }), ...(isOptional ? { isOptional } : {}) };
  }
  if (
    /\b(?:slow\w*|fast\w*|quick\w*|long(?:est|er)?|shortest|latenc\w+|response times?|durations?|time|times|took|takes?|taken|elapsed|laggiest|running|how long)\b/i.test(
      whole,
    ) &&
    !/\bhow many times\b|\b(?:what|at what|which) time\b|\bover time\b|\btime ?-?outs?\b/i.test(whole)
  )
    return { dimension: 'time', words };
  if (kind === 'statistic' && words.length === 0) return { dimension: 'time', words };
  if (kind === 'statistic' || new RegExp(`\\b(?:${levelSuperlatives})\\b`, 'i').test(whole))
    return kind === 'rhythm' && words.length === 0 ? undefined : { words };
  // "The session with the most energy": a column of that name, else lines are counted.
  if (kind === 'rank' && words.length > 0 && /\b(?:most|least|fewest)\b/i.test(whole))
    return { words, isOptional: true, isOfTable: true };
  // "Heap over time": a number of that name, else lines that hold the word.
  if (kind === 'rhythm' && words.length > 0) return { words, isOptional: true };
  return undefined;
}

/** What a page or a server sends is what its clients receive, and that is how lines call it. */
function flowIn(whole: string, group: string | undefined): MeasureAsked['flow'] {
  const isSent = /\b(?:sent|sends?|sending|upload\w*|outgoing|outbound|transmit\w*|tx)\b/i.test(whole);
  const isReceived = /\b(?:receiv\w*|download\w*|incoming|inbound|rx)\b/i.test(whole);
  if (isSent === isReceived) return undefined;
  const isServing =
    group !== undefined && /^(?:path|endpoint|site|server|backend|upstream|host)$/.test(entityOf(group)?.kind ?? group);
  return isSent && !isServing ? 'sent' : 'received';
}

/** Words that can name a number: all that carry meaning by themselves. */
function nameWords(text: string): string[] {
  return [
    ...new Set(
      subjectWords(text.replace(/\u0001/g, ' '))
        .flatMap((word) => word.toLowerCase().split(/[^a-z\d]+/))
        .filter((word) => word.length > 1),
    ),
  ].slice(0, 12);
}

/** "Slower than 2 s" speaks of a time, "over 3 MB" of a size. */
export function measureOfLimit(beyond: { unit: string }, words: string[]): MeasureAsked {
  return { dimension: /b(?:ytes?)?$/i.test(beyond.unit) ? 'size' : beyond.unit === '%' ? 'share' : 'time', words };
}

/** The words by which calculations are asked for; a slip of the finger in one of them is mended. */
const vocabulary = [
  'average',
  'median',
  'percentile',
  'percentage',
  'percent',
  'maximum',
  'minimum',
  'slowest',
  'fastest',
  'longest',
  'shortest',
  'largest',
  'biggest',
  'smallest',
  'highest',
  'lowest',
  'busiest',
  'quietest',
  'worst',
  'frequent',
  'frequently',
  'often',
  'unique',
  'distinct',
  'different',
  'compare',
  'compared',
  'before',
  'after',
  'between',
  'request',
  'requests',
  'endpoint',
  'endpoints',
  'query',
  'queries',
  'client',
  'clients',
  'users',
  'response',
  'latency',
  'duration',
  'minute',
  'minutes',
  'hour',
  'hours',
  'failed',
  'failure',
  'failures',
  'errors',
  'error',
  'share',
  'ratio',
  'exception',
  'exceptions',
  'thread',
  'address',
  'addresses',
  'affected',
  'silence',
  'total',
  'throughput',
  'traffic',
  'proportion',
  'fraction',
] as const;
const known = new Set<string>(vocabulary);
/** Words of their own, however near. */
const own = new Set(
  'difference differences differently frequency frequencies addressed compares prepared expectation ' +
    'expectations exceptional effected durations percentages percentiles minimal maximal fractions rations ' +
    'shortages slowness fastened longer largely biggest lower lowers typical quieter shared shares sharp rates ' +
    'rated later latest fasten clients threat threads reads three there those whole thread other offer offset ' +
    'ordered order orders median media users user used uses queue queues quiet house house hours ours our your ' +
    'four flour tour total token minutes minuted minus share shape shard shards square spare stare sharded errors ' +
    'terror mirror entry retry retries request requested requester requests response responses responded respond ' +
    'expose client silent agent patient failed failing fails fail mailed sailed nailed railed filed field fields ' +
    'failure'.split(' '),
);

export function mendSpelling(text: string): string {
  return text.replace(/(?<![\w./:@=-])[A-Za-z]{5,14}(?![\w/:@=-]|\.\w)/g, (word) => {
    const low = word.toLowerCase();
    if (known.has(low) || own.has(low) || /[a-z][A-Z]/.test(word)) return word;
    const allowed = low.length >= 9 ? 2 : 1;
    return (
      vocabulary.find((right) => right.length >= 6 && right[0] === low[0] && isWithin(low, right, allowed)) ?? word
    );
  });
}

/** Whether so few letters are wrong, missing, too many or swapped. */
export function isWithin(a: string, b: string, allowed: number): boolean {
  if (Math.abs(a.length - b.length) > allowed) return false;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[b.length]! <= allowed;
}

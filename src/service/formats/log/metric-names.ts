/** What people measure; one of the words a name is made of (`heap_used`, `openFiles`) must be among them. */
const measured = new Set(
  `mem memory heap rss latency duration elapsed usage used percent percentage pct queue backlog pending connection
  connections conns thread threads files load temp temperature lag retries cpu time took after in within lat delay rtt
  jitter loss iops throughput rate fps voltage volts current power pressure humidity rssi snr speed rpm battery`.split(
    /\s+/,
  ),
);
/** These say what is measured only together with the words before them, and only of a number with a unit. */
const vague = new Set(['took', 'after', 'in', 'within', 'time', 'used', 'load', 'pending']);
/** These belong to the words before them: `queue depth 7`, `spool file size 0.2 GB`. */
const sized = new Set(['size', 'depth', 'length', 'usage', 'count']);
/** Names of moments and places, whose numbers measure nothing. */
const notMeasured = /timestamp|datetime|time_?stamp|thread_?id|time_?zone|limit|max|total_?mem|_id$|port|uptime/i;

/** Words that say nothing at the beginning of a name. */
const empty = new Set(['to', 'of', 'the', 'for', 'a', 'an', 'in', 'at', 'on', 'and', 'by']);

/** Up to five plain words that stand right before, the first of them one that says something. */
function wordsBefore(text: string): string | undefined {
  const words: string[] = [];
  for (const token of text.slice(-100).split(' ').slice(0, -1).reverse()) {
    if (words.length === 5 || !/^[A-Za-z][a-z]{0,30}$/.test(token)) break;
    words.unshift(token.toLowerCase());
  }
  while (empty.has(words[0] ?? '')) words.shift();
  return words.length === 0 ? undefined : words.join(' ');
}

/** What a word before a number says by itself: the name of a measure, nothing, or only something with words before it. */
interface Meaning {
  kind: 'name' | 'vague' | 'sized' | 'nothing';
  name: string;
  /** The one its name ends in. */
  unit: string;
}

const maxMeanings = 5000;
const meanings = new Map<string, Meaning>();

export function meaningOf(word: string): Meaning {
  const known = meanings.get(word);
  if (known !== undefined) return known;
  const name = word.toLowerCase();
  const unit = unitInName(name);
  const parts = word.split(/[_.-]|(?<=[a-z])(?=[A-Z])/);
  const isMeasured = unit !== '' || parts.some((part) => measured.has(part.toLowerCase()));
  const kind = vague.has(name)
    ? 'vague'
    : sized.has(name)
      ? 'sized'
      : !notMeasured.test(name) && isMeasured
        ? 'name'
        : 'nothing';
  const meaning: Meaning = { kind, name, unit };
  if (meanings.size >= maxMeanings) meanings.clear();
  meanings.set(word, meaning);
  return meaning;
}

/** What a number is called by a word that says something only with those before it. */
export function nameOf({ kind, name }: Meaning, before: string, unit: string): string | undefined {
  if (kind === 'nothing') return wordedName(name, before);
  if (kind === 'vague') {
    if (unit === '') return undefined;
    const leading = wordsBefore(before);
    return leading === undefined ? name : `${leading} ${name}`;
  }
  const leading = wordsBefore(before);
  if (unit !== '' && leading !== undefined) return `${leading} ${name}`;
  const owner = leading?.split(' ').at(-1);
  return owner !== undefined && measured.has(owner) ? `${owner} ${name}` : undefined;
}

/** `heap after collection 412 MB`: what is measured stands further before. */
function wordedName(name: string, before: string): string | undefined {
  const words = `${wordsBefore(before) ?? ''} ${name}`.trim().split(' ');
  while (joining.has(words.at(-1) ?? '')) words.pop();
  const isMeasured = words.some((word) => measured.has(word) && !vague.has(word));
  return isMeasured ? words.join(' ') : undefined;
}

const joining = new Set(['is', 'are', 'was', 'were', 'now', 'at', 'of', 'to', 'about', 'by', 'with']);

export function unitOf(told: string): string {
  return told === 'msec' ? 'ms' : told === 'sec' || told === 'seconds' ? 's' : told;
}

export function unitInName(name: string): string {
  const suffix = /_(ms|us|s|sec|mb|kb|gb|bytes|percent(?:age)?|pct|c)$/.exec(name)?.[1];
  if (suffix === undefined) return /percent/.test(name) ? '%' : '';
  return (
    (
      { mb: 'MB', kb: 'KB', gb: 'GB', sec: 's', percent: '%', percentage: '%', pct: '%', c: '°C' } as Record<
        string,
        string
      >
    )[suffix] ?? suffix
  );
}

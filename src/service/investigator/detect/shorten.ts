/** A time in front, in one of the common forms: it is told beside the text. */
const stampAhead =
  /^[[(*#]?(?:\d{4}[-/.]\d\d[-/.]\d\d[T |]\d\d:\d\d:\d\d|\d\d[-/.]\d\d[-/.]\d{2,4}[ |]\d\d:\d\d:\d\d|[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d|\d{10}(?=: )|\[ {0,6}\d{1,7}\.\d{3,9}\](?= )|\[?\d\d:\d\d:\d\d\b)(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d)\b)?[\])]?[:;|,]?\s*(?=\S)/;

/**
 * Text of the file for a headline: columns closed up; where it is too long, ids and addresses in brackets go first, then
 * the middle, so that the words which say why stay. Cut between words.
 */
export function shorten(raw: string, most: number): string {
  const text = raw.replace(stampAhead, '').replace(/\s{2,}/g, ' ');
  if (text.length <= most) return text;
  const bare = withoutPackages(withoutIds(text.replace(/(?<!\\)\\+"/g, '"')), most);
  if (bare.length <= most) return bare;
  const short = reasonBehind(bare, most) ?? `${cutAt(bare, most - 2)} …`;
  return holdsValues(short, bare) ? short : aroundValue(bare, most);
}

/** `java.util.concurrent.RejectedExecutionException` is known by its last part. */
function withoutPackages(text: string, most: number): string {
  return text.length <= most ? text : text.replace(/(?<![\w$.])(?:[a-z_$][\w$]{0,60}\.){2,20}(?=[A-Z]\w)/g, '');
}

/** What a reader has to know by its name: an image with its tag, a version, a limit that was crossed, what is not there. */
const telling =
  /(?<![\w.-])[\w.-]{1,200}(?:\/[\w.-]{1,200}){1,20}:[A-Za-z\d][\w.-]*|\bv\d+(?:\.\d+)+[\w.-]*|(?<=\s)[<>]=? ?\d[\d.]* ?[A-Za-z%°]{0,4}|'[\w./:-]{3,40}'(?= (?:not|does|is not|missing|cannot))/g;

function holdsValues(short: string, text: string): boolean {
  return (text.match(telling) ?? []).every((value) => short.includes(value));
}

/** The beginning, the first value with what stands before it as far as there is room, and why. */
function aroundValue(text: string, most: number): string {
  const [value] = [...text.matchAll(telling)].sort((a, b) => a.index - b.index);
  if (value === undefined) return text;
  const end = value.index + value[0].length;
  const why = text.slice(end).match(reasonWords)?.[0];
  const ending = why === undefined ? '' : ` … ${why}`;
  const room = most - ending.length - value[0].length;
  const head = cutAt(text.slice(0, value.index), Math.max(12, Math.floor(room * 0.4)));
  const gap = text.slice(head.length, value.index);
  const left = Math.max(0, room - head.length - 3);
  const before = gap.length <= left ? gap : ` … ${gap.slice(gap.length - left).replace(/^\S*\s/, '')}`;
  return `${head}${before}${value[0]}${ending}`;
}

const idInside =
  /\[(?:[^\][]{0,40}[: ])?(?:req-|trace-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[^\][]{0,60}\]\s?|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,64}\b|\[(?:pid|tid|proc|thread)[^\][]{0,60}\]\s?|\b(?:relay|delays?|dsn|end_log_pos|offset|seq)=?\s?[^\s,;]{1,80}[,;]\s?/gi;

/** Ids, positions and addresses of the other side tell nobody why. */
function withoutIds(text: string): string {
  const bare = text
    .replace(idInside, '')
    .replace(/\s{2,}/g, ' ')
    .trim();
  return bare.length >= 12 ? bare : text;
}

/** The beginning and, behind a sign for what is left out, the clause that says why. Undefined where the beginning says it. */
function reasonBehind(text: string, most: number): string | undefined {
  const shown = cutAt(text, most - 2);
  const isLeftOpen = leftOpen.test(shown);
  const late = clausesOf(text).filter(({ start, words }) => start + words.length > shown.length && start >= most * 0.4);
  const [best] = isLeftOpen
    ? late
    : [...late].sort((a, b) => weightOf(b.words) - weightOf(a.words) || a.start - b.start);
  if (best === undefined || !(isLeftOpen || weightOf(best.words) > weightOf(shown))) return undefined;
  const head = cutAt(text.slice(0, best.start), Math.floor(most * 0.45));
  const room = most - head.length - 3;
  const told = best.words.length <= room ? best.words : `${cutAt(best.words, room - 2)} …`;
  return `${head} … ${told}`;
}

/** It breaks off just where it is about to say why. */
const leftOpen = /(?:\b(?:by|because|due to|reason|said|cause|caused by|failed with|error)|:)$/i;

/** What is set off by signs or brackets, with its place. */
function clausesOf(text: string): { start: number; words: string }[] {
  return [...text.matchAll(/(?:[^;,:()|\s.]|\[[^\][]{0,40}\]|\s|[.:](?=\S)){6,}/g)].map((match) => ({
    start: match.index,
    words: match[0].trim(),
  }));
}

const reasonWords =
  /\b(?:blocked|duplicate|denied|refused|rejected|not found|no such|insufficient|exceed\w*|expired|full|read-?only|violat\w*|timed? ?out|too many|missing|invalid|unknown|because|due to|listed|no space|out of)\b/gi;

/** How much of it tells a reason. */
function weightOf(words: string): number {
  return (words.match(reasonWords)?.length ?? 0) + (/\d{3,}/.test(words) ? 0.2 : 0);
}

function cutAt(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf(','), cut.lastIndexOf('('));
  return (end > most * 0.5 ? cut.slice(0, end) : cut).replace(/(?<![\s,;:([])[\s,;:([]+$/, '');
}

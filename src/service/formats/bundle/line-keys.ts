/** What a line shares with the line of another file that tells of the same event. */
interface LineKeys {
  /** What it says, without the time, host and process each writer puts before it; empty where that is little. */
  text: string;
  /** Names of one request, session or object: `req-7f3a9c21`, a UUID, a number of six digits and more. */
  ids: string[];
}

const shortestText = 16;
const longestText = 300;
const mostIds = 6;
const levelWord =
  /^\s*[[(<|]?(?:trace|debug|info|notice|warn(?:ing)?|err(?:or)?|crit(?:ical)?|fatal|severe)[\])>|:]*\s+/i;

export function keysOf(line: string): LineKeys {
  const text = bodyOf(line);
  return { text: text.length >= shortestText ? text : '', ids: idsIn(text) };
}

function bodyOf(line: string): string {
  return line
    .replace(/^(?:<\d{1,3}>)?\s*\[ *\d+\.\d+\](?:\[ *[CT]\d+\])?\s*/, '')
    .replace(/^.{0,80}?\bkernel:\s*(?:\[ *\d+\.\d+\]\s*)?/, '')
    .replace(/^\S{0,200}\d{1,4}[-/:.]\d{1,2}\S*(?:[ T]\S*\d{1,2}:\d\d:\d\d\S*)?\s+/, '')
    .replace(/^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)? \S+ (?:[\w./-]+(?:\[\d+\])?: )?/, '')
    .replace(levelWord, '')
    .trim()
    .slice(0, longestText);
}

const word = /(?<![\w.:-])[A-Za-z0-9](?:[A-Za-z0-9_-]{4,62}[A-Za-z0-9])(?![\w.:]*\.\d|\w)/g;
/** Dates, times since the epoch and times of day are shared by chance. */
const isTime =
  /^(?:\d{4}-\d\d-\d\d.*|(?:19|20)\d{6}|1[3-9]\d{8}(?:\d{3}){0,3}|\d\d[A-Z][a-z]{2}\d{4}|\d{4}\d\d\d\dT\d+Z?)$/;

function idsIn(text: string): string[] {
  const ids: string[] = [];
  for (const [found] of text.matchAll(word)) {
    if (!isId(found) || ids.includes(found)) continue;
    if (ids.push(found) >= mostIds) break;
  }
  return ids;
}

function isId(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, '').length;
  if (digits === candidate.length) return digits >= 6 && !isTime.test(candidate);
  return candidate.length >= 8 && digits >= 3 && !isTime.test(candidate);
}

import type { TimeAsked } from '../question/question.ts';

const sideWords =
  /\bcompar(?:es?|ing|ison)\b|\b(?:before|after)(?: and| vs\.?| versus| or| against| &|\/) ?(?:after|before)\b|\bvs\.?\s|\bversus\b|\bdifferences?\b|\b(?:different|differs?|changed?) between\b|\bbefore (?:and|vs\.?|versus|or)\b|\bhow (?:did|does|has|have|do) .{2,60} (?:change|differ|compare|develop|move)d?\b/i;
const differWords =
  /\b(?:what|anything|something|how|how much|is|are|was)\b.{0,40}\b(?:different|differs?|changed?|changes|new|better|worse)\b/i;
/** What was done to something that then broke is no comparison of numbers. */
const beforeTrouble =
  /\b(?:right|just|shortly|immediately|directly) before\b|\b(?:broke|fail\w*|stopp\w*|crash\w*|died|caused?)\b/i;

/** Whether two parts of the lines are to be compared. `text` is the question without the words that tell its times. */
export function asksForSides(text: string, times: readonly TimeAsked[]): boolean {
  if (sideWords.test(text)) return true;
  const isParted = times.length === 2 || times.some(({ kind }) => kind === 'after' || kind === 'before');
  if (times.length > 0 && isParted && differWords.test(text)) return !beforeTrouble.test(text);
  if (times.length === 2 && /\bagainst\b|\bcompared\b/i.test(text)) return true;
  return weeksCompared(text) || againstValues(text) !== undefined;
}

/** "Last week's run against this one": the last seven days of the log and the seven before them. */
export function weeksCompared(text: string): boolean {
  const told = text.match(/\b(?:last|previous|past|this) week\b|\bweek before\b/gi) ?? [];
  return told.length > 1 || /\bweek over week\b/i.test(text) || (told.length === 1 && /\bthis one\b/i.test(text));
}

const noun = `(?:(?:version|release|build|model|firmware|host|node|server|service|pod|run|region|zone|device|site|line|channel)s? )?`;
const pair = new RegExp(
  String.raw`\b(?:compare[ds]?|comparing|comparison of|differences? between|(?:differs?|different|changed?) between|between)\s+(?:the )?${noun}(\S{2,60})\s+(?:and|with|to|vs\.?|versus|against)\s+(?:the )?${noun}(\S{2,60})`,
  'i',
);
const versus = /(\S{2,60})\s+(?:vs\.?|versus)\s+(?:the )?(\S{2,60})/i;

/** "compare web-1 and web-2", "v7 against v8": both sides by the word that names them. */
export function valuesCompared(text: string): [string, string] | undefined {
  const match = pair.exec(text) ?? versus.exec(text);
  if (match === null) return againstValues(text);
  const values = [match[1]!, match[2]!].map((value) => value.replace(/[,.;:?!]+$/, '')) as [string, string];
  return values.some((value) => notValues.test(value)) ? undefined : values;
}

const notValues =
  /^(?:before|after|now|then|the|and|it|this|that|start|end|last|previous|yesterday|today|week|day|\u0001)$/i;

/** "Against" is a word of many uses: two names with a number, or that begin alike, are compared by it. */
function againstValues(text: string): [string, string] | undefined {
  const match = /(\S{2,60}) (?:against|compared (?:to|with)) (?:the )?(\S{2,60})/i.exec(text);
  if (match === null) return undefined;
  const [a, b] = [match[1]!, match[2]!.replace(/[,.;:?!]+$/, '')];
  const isAlike = /\d/.test(a) && /\d/.test(b) && a.replace(/[\d.]+/g, '') === b.replace(/[\d.]+/g, '');
  return isAlike || (a.length > 3 && a.slice(0, 3) === b.slice(0, 3)) ? [a, b] : undefined;
}

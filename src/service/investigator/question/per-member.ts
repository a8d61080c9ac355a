import { singular } from '../calculate/columns.ts';
import { kindOf } from '../calculate/kind-asked.ts';

const per = '(?:per|for each|on each|in each|from each|by)';
const worst = '(?:the )?(?:worst|most\\b.*|highest\\b.*|bad|baddest|max\\w*)';
const whichAndHowMany = new RegExp(
  String.raw`^(.*?)\bwhich ([a-z]{3,24})\b(.*?)[,;]? (?:and )?how (?:many|often)\b(.*?) ${per} ([a-z]{3,24})$`,
  'i',
);
const twoOfThem = new RegExp(
  String.raw`^(.{3,80}?) ${per} ([a-z]{3,24})(?:,|;|:|\?)?(?: and| with| plus)? (?:also )?(?:the|which|what|who) ?([a-z]{3,24})?(?: (?:that|which|who))?(?: (?:is|has|was|had|did|are))? ${worst}$`,
  'i',
);
const flapping =
  /^(?:and |so )?(?:which|what) ([a-z]{3,24}?)(?:e?s)? (?:is|are|was|were|keeps?) (?:\w+ )?flapp?(?:ing|ed|s)?\b/i;
const ofEach = /^(.{3,80}?) (?:per|for each) ([a-z]{3,24})$/i;
const asking = /^(?:(?:please|show|list|give|tell|count|me|us|the|all|number of|how many|how often|what are) )+/i;
const filler = /\b(?:is|it|are|was|the|has|have|had|most|so|many|that|and)\b|[.,;:?!]+/gi;

/**
 * "Door faults per car, and the floor that is worst": what is to be counted by what, one question for each; undefined
 * where nothing is to be counted by its member.
 */
export function perMember(text: string): string[] | undefined {
  const flat = text.replace(/[?!.\s]+$/, '').trim();
  const each = whichAndHowMany.exec(flat);
  if (each !== null && singular(each[2]!) === singular(each[5]!)) {
    const what = each[4]!.trim() || `${each[1]} ${each[3]}`;
    return [countOf(what, each[5]!)];
  }
  // What flaps goes down again and again.
  const flaps = flapping.exec(flat)?.[1];
  if (flaps !== undefined) return [`how many down per ${flaps}?`];
  const two = twoOfThem.exec(flat);
  if (two !== null && isCountable(two[1]!, two[2]!)) {
    const other = two[3]?.toLowerCase() ?? 'one';
    const isSame = other === 'one' || singular(other) === singular(two[2]!);
    const counted = countOf(two[1]!, two[2]!);
    return isSame ? [counted] : [counted, countOf(two[1]!, other)];
  }
  const one = ofEach.exec(flat);
  if (one === null || kindOf(` ${flat} `) !== undefined || !isCountable(one[1]!, one[2]!)) return undefined;
  return [countOf(one[1]!, one[2]!)];
}

/** A measure or a share is no count, and a question that asks more is another. */
function isCountable(what: string, by: string): boolean {
  const kind = kindOf(` ${what} per ${by} `);
  return (kind === undefined || kind === 'rank') && !/^(?:why|when|where|is|are|did|does|was|were)\b/i.test(what);
}

function countOf(what: string, by: string): string {
  const words = what.replace(asking, '').replace(filler, ' ').trim().split(/\s+/);
  return `how many ${[...new Set(words)].join(' ')} per ${by}?`;
}

import { changeVerbs } from '../facts/doers.ts';
import { newValue, oldValue } from '../facts/turns.ts';
import type { Query } from '../query/query.ts';
import { changesIn } from './changes-asked.ts';
import type { Groups } from './reading.ts';
import type { TimeRead } from './window.ts';

/** What something is set to, or was before. */
export interface SettingAsked {
  query: Pick<Query, 'take' | 'by' | 'beside'>;
  groups: Groups;
  kind: 'turned';
}

const value = '(?:values?|settings?|sizes?|levels?|versions?|numbers?|states?|status)';
const change =
  '(?:(?:it|they|that) (?:was|were|got) (?:first |last )?(?:changed|set|switched|updated)|(?:it )?(?:first )?changed|(?:the|its|that) (?:first |last )?(?:change|switch|update))';

/** Both values are asked for. */
const ofBoth: readonly RegExp[] = [
  new RegExp(
    `^from (?:what|which)(?: \\w+)? to (?:what|which)(?: \\w+)? (?:was|were|is|has|did) (?<what>.+?) (?:been )?${changeVerbs}$`,
    'i',
  ),
  /(?: set to)?,? before and after(?<tail> .{1,60})?$/i,
];
/** What it was and what it became: the change is asked about, and no time before or after it. */
export const asksForBoth = (question: string): boolean => ofBoth.some((pattern) => pattern.test(question));

/** That it changed is what the question is about. */
const ofChange = new RegExp(
  `\\b(?:an?|that|they|them|he|she|someone|somebody|we|got|made|touch\\w*|edit\\w*|reload\\w*|restart\\w*|${changeVerbs})\\b`,
  'gi',
);
/** What it was before: words that say so, wherever they stand. */
const justBefore = '(?:(?:right|just|shortly|immediately|directly) )?';
const ofOld: readonly RegExp[] = [
  new RegExp(`\\b(?:old|previous|prior|original|former)(?: ${value})?\\b(?: (?:of|for)\\b)?(?= )`, 'i'),
  /\b(?:used to be|had been|has been)(?: (?:set to|at))?(?: what)?(?: (?:before|once|earlier))?(?: (?:that|then|the change))?$/i,
  new RegExp(`(?: set to)? ${justBefore}before(?:hand)?(?: ${change})?$`, 'i'),
  /\b(?:originally|initially|previously|formerly)$|\b(?:at|in) the (?:start|beginning)$/i,
  new RegExp(`^from (?:which|what)(?: ${value})? (?=(?:was|were|did)\\b)(?=.* ${changeVerbs}$)`, 'i'),
];
/** What it is now. */
const ofNew: readonly RegExp[] = [
  new RegExp(`\\b(?:new|current|latest|present|final)(?: ${value})?\\b(?: (?:of|for)\\b)?(?= )`, 'i'),
  new RegExp(
    `\\b(?:last )?(?:been )?${changeVerbs} to(?: what(?: ${value})?)?(?: (?:last|now|then|in the end|at the end))?$`,
    'i',
  ),
  new RegExp(`^to (?:what|which)(?: ${value})? (?=(?:was|were|is|did|has)\\b)(?=.* ${changeVerbs}(?: last)?$)`, 'i'),
  /\b(?:end(?:ed|s)? up|now|currently|finally) (?:with|at|on|as|being|to be)\b/i,
  /[:,]? (?:right now|now|currently|at present|in the end|at the end|finally|at last|as of now|then)$/i,
];
const asking = new RegExp(
  `^(?:(?:to |on |in |at )?(?:what|which)(?: ${value})?(?= (?:is|was|were|are|did|does|do|has|had|have)\\b)|how (?:many|much)|who (?:is|was))\\b`,
  'i',
);
/** Said of a setting that holds. */
const inForce = /\b(?:in (?:force|effect|use)|active|effective|configured|valid)\b/i;
/** What something was, or was set to; what it did is no setting. */
const held = new RegExp(
  `^(?:what|which)(?: ${value})? (?:is|was|were|are)\\b|\\b(?:${changeVerbs}(?: to)?|have|hold)$|${inForce.source}`,
  'i',
);
const holding =
  /\b(?:is|was|were|are|did|does|do|has|had|have|been|it|its|the|what|which|set|how (?:many|much)|last|first|running|use|used|using|on)\b/gi;
/** Whatever else is asked is no value. */
const notAValue =
  /\b(?:being|how (?:long|often)|when|why|who|whose|where|number of|count|average|mean|total|longest|shortest|most|least|list|any|never|every|per|share|percent\w*|times|since|during|while|between)\b/i;

const isYesOrNo = /^(?:is|are|was|were|did|does|do|has|have|had)\b/i;

/** What something is set to or said to be, was before, or was at a moment. */
export function settingsIn(question: string, times: readonly Pick<TimeRead, 'kind'>[]): SettingAsked[] {
  const changes = changesIn(question);
  if (changes.length > 0) return changes;
  const says = times.some(({ kind }) => kind === 'around') ? [...stated, ...statedThen] : stated;
  const current = says.flatMap((pattern) => {
    const { by, where } = pattern.exec(question)?.groups ?? {};
    if (by === undefined || where === undefined) return [];
    // "The current leader of shard 4" is what it changed to last, where lines tell of changes.
    const last = { query: { take: 'last' as const }, kind: 'turned' as const };
    return [
      turned('new', `${by} ${where}`),
      { ...last, groups: { by, where } },
      // "docmill 2.8.0 starting".
      ...(by.toLowerCase() === 'version' ? [{ ...last, groups: { by: where } }] : []),
    ];
  });
  if (notAValue.test(question) || isYesOrNo.test(question)) return current;
  for (const [which, patterns] of [
    ['both', ofBoth],
    ['old', ofOld],
    ['new', ofNew],
  ] as const) {
    const pattern = patterns.find((one) => one.test(question));
    if (pattern === undefined) continue;
    const groups = pattern.exec(question)?.groups;
    const what = nameIn(groups?.what ?? question.replace(pattern, ' '));
    // "Before and after ada changed it": who did may choose one of several changes.
    const by = nameIn((groups?.tail ?? '').replace(ofChange, ' '));
    const narrower = what === '' || by === '' ? [] : [turned(which, `${what} ${by}`)];
    if (what !== '') return [...narrower, turned(which, what), ...current];
  }
  const told = changeIn(question);
  if (told !== undefined) return [told, ...current];
  // "What was it before the reload", "in force at 10:30", where the moment is read already.
  const isThen = times.some(({ kind }) => kind === 'before' || kind === 'after') && asking.test(question);
  const isAt = times.some(({ kind }) => kind === 'around') && held.test(question);
  const what = isThen || isAt ? nameIn(question) : '';
  return what === '' ? current : [turned('new', what), ...current];
}

/** "Before ada set it to 40": the words that say which change is meant are on its line. */
function changeIn(question: string): SettingAsked | undefined {
  const { what = '', side, tail = '' } = besideChange.exec(question)?.groups ?? {};
  if (!changeVerb.test(tail)) return undefined;
  const [name, which] = [nameIn(what), nameIn(tail.replace(ofChange, ' ').replace(changeVerb, ' '))];
  if (name === '' || which === '') return undefined;
  return turned(side === 'before' ? 'old' : 'new', `${name} ${which}`);
}
const besideChange = new RegExp(`^(?<what>.+?) ${justBefore}(?<side>before|after) (?<tail>\\S.*)$`, 'i');
const changeVerb = new RegExp(`\\b${changeVerbs}\\b`, 'i');

const turned = (which: 'new' | 'old' | 'both', where: string): SettingAsked => ({
  query: ofSide[which],
  groups: { where },
  kind: 'turned',
});
const ofSide = {
  new: { take: 'last', by: newValue },
  old: { take: 'first', by: oldValue },
  both: { take: 'last', by: newValue, beside: oldValue },
} as const;

/** The name of the setting: a few words. */
function nameIn(text: string): string {
  const name = text
    .replace(asking, ' ')
    .replace(holding, ' ')
    .replace(inForce, ' ')
    .replace(new RegExp(`\\b${changeVerbs}\\b`, 'gi'), ' ')
    .replace(/[:,]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return name.split(' ').length > mostWords ? '' : name;
}
const mostWords = 5;

const ask = '(?:(?:to )?(?:what|which value) (?:is|was|were) |which (?:is|was) |who (?:is|was) )?(?:the |its )?';
const now = '(?: (?:now|right now|currently|at the end|last|then))*';
const noun = '(?<by>[\\w.-]+)';
/** What a field says of something last: "the current leader of shard 4". */
const stated: readonly RegExp[] = [
  new RegExp(`^${ask}(?:current|latest|last|final|present) ${noun} of (?:the )?(?<where>.+?)${now}$`, 'i'),
  new RegExp(`^${ask}${noun} of (?:the )?(?<where>.+?) (?:now|right now|currently|at the end)$`, 'i'),
];
const statedThen: readonly RegExp[] = [
  /^what (?:is|was) the (?<by>version)(?<where>)$/i,
  new RegExp(`^${ask}${noun} of (?:the )?(?<where>.+)$`, 'i'),
];

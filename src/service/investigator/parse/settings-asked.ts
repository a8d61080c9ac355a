import { newValue, oldValue } from '../facts/turns.ts';
import type { Query } from '../query/query.ts';
import type { Groups } from './reading.ts';

const ask = '(?:(?:to )?(?:what|which value) (?:is|was|were) |which (?:is|was) |who (?:is|was) )?(?:the |its )?';
const value = '(?:values? |settings? )?(?:of )?(?:the )?';
const change =
  '(?:(?:it|they) (?:was|were|got) (?:first )?changed|(?:it )?(?:first )?changed|(?:the|its|that) (?:first )?change)';
const now = '(?: (?:now|right now|currently|at the end|last|then))*';

/** What something was changed to. */
const changedTo: readonly RegExp[] = [
  /^from (?:what|which)(?: \w+)? to (?:what|which)(?: \w+)? (?:was|were|is|has|did) (?:the )?(?<what>.+?) (?:been )?(?:changed|change|go|set|switch(?:ed)?|moved?|turn(?:ed)?)$/i,
  new RegExp(`^${ask}old and (?:the )?new ${value}(?<what>\\S+(?: \\S+)?)$`, 'i'),
  new RegExp(
    `^${ask}${value}(?<what>.+?)(?: set to)? before and after(?: ${change}| (?:the|its|that) \\S+(?: \\S+)?)?$`,
    'i',
  ),
  /^(?<what>.+?):? (?:the )?old(?: value)? ?(?:and|to|vs\.?|\/) ?new(?: value)?$/i,
  new RegExp(`^${ask}(?:new|current|latest|present) ${value}(?<what>[\\w.-]+)${now}$`, 'i'),
  new RegExp(
    `^(?:what|to (?:what|which value)) (?:is|was) (?<what>.+?) (?:set to|changed to|changed last|changed)${now}$`,
    'i',
  ),
  new RegExp(`^(?:${ask}|how (?:many|much) )${value}(?<what>[\\w.-]+)(?: set to)? after ${change}$`, 'i'),
];
/** What it was before. */
const changedFrom: readonly RegExp[] = [
  new RegExp(`^${ask}(?:old|previous|initial|original|former) ${value}(?<what>[\\w.-]+)$`, 'i'),
  new RegExp(`^${ask}${value}(?<what>.+?)(?: set to)? before ${change}$`, 'i'),
  /^from (?:which|what)(?: value)? was (?<what>.+) changed$/i,
  /^(?:which|what) (?:state|status|value) did (?<what>.+) have (?:at|in) the (?:beginning|start)$/i,
];

const noun = '(?<by>[\\w.-]+)';
/** What a field says of something last: "the current leader of shard 4". */
const stated: readonly RegExp[] = [
  new RegExp(`^${ask}(?:current|latest|last|final|present) ${noun} of (?:the )?(?<where>.+?)${now}$`, 'i'),
  new RegExp(`^${ask}${noun} of (?:the )?(?<where>.+?) (?:now|right now|currently|at the end)$`, 'i'),
];
const statedThen: readonly RegExp[] = [
  new RegExp(`^${ask}${noun} of (?:the )?(?<where>.+)$`, 'i'),
  new RegExp(`^(?:in|on|at) (?:which|what) ${noun} (?:was|is) (?:the )?(?<where>.+)$`, 'i'),
  new RegExp(`^(?:which|what) ${noun} (?:did|does|do) (?:the )?(?<where>.+?) (?:have|hold)$`, 'i'),
];

export interface SettingAsked {
  query: Pick<Query, 'take' | 'by'>;
  groups: Groups;
  kind: 'turned';
}

/** What something is set to or said to be, was before, or was at a moment. */
export function settingsIn(question: string, isOfMoment: boolean): SettingAsked[] {
  const found = (patterns: readonly RegExp[], query: SettingAsked['query']) =>
    patterns.flatMap((pattern) => {
      const { what, by, where = what } = pattern.exec(question)?.groups ?? {};
      return where === undefined
        ? []
        : [{ query, groups: by === undefined ? { where } : { by, where }, kind: 'turned' as const }];
    });
  const says = isOfMoment ? [...stated, ...statedThen] : stated;
  return [
    ...found(changedTo, { take: 'last', by: newValue }),
    ...found(changedFrom, { take: 'first', by: oldValue }),
    ...found(says, { take: 'last' }).flatMap((one) => [turned(one), one]),
  ];
}

/** "The current leader of shard 4" is what it changed to last, where lines tell of changes. */
const turned = ({ groups: { by, where }, ...one }: SettingAsked): SettingAsked => ({
  ...one,
  query: { ...one.query, by: newValue },
  groups: { where: `${by} ${where}` },
});

/** Verbs that say that something was changed, in all their forms. */
export const changeVerbs = String.raw`(?:chang\w+|alter\w*|edit\w*|switch\w*|flip\w*|transition\w*|went|go(?:es)?|mov\w+|turn\w*|updat\w+|modif\w+|adjust\w*|set|put|wrote|rais\w+|lower\w*|(?:re-?)?(?:scal|siz)\w+|grew|grow\w*|shr[aiu]nk\w*|increas\w+|decreas\w+|reduc\w+|bump\w*|promot\w+|demot\w+|(?:up|down)grad\w+|migrat\w+|deploy\w*|roll\w* back|failover)`;

const doerFields =
  /^(?:(?:changed|set|updated|modified|requested)_?)?(?:by|user|username|actor|operator|author|login)$/i;
const person = String.raw`["']?(?:(?:operator|user|admin|engineer|technician) )?(?<who>\w(?:[\w.@-]{0,58}\w)?)["']?`;
const doerAfter = new RegExp(
  String.raw`\b(?:by|user|requested by|actor|operator|^(?:order|command|request) from)[ =:]+${person}`,
  'i',
);
const doerInBrackets =
  /\((?:uid|source) (?<who>[\w.@-]{1,60})\)|\s\[(?<person>[a-z][\w.@-]{1,60})\]$|\bvia (?<means>[a-z][\w.-]{1,40})$/i;
const doerFirst = new RegExp(
  `^(?:[a-z]{3,20}: )?(?:(?:operator|user|admin|engineer|technician) )?(?<who>\\w(?:[\\w.@-]{0,58}\\w)?) (?:has )?(?=${changeVerbs}\\b(?! (?:from|to)\\b| ?[>=-]))`,
  'i',
);
/** Who did it, as it is told behind what was done. */
export const doerClause =
  /[,(]? ?(?:\((?:requested )?by|\b(?:requested by|by|actor|panel user|user|operator))[ =:]+["']?[\w.@-]{1,60}["']?\)?/gi;

/** Who changed something, where a line says so of a change. */
export function doerIn(message: string, values: ReadonlyMap<string, string | number>): string | undefined {
  for (const [field, value] of values) if (doerFields.test(field) && value !== '') return String(value);
  const told = doerAfter.exec(message)?.groups?.who ?? doerFirst.exec(message)?.groups?.who;
  const { who, person: beside, means } = told === undefined ? (doerInBrackets.exec(message)?.groups ?? {}) : {};
  return told ?? who ?? beside ?? means;
}

import { start } from '../facts/begins.ts';
import { nameOfReason } from '../facts/reason.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import { stateIn } from '../facts/state-in.ts';
import { isTry, tries } from '../facts/tries.ts';
import type { Condition, Query } from '../query/query.ts';
import { lines } from './about-lines.ts';
import { type EventSaid, type Frame, forms } from './frame.ts';
import { linesMeant } from './lines-meant.ts';
import { count, kindOf, meant, noun, ofThem, part, startedWords, them, what } from './operation-meant.ts';
import { when } from './said-in-forms.ts';
import { columnHolding, serialHolding } from './things-named.ts';
import { isToldOf } from './told-words.ts';

/** Most of them at the same time. */
const atOnce: Frame['plain'] = ({ Lines = '' }, _, schema) => {
  const about = linesMeant(Lines, schema);
  if (about?.operation === undefined || about.where.some(({ field }) => field === 'outcome')) return undefined;
  const state = stateOf(about.operation, schema);
  return { query: { take: 'overlap', state, where: [...about.where] }, taken: about.taken };
};
/** Sessions of which no line tells how they came out are opened and closed. */
const stateOf = (column: Column, schema: Schema): string =>
  schema.operations.includes(column) || stateIn(schema, 'open') === undefined ? 'running' : 'open';
const otherReason: Frame['plain'] = ({ Why = '' }, [event], schema) => {
  const reason = schema.columns.find(({ name, isNumber }) => !isNumber && nameOfReason.test(name));
  if (reason === undefined) return undefined;
  return ofThem(event, schema, () => ({ field: reason.name, is: '!=', value: Why }));
};

const hasOutcome: Condition = { field: 'outcome', is: 'has', value: '*' };
const isOf = (event: EventSaid | undefined): Condition => ({
  field: 'outcome',
  is: '=',
  value: event?.outcome ?? 'failed',
});

/** "Rejected ones out of rejected and acknowledged ones" is the share of those that failed, of each where a noun says whose. */
const share: Frame['plain'] = ({ Noun }, [part, ...all], schema) => {
  const outcomes = new Set(all.map((one) => one.outcome));
  const isWhole = all.length === 0 || (outcomes.size === 2 && !outcomes.has(undefined));
  const about = meant(part, schema);
  if (!isWhole || about === undefined || part?.outcome === undefined) return undefined;
  const by = Noun === undefined ? undefined : kindOf(Noun, schema, about.operation);
  if (Noun !== undefined && by === undefined) return undefined;
  const where = about.where.map((one) => (one.field === 'outcome' ? hasOutcome : one));
  const query: Query = { take: 'share', of: about.operation.name, where, against: [isOf(part)] };
  return { query: by === undefined ? query : { ...query, by: by.name, order: 'most' }, isSure: true };
};
const shareOfEnded: Frame['plain'] = (slots, [all, part], schema) =>
  all?.outcome === undefined && part !== undefined ? share(slots, [part], schema) : undefined;

/** "What percentage of calls was answered": of those the program numbers, how many have a line that says so. */
const sharePart: Frame['plain'] = ({ Said = '' }, [event], schema) => {
  const telling: Condition = { field: 'words', is: 'has', value: Said };
  const isTold = event !== undefined && isToldOf(schema, Said);
  const about = isTold ? meant(event, schema) : undefined;
  return (
    about && {
      query: { take: 'share', of: about.operation.name, where: about.where, against: [telling] },
      isSure: true,
    }
  );
};

/** One after another, with none that came out otherwise between them. */
const inARow: Frame['plain'] = (_, [event, other], schema) => {
  const about = meant(event, schema);
  if (about === undefined || event?.outcome === undefined || other?.outcome === event.outcome) return undefined;
  const where = about.where.map((one) => (one.field === 'outcome' ? hasOutcome : one));
  return { query: { take: 'streak', where, against: [isOf(event)] }, isSure: true };
};

/** Those of which no line tells how they came out. */
const open =
  (take: 'count' | 'state'): Frame['plain'] =>
  (_, [event], schema) => {
    const about = event?.outcome === undefined ? meant(event, schema) : undefined;
    const atMs = schema.clock?.lastMs;
    if (about === undefined || atMs === undefined || about.where.length > 1) return undefined;
    const query: Query =
      take === 'count'
        ? { take, state: 'running', where: about.where, atMs }
        : { take, state: 'running', where: [], by: about.operation.name, atMs };
    return { query };
  };

/** That were tried again, or were not. */
const tried =
  (is: '>=' | '<'): Frame['plain'] =>
  ({ Try = '' }, [event], schema) => {
    const words = Try.toLowerCase().split(' ');
    const isAsked = isTry(words.at(-1) ?? '') || isTry(words.slice(-2).join(' '));
    return isAsked && columnNamed(schema, tries) !== undefined
      ? ofThem(event, schema, () => ({ field: tries, is, value: '1' }))
      : undefined;
  };
const triesOfOne: Frame['plain'] = ({ Try = '', I = '' }, _, schema) => {
  const { operation } = schema;
  if (operation === undefined || !isTry(Try.split(' ').at(-1) ?? '') || columnNamed(schema, tries) === undefined)
    return undefined;
  return { query: { take: 'max', of: tries, where: [{ field: operation.name, is: '=', value: I }] }, isSure: true };
};

/** Whether two of them ran at the same time. */
const together: Frame['plain'] = ({ I = '', I2 = '' }, _, schema) => {
  const operation = serialHolding([I, I2], schema);
  if (operation === undefined) return undefined;
  const [one, other] = [I, I2].map((value): Condition => ({ field: operation.name, is: '=', value }));
  return (
    one && other && { query: { take: 'overlap', state: stateOf(operation, schema), where: [one], against: [other] } }
  );
};

/** Whether all came out well: that none failed. */
const allWell: Frame['plain'] = ({ V }, [event], schema) => {
  const about = event === undefined ? undefined : meant({ ...event, said: '', outcome: 'failed' }, schema);
  const { operation } = schema;
  const own = V === undefined ? undefined : columnHolding(V, schema);
  if (about !== undefined) return { query: { take: 'exists', where: about.where, expects: 'none' } };
  if (operation === undefined || own === undefined) return undefined;
  const where: Condition[] = [
    { field: operation.name, is: 'has', value: '*' },
    { field: 'outcome', is: '=', value: 'failed' },
    { field: own.name, is: '=', value: V ?? '' },
  ];
  return { query: { take: 'exists', where, expects: 'none' } };
};

const lineOfOne: (take: 'first' | 'last') => Frame['plain'] =
  (take) =>
  ({ I = '' }, _, { operation }) =>
    operation && { query: { take, where: [{ field: operation.name, is: '=', value: I }] }, isSure: true };

/** Counted by the lines on which they began. */
const begun: Frame['plain'] = ({ When }, [event], schema) => {
  if (event?.outcome !== undefined || columnNamed(schema, start) === undefined) return undefined;
  const asked = ofThem(event, schema, () => ({ field: start, is: 'has', value: '*' }));
  return asked && { ...asked, at: When?.trim() ?? '' };
};
const begunAt =
  (take: 'first' | 'last'): Frame['plain'] =>
  (slots, events, schema) => {
    const asked = begun(slots, events, schema);
    if (asked === undefined || typeof asked === 'string') return undefined;
    const { of: _, ...query } = asked.query;
    return { ...asked, query: { ...query, take } };
  };

const atEnd = '(?: (?:when|as) the (?:log|file) (?:stops|ends)| at the (?:very )?end(?: of the (?:log|file))?)?';
const remark = '(?: ?\\(.*\\))?';
const tryWords = '(?<Try>[a-z-]+(?: [a-z-]+){0,3}?)';
const started = `(?:${startedWords})`;
const least = '(?:at least one|one or more|some|any|an?)';

/** Forms that ask how what the program numbers came out, how often it was tried, and when it began. */
export const framesOfOperations: readonly Frame[] = (
  [
    [`(?:failure rate:? )?{Ea} out of {Eb} (?:\\+|and|plus) {Ec}(?:,? (?:in|as) (?:percent|%|a percentage))?`, share],
    [
      `${part} (?:all |the )*{E} (?:(?:that )?(?:was|were|got|are|is|have been) )(?<Said>[a-z]+(?:ed|en|nt))`,
      sharePart,
    ],
    [
      `of (?:the )?{Eall} with an (?:outcome|end|result)${remark},? what (?:percentage|share|percent|part|%) (?:were|was|are) {Ea}`,
      shareOfEnded,
    ],
    [
      `which ${noun} (?:has|had) the (?:highest|largest|worst|biggest) (?:share|percentage|rate|part) of {Ea}(?: ?\\(out of {Eb} (?:\\+|and|plus) {Ec}\\))?`,
      share,
    ],
    [`which ${noun} (?:has|had) the (?:highest|largest|worst|biggest) (?:share|percentage|rate|part) of {Ea}`, share],
    [
      `${what}(?:longest|biggest|largest) (?:run|streak|series) of {Ea} in a row with none of (?:the )?{Eb} in between`,
      inARow,
    ],
    [`${what}(?:longest|biggest|largest) (?:run|streak|series) of {Ea} in a row`, inARow],
    [
      `(?:which|what|ids of|list) ${them} (?:are |were )?(?:(?:have|had|has) no outcome|still open|never ended|without (?:any|an) outcome)(?: logged)?${remark}${atEnd}`,
      open('state'),
    ],
    [
      `${them} (?:without (?:any|an) outcome|(?:that are |that were )?still open)(?: logged)?${atEnd}[:,]? how many`,
      open('count'),
    ],
    [
      `${count} ${them} (?:were |are |had |have )?(?:without (?:any|an) outcome|still open|no outcome)(?: logged)?${remark}${atEnd}`,
      open('count'),
    ],
    [
      `${count} ${them} (?:had|have|needed|saw|took|went through|with) ${least} ${tryWords}(?: first| before(?:hand)?)?`,
      tried('>='),
    ],
    [`${count} ${them} (?:had|have|needed|saw|with) (?:no|not a single|zero) ${tryWords}(?: at all)?`, tried('<')],
    [`${count} ${them} without (?:a single |any |an? )?${tryWords}`, tried('<')],
    [`${them} without (?:a single |any |an? )?${tryWords}[:,]? how many`, tried('<')],
    [`how many ${tryWords} did (?:[a-z]+ )*{I} (?:have|need|take|see|go through)`, triesOfOne],
    [`(?:number of )${tryWords} (?:for|of) (?:[a-z]+ )*{I}`, triesOfOne],
    [`${count} ${started} {E}(?: (?:are|were) there| did we have| do we see)?${when}`, begun],
    [`${started} {E}${when}[:,]? (?:-+ )?how many`, begun],
    [`(?:when (?:was|is)|time of) the first ${started} {E}`, begunAt('first')],
    [`(?:when (?:was|is)|time of) the (?:last|latest|most recent) ${started} {E}`, begunAt('last')],
    [
      `${what}(?:peak|max(?:imum)?|highest|largest)(?: number| count)? of (?:concurrent|simultaneous|parallel) ${lines}`,
      atOnce,
    ],
    [`${what}(?:peak|max(?:imum)?|highest) (?:number of )?(?:concurrent|simultaneous|parallel) ${lines}`, atOnce],
    [
      `how many ${lines} (?:overlapped|(?:were |was )?(?:running|open|active|in progress|under way)(?: at once| at the same time| in parallel| concurrently)) at (?:most|peak)`,
      atOnce,
    ],
    [
      `(?:what is |what was )?the (?:most|highest number of|largest number of) ${lines} (?:that )?(?:(?:were|was|ran) )?(?:in progress|running|open|active|under way|in flight)? ?(?:at (?:the same time|once|any (?:one )?(?:time|moment))|concurrently|simultaneously|in parallel)`,
      atOnce,
    ],
    [
      `at (?:the (?:busiest|peak) (?:moment|time|point)|peak),? how many (?<Lines>[a-z][a-z -]{2,40}?) (?:were|ran) (?:active|open|running|in progress|under way|going on)?(?: ?(?:simultaneously|concurrently|at once|at the same time|in parallel))?`,
      atOnce,
    ],
    [`how many ${lines} (?:were |ran )?(?:at once|at the same time|in parallel|concurrently) at (?:most|peak)`, atOnce],
    [
      `(?:did|does|do) (?:[a-z]+ )*{I} (?:overlap|coincide|run (?:at the same time|in parallel|concurrently|together))(?: with| as)? (?:[a-z]+ )*{I2}`,
      together,
    ],
    [
      `(?:were|was|did|are) (?:[a-z]+ )*{I} and (?:[a-z]+ )*{I2} (?:ever )?(?:(?:[a-z]+ ){0,3}(?:at the same time|simultaneously|concurrently|in parallel|at once)|overlap(?:ping|ped)?)(?: in time)?`,
      together,
    ],
    [`${count} {E} (?:had|have|with) (?:an? |another )?(?:reason|cause) other than "(?<Why>[^"]+)"`, otherReason],
    [
      `(?:did|does|has) {V} always (?:succeed(?:ed)?|work(?:ed)?|pass(?:ed)?|finish(?:ed)?|complete[d]?)(?: successfully| fine| well| ok)?`,
      allWell,
    ],
    [
      `did (?:every|all|each)(?: of)?(?: the)? (?:${startedWords} )?{E} (?:succeed|work|pass|finish|complete|end|go)(?: successfully| fine| well| ok)?`,
      allWell,
    ],
    [`(?:when|at what time) was (?:[a-z]+ )*{I} (?:done|finished|completed|over|through)`, lineOfOne('last')],
    [`${what}start(?:ing)? time of (?:[a-z]+ )*{I}`, lineOfOne('first')],
    [`(?:when|at what time) did (?:[a-z]+ )*{I} (?:start|begin)`, lineOfOne('first')],
    [`${what}end(?:ing)? time of (?:[a-z]+ )*{I}`, lineOfOne('last')],
    [`(?:when|at what time) did (?:[a-z]+ )*{I} (?:end|finish|complete|stop)`, lineOfOne('last')],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));

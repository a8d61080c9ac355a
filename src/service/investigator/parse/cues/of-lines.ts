import { start } from '../../facts/begins.ts';
import { failedWord, succeededWord } from '../../facts/lexicon.ts';
import { nameOfReason } from '../../facts/reason.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import { stem } from '../../facts/stem.ts';
import { tries } from '../../facts/tries.ts';
import { type Condition, isOfAny, type Query } from '../../query/query.ts';
import { compile } from '../../run/conditions.ts';
import { thingCalled } from '../columns-called.ts';
import { counted } from '../counted.ts';
import { outcomeSaid } from '../event-asked.ts';
import { namesOperation } from '../in-file-words.ts';
import type { LinesMeant } from '../lines-meant.ts';
import { numberOf } from '../number-stated.ts';
import { type Asked, timeOf } from '../operation-meant.ts';
import { reasonOn } from '../reasons-given.ts';
import { inUnitOf, kindOn } from '../said-in-forms.ts';
import { thingOn } from '../things-named.ts';
import { isOfEach } from './cues.ts';
import { anyMark } from './names-said.ts';
import type { Told } from './told.ts';

/** All that is known of the lines a question is about. */
interface About extends Told {
  lines: LinesMeant;
  own: readonly Condition[];
  where: readonly Condition[];
  schema: Schema;
}
type Way = (about: About) => Query | undefined;

const hasOutcome: Condition = { field: 'outcome', is: 'has', value: '*' };
const hasBegun: Condition = { field: start, is: 'has', value: '*' };
const hasFailed: Condition = { field: 'outcome', is: '=', value: 'failed' };
const isOutcome = ({ field }: Condition): boolean => field === 'outcome';

/** What lines tell apart by a noun: on themselves, or on others of what they number. */
function rowsBy(noun: string | undefined, { lines, schema }: About): Column | undefined {
  if (noun === undefined) return undefined;
  const serial = thingCalled(schema, noun.split(' ').at(-1)?.toLowerCase() ?? '');
  if (serial?.isSerial === true && lines.isOfWords === true) return serial;
  if (lines.isOfWords === true && namesOperation(noun, schema)) return schema.operation;
  return (
    thingOn(noun, lines, schema) ??
    (lines.operation && kindOn(noun, schema, (record) => lines.operation?.read(record) !== undefined, lines.operation))
  );
}

const share: Way = (about) => {
  const { lines, own, where, cues } = about;
  if (!cues.asks.has('share') || cues.bound !== undefined || lines.isOfWords === true) return undefined;
  const [one, second] = own;
  const outcome = lines.where.find(isOutcome);
  const of = counted(lines);
  if (second !== undefined) return undefined;
  // "Of the charges of A, what part failed": how they came out is asked, and A is whose.
  const behind = cues.rest.split(new RegExp(anyMark)).at(-1) ?? '';
  // "Share of A in all charges that failed".
  const isPart = new RegExp(`^\\W*(?:of )?${anyMark} (?:in|among|of|out of)\\b`).test(cues.rest);
  const isOfOutcome =
    !isPart && outcome !== undefined && behind.split(' ').some((word) => outcomeSaid(word, about.schema) !== undefined);
  if (one !== undefined && !isOfOutcome) return { take: 'share', ...of, where: [...lines.where], against: [one] };
  if (outcome === undefined) return undefined;
  const by = rowsBy(cues.which ?? cues.per, about);
  if ((cues.which ?? cues.per) !== undefined && by === undefined) return undefined;
  const all = where.map((each) => (isOutcome(each) ? hasOutcome : each));
  return {
    take: 'share',
    ...of,
    where: all,
    against: [outcome],
    ...(by === undefined
      ? {}
      : { by: by.name, ...(isOfEach(cues) && cues.order === undefined ? {} : { order: cues.order ?? 'most' }) }),
  };
};

/** One after another that came out so, with none between them that came out otherwise. */
const inARow: Way = (about) => {
  const { cues, lines, own } = about;
  const outcome = lines.where.find(isOutcome);
  if (!cues.asks.has('streak') || outcome === undefined) return undefined;
  const by = rowsBy(cues.which, about);
  if (cues.which !== undefined && by === undefined) return undefined;
  const where = [...lines.where.map((one) => (isOutcome(one) ? hasOutcome : one)), ...own];
  return {
    take: 'streak',
    where,
    against: [outcome],
    ...(by === undefined ? {} : { by: by.name, order: cues.order ?? 'most' }),
  };
};

/** How long they took, or what else they state a number of. */
const figures: Way = (about) => {
  const { cues, lines, where } = about;
  const { asks, stat, order, bound, which, per } = cues;
  const column = numberMeant(about);
  if (column === undefined) return ofSpans(about);
  if (bound !== undefined) {
    const beyond: Condition = { field: column.name, is: bound.is, value: inUnitOf(column, bound.value) };
    if (asks.has('share')) return { take: 'share', ...counted(lines), where: [...where], against: [beyond] };
    const take = asks.has('exists') ? 'exists' : 'count';
    return { take, ...(take === 'count' ? counted(lines) : {}), where: [...where, beyond] };
  }
  const noun = which ?? per;
  const query: Asked | undefined =
    stat ??
    (asks.has('long') && order !== undefined && which !== undefined
      ? { take: order === 'least' ? 'min' : 'max' }
      : (asks.has('long') || about.figure !== undefined) && about.isOfOne
        ? { take: 'max' }
        : about.figure !== undefined && order !== undefined && which !== undefined
          ? { take: !isNounOf(which, lines) ? 'sum' : order === 'least' ? 'min' : 'max' }
          : undefined);
  if (query === undefined) return undefined;
  const isOfThem =
    noun === undefined ? asks.has('id') || cues.isOfThing === true || cues.limit !== undefined : isNounOf(noun, lines);
  const by = isOfThem ? lines.operation : rowsBy(noun, about);
  if (noun !== undefined && by === undefined) return undefined;
  // Per thing of which each line tells one: over all of them.
  const isOfAll = which === undefined && by?.isSerial === true && !isOfThem;
  const ranked =
    by === undefined || isOfAll
      ? {}
      : { by: by.name, ...(which === undefined && !isOfThem ? {} : { order: order ?? 'most' }) };
  return { ...query, of: column.name, where: [...where], ...ranked } as Query;
};

/** Of what no line tells how long it took: from the first line to the last. */
function ofSpans({ cues, lines, where }: About): Query | undefined {
  const { asks, stat, order, bound, which, per } = cues;
  const isOfThem = cues.isOfThing === true || (which !== undefined && isNounOf(which, lines));
  if (lines.operation === undefined || !asks.has('long') || !isOfThem || bound !== undefined || per !== undefined)
    return undefined;
  if (stat?.take !== 'max' && stat?.take !== 'min') return undefined;
  return {
    take: 'longest',
    state: 'running',
    where: [...where],
    order: order ?? (stat.take === 'min' ? 'least' : 'most'),
  };
}

/** "Which run": the noun is theirs. */
const isNounOf = (noun: string, { operation }: LinesMeant): boolean => {
  const words = noun.toLowerCase().split(' ');
  // "Backup job", where each has the number of a backup.
  const kept =
    words.length > 1 && /^(?:job|run|task|number|id)s?$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  const own = operation?.name.toLowerCase().split(/[ _]/) ?? [];
  return [kept, words].some((some) => own.includes(some.at(-1)?.replace(/s$/, '') ?? ''));
};

function numberMeant({ cues, lines, figure, schema }: About): Column | undefined {
  const { asks, bound } = cues;
  const isOfTime =
    asks.has('long') ||
    (bound !== undefined && /^\d[\d.]*(?:ms|s|sec|seconds?|m|min|minutes?|h|hours?)$/i.test(bound.value));
  if (figure !== undefined) return figure;
  if (isOfTime && lines.operation !== undefined) return timeOf(lines.operation, schema);
  if (isOfTime) return numberOf('time', lines, schema)?.column;
  return undefined;
}

/** Why: of each, or of most. */
const reasons: Way = ({ cues, lines, own, where, schema, isOfOne }) => {
  const { asks, order, per } = cues;
  // "Whose cause was a timeout": the reason is said, and not asked.
  if (!asks.has('why') || own.some(({ field }) => nameOfReason.test(field))) return undefined;
  const failed = [...where.filter((one) => !isOutcome(one)), hasFailed];
  const held = isOfOne && !schema.sample.some(compile([...where], schema)) ? [own] : [where, failed];
  for (const some of held) {
    const reason = reasonOn({ ...lines, where: some }, schema);
    if (reason === undefined) continue;
    const asked = { where: [...some] };
    if (cues.isOfEach === true) return { ...asked, take: 'count', by: reason.name };
    if (asks.has('distinct') || asks.has('count')) return { ...asked, take: 'distinct', of: reason.name };
    if (order !== undefined) return { ...asked, take: 'count', by: reason.name, order };
    return per === undefined
      ? { ...asked, take: 'values', of: reason.name }
      : { ...asked, take: 'count', by: reason.name };
  }
  return undefined;
};

/** How many are under way then, or which when the file ends. */
const underWay: Way = ({ cues, lines, own, isAt, schema, names }) => {
  const { operation } = lines;
  const { asks } = cues;
  if (operation === undefined) return undefined;
  const has: Condition = { field: operation.name, is: 'has', value: '*' };
  if (asks.has('together')) {
    const [one, other, more] = names([]);
    if (one !== undefined && other !== undefined && more === undefined && one.field === operation.name)
      return { take: 'overlap', state: 'running', where: [one], against: [other] };
    return own.length === 0 ? { take: 'overlap', state: 'running', where: [has] } : undefined;
  }
  const isOfEnd = asks.has('open') && !isAt;
  if (!isOfEnd && !(asks.has('running') && isAt)) return undefined;
  if (own.length > 0 || lines.where.some(isOutcome)) return undefined;
  const at = isOfEnd ? { atMs: schema.clock?.lastMs } : {};
  if (isOfEnd && at.atMs === undefined) return undefined;
  return asks.has('count')
    ? ({ take: 'count', state: 'running', where: [has], ...at } as Query)
    : ({ take: 'state', state: 'running', where: [], by: operation.name, ...at } as Query);
};

/** One line of each of what is numbered: the one that begins it. */
function onceEach({ lines, schema }: Pick<About, 'lines' | 'schema'>): readonly Condition[] {
  const begins =
    lines.operation !== undefined && lines.where.every(isOfAny) && columnNamed(schema, start) !== undefined;
  return begins ? [...lines.where, { field: start, is: 'has', value: '*' }] : lines.where;
}

/** Which of two, or of all, has more. */
const ranks: Way = (about) => {
  const { cues, lines, own } = about;
  const { asks, order, which, per } = cues;
  const [one, ...more] = own;
  const [other, third] = more;
  // "How many more on A than on B".
  if (asks.has('more') && asks.has('count') && one !== undefined && other?.field === one.field && third === undefined)
    return { take: 'compare', ...counted(lines), where: [...lines.where, one], against: [...lines.where, other] };
  if (one !== undefined && more.length > 0 && more.every(({ field }) => field === one.field))
    return asks.has('exists') || (order === undefined && !asks.has('more'))
      ? undefined
      : third === undefined && other !== undefined && !asks.has('id') && cues.stat === undefined
        ? { take: 'compare', ...counted(lines), where: [...lines.where, one], against: [...lines.where, other] }
        : {
            take: 'count',
            ...counted(lines),
            where: [...lines.where, { ...one, or: more.map(({ value }) => value).slice(0, 8) }],
            by: one.field,
            order: order ?? 'most',
          };
  const noun = which ?? per ?? (asks.has('who') ? 'who' : undefined);
  const by = rowsBy(noun, about);
  // "Which print job has the most pages": the pages are a number.
  if (noun !== undefined && order !== undefined && isNounOf(noun, lines) && by?.stems.has(stem(noun)) !== true)
    return undefined;
  if (asks.has('distinct') || (asks.has('count') && which !== undefined))
    return by && { take: 'distinct', of: by.name, where: [...about.where] };
  if (noun === undefined || by === undefined) return undefined;
  if (order !== undefined) return { take: 'count', ...counted(lines), where: [...about.where], by: by.name, order };
  return per === undefined ? undefined : { take: 'count', ...counted(lines), where: [...about.where], by: by.name };
};

/** What such lines number, where they are known by what they say. */
const numbered = (where: readonly Condition[], schema: Schema): Column | undefined =>
  schema.operations.find(({ name }) => where.some(({ field }) => field === name));

/** When, or which of them in the order of lines. */
const placed: Way = (about) => {
  const { cues, lines, where } = about;
  const { edges, nth, asks, which } = cues;
  const isOfOne = edges.size === 1 && asks.size === 0 && which === undefined && lines.operation !== undefined;
  const isOfNumber = isOfOne || asks.has('id') || (which !== undefined && isNounOf(which, lines));
  const by = isOfNumber
    ? (lines.operation ?? numbered(where, about.schema))
    : rowsBy(which ?? (asks.has('who') ? 'who' : undefined), about);
  if (which !== undefined && by === undefined) return undefined;
  if (edges.size === 2) return undefined;
  const [edge] = edges;
  if (edge === undefined && nth === undefined && !asks.has('when')) return undefined;
  if (asks.has('count') || (isOfNumber && by === undefined)) return undefined;
  // "When did the last one start": its later lines tell of other things.
  const isOfBegin = lines.operation !== undefined && edge === 'last' && asks.has('when') && ofBegin.test(cues.rest);
  const begins = isOfBegin && columnNamed(about.schema, start) !== undefined ? [hasBegun] : [];
  return {
    take: edge ?? 'first',
    ...(nth === undefined ? {} : { nth }),
    where: [...where, ...begins],
    ...(by === undefined ? {} : { by: by.name }),
  };
};

/** What one of them names. */
const named: Way = (about) => {
  const { cues, where, lines } = about;
  const { which, asks } = cues;
  const isOfThem = which !== undefined && isNounOf(which, lines);
  if (which === undefined || (isOfThem && about.isOfOne)) return undefined;
  const by = isOfThem ? lines.operation : rowsBy(which, about);
  return (
    by && {
      take: asks.has('never') ? 'never' : 'values',
      ...(asks.has('never') ? { by: by.name } : { of: by.name }),
      where: [...where],
    }
  );
};

/** By their names alone nothing is said of them. */
const isBare = ({ where }: LinesMeant): boolean =>
  !where.some(({ field, is }) => /^(?:words|text|outcome|level)$/.test(field) || /[<>]/.test(is));

const counts: Way = ({ cues, lines, where, isOfOne, schema }) => {
  const { asks, everyMs, order } = cues;
  if (asks.has('busiest') && everyMs !== undefined)
    return { take: 'count', everyMs, order: order ?? 'most', ...counted(lines), where: [...where] };
  if (asks.has('rate') && everyMs !== undefined)
    return {
      take: 'rate',
      everyMs,
      ...counted(lines),
      where: [...onceEach({ lines, schema }), ...where.filter((one) => !lines.where.includes(one))],
    };
  const isOfTries =
    isOfOne && columnNamed(schema, tries) !== undefined && /\b(?:re-?tr|attempt|again)/i.test(cues.rest);
  if (isOfTries) return { take: 'max', of: tries, where: [...where] };
  const isOfAllTries = asks.has('count') && where.some((one) => one.field === tries && isOfAny(one));
  if (isOfAllTries) return { take: 'sum', of: tries, where: where.filter(({ field }) => field !== tries) };
  // "How many different documents had a retry": each is counted once anyway.
  const isOfThem = asks.has('distinct') && cues.tried !== undefined && lines.operation !== undefined;
  if (asks.has('count') || isOfThem) return { take: 'count', ...counted(lines), where: [...where] };
  if (asks.has('exists') && lines.isOfWords !== true && isBare(lines)) return undefined;
  if (asks.has('exists'))
    return { take: 'exists', where: [...where], ...(asks.has('never') ? { expects: 'none' as const } : {}) };
  const thing = lines.operation ?? numbered(where, schema);
  if ((asks.has('list') || asks.has('id')) && cues.which === undefined && thing !== undefined && !isOfOne)
    return { take: 'values', of: thing.name, where: [...where] };
  return undefined;
};

const ofBegin = /\b(?:start(?:ed|ing)?|beg[aiu]n(?:ning)?|opened|initiated|launched)\b/i;
const ofEnd = /\b(?:end(?:ed|ing)?|over|finish(?:ed)?|completed?|done|through|closed?|stop(?:ped)?)\b/i;
/** When one of them began, or came to its end. */
const edgeOfOne: Way = ({ cues, own, isOfOne }) => {
  const { asks, rest } = cues;
  const isOfTime = asks.has('when') || /\b(?:time|timestamp)\b/i.test(rest);
  const [one, second] = own;
  if (!isOfOne || one === undefined || second !== undefined || !isOfTime || asks.size > 1) return undefined;
  const take = ofBegin.test(rest) ? 'first' : ofEnd.test(rest) ? 'last' : undefined;
  return take && { take, where: [one] };
};

/** From the first of them to the last, or the longest time with none. */
const between: Way = ({ cues, where }) =>
  cues.asks.has('gap')
    ? { take: 'gap', where: [...where] }
    : cues.asks.has('between') || (cues.edges.size === 2 && cues.asks.has('long'))
      ? { take: 'span', where: [...where] }
      : undefined;

const ways: readonly Way[] = [
  between,
  inARow,
  edgeOfOne,
  underWay,
  reasons,
  share,
  figures,
  ranks,
  placed,
  counts,
  named,
];

/** Those that were tried again, or were not: undefined where no line tells of another try. */
function withTries(lines: LinesMeant, { tried }: Told['cues'], schema: Schema): LinesMeant | undefined {
  if (tried === undefined) return lines;
  if (columnNamed(schema, tries) === undefined) return undefined;
  const condition: Condition = { field: tries, is: tried === 'some' ? '>=' : '<', value: '1' };
  return { ...lines, where: [...lines.where, condition] };
}

/** A query about lines, by what is asked of them. */
export function ofLinesMeant(meant: LinesMeant, told: Told, schema: Schema): Query | undefined {
  const tried = withTries(meant, told.cues, schema);
  if (tried === undefined) return undefined;
  const own = told
    .names(tried.where)
    .filter((one) => !tried.where.some(({ field, value }) => field === one.field && value === one.value));
  // "Ended as FAILED": the name says how they came out.
  const isNamed = own.some(({ value }) => failedWord.test(value) || succeededWord.test(value));
  const lines = isNamed ? { ...tried, where: tried.where.filter((one) => !isOutcome(one)) } : tried;
  const where = [...lines.where, ...own];
  const about: About = { ...told, lines, own, where, schema };
  for (const way of ways) {
    const query = way(about);
    if (query !== undefined) return query;
  }
  return undefined;
}

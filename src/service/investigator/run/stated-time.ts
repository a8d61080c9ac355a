import type { LogRecord } from '../facts/records.ts';
import { type Column, columnNamed, type Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import { compile } from './conditions.ts';

/** What is asked of times between lines, asked of the time that lines state. */
function asNumber(take: Query['take']): Query['take'] | undefined {
  if (take === 'longest') return 'max';
  if (take === 'duration') return 'sum';
  return /^(?:mean|median|percentile|sum|max|min)$/.test(take) ? take : undefined;
}

/** How long it took by the lines that say so, where no lines tell when it began: "succeeded in 6.6 s"; undefined where none or several do. */
export function inStatedTime(query: Query, schema: Schema): Query | undefined {
  const { state, order, by, take: asked, where: about, window, percent } = query;
  const take = asNumber(asked);
  if (take === undefined || state !== 'running') return undefined;
  const held = schema.sample.filter(compile(about, schema));
  const of = statedTimeOn(held, schema);
  if (of === undefined || !isNamedBeside(by, of, held, schema)) return undefined;
  // Of some lines, and not of all that the file has, unless it states one time.
  const isOfOne = about.length > 0 || by !== undefined || of.seen === 1;
  if (!isOfOne) return undefined;
  const isLeast = take === 'max' && order === 'least';
  return {
    take: isLeast ? 'min' : take,
    of: of.name,
    where: about,
    by,
    order: by === undefined ? undefined : order,
    window,
    percent,
  };
}

/** Whose time it is stands on the line that states it. */
function isNamedBeside(by: string | undefined, of: Column, held: Schema['sample'], schema: Schema): boolean {
  const column = columnNamed(schema, by);
  const isStated = (record: LogRecord) => of.read(record) !== undefined && column?.read(record) !== undefined;
  return by === undefined || held.some(isStated);
}

function statedTimeOn(held: Schema['sample'], { columns }: Schema): Column | undefined {
  const times = columns
    .filter(({ isNumber, unit }) => isNumber && unit.dimension === 'time')
    .map((column) => ({ column, count: held.filter((record) => column.read(record) !== undefined).length }))
    .filter(({ count }) => count > 0);
  const named = times.filter(({ column }) => ofTaking.test(column.name));
  const [finest, other] = named.sort((a, b) => a.column.unit.factor - b.column.unit.factor);
  if (finest !== undefined) return other === undefined || other.count === finest.count ? finest.column : undefined;
  const [only, second] = times;
  return only !== undefined && second === undefined && only.count >= held.length * mostly ? only.column : undefined;
}

const mostly = 0.8;
const ofTaking =
  /(?:^|[_. ])(?:took|dur|duration|elapsed|runtime|run_time|latency|time_taken|spent)(?:[_.]?(?:ms|millis|s|sec|us))?$/i;

import { columnNamed, type Schema } from '../facts/schema.ts';
import { newValue } from '../facts/turns.ts';
import type { Condition, Window } from '../query/query.ts';
import { compile } from '../run/conditions.ts';
import { aboutLines, counted, lines } from './about-lines.ts';
import { type Frame, forms } from './frame.ts';
import { changesOf } from './frames-of-values.ts';
import { linesMeant } from './lines-meant.ts';

/** When something happened that lines tell of once; undefined where that is not known. */
function momentOf(said: string, schema: Schema): number | undefined {
  if (!schema.isWhole) return undefined;
  const held = schema.sample.filter(
    compile(changeOf(said, schema) ?? linesMeant(plainly(said), schema)?.where ?? [], schema),
  );
  const [one, other] = held;
  return other === undefined ? one?.timeMs : undefined;
}

/** "Broker 2 going offline": what its line says. */
const plainly = (said: string): string => said.replace(/ (?:going|being|coming back|coming|becoming) /i, ' ');

/** "The change to CLIP-9", "the retention change": by what was set, or to what. */
function changeOf(said: string, schema: Schema): Condition[] | undefined {
  const { Value, Name } =
    /^(?:the )?(?:[a-z]+ )?(?:change|switch) to (?<Value>\S+)$|^(?:the )?(?<Name>\S.*?) (?:change|update)$/i.exec(said)
      ?.groups ?? {};
  const into = columnNamed(schema, newValue);
  if (into === undefined) return undefined;
  if (Name !== undefined) {
    const named = changesOf(Name, schema);
    return schema.sample.some(compile(named, schema)) ? named : undefined;
  }
  const shown = into.values.get((Value ?? '').toLowerCase())?.shown;
  return shown === undefined ? undefined : [{ field: newValue, is: '=', value: shown }];
}

const count =
  (windowOf: (slots: Readonly<Record<string, string>>, schema: Schema) => Window | undefined): Frame['plain'] =>
  (slots, _, schema) => {
    const about = linesMeant(slots.Lines ?? '', schema);
    const window = about && windowOf(slots, schema);
    return about && window && aboutLines(about, {}, { take: 'count', ...counted(about), window });
  };

const isBefore = (side = ''): boolean => /^(?:before|prior|preced|ahead|up to|until|by)/i.test(side);

/** From one line on, or up to it; the line itself is on neither side. */
const oneSided = count(({ Side, Moment = '' }, schema) => {
  const ms = momentOf(Moment, schema);
  if (ms === undefined) return undefined;
  return isBefore(Side) ? { toMs: ms - 1 } : { fromMs: ms + 1 };
});
const between = count(({ From = '', To = '' }, schema) => {
  const [from, to] = [momentOf(From, schema), momentOf(To, schema)];
  return from === undefined || to === undefined || to < from ? undefined : { fromMs: from + 1, toMs: to - 1 };
});

const side = '(?<Side>after|since|following|before|prior to|preceding|up to|until)';
const moment = '(?<Moment>[^,?]*[a-z][^,?]*?)';
const [from, to] = ['(?<From>[^,?]*[a-z][^,?]*?)', '(?<To>[^,?]*[a-z][^,?]*?)'];
const howMany = '(?:how many|count(?: of)?(?: the)?|number of)';
const there =
  '(?: (?:were|was|are|have been|had been|had|did we)(?: there| been)?(?: logged| seen| reported)?| do you (?:find|see)| came| happened| occurred| (?:were )?logged)?(?: there)?(?: been)?';

/** Forms that count lines on one side of something that happened once, or between two such things. */
export const framesOfSpans: readonly Frame[] = (
  [
    [`${side} ${moment},? ${howMany} ${lines}${there}`, oneSided],
    [
      `by the time (?<Side>)${moment},? ${howMany} ${lines}${there}`,
      (slots, events, schema) => oneSided({ ...slots, Side: 'by' }, events, schema),
    ],
    [`${howMany} ${lines}${there} ${side} ${moment}(?: - how many)?`, oneSided],
    [`${lines} ${side} ${moment}(?: -+|[:,]) how many`, oneSided],
    [`between ${from} and ${to},? ${howMany} ${lines}${there}`, between],
    [`${howMany} ${lines}${there} between ${from} and ${to}`, between],
    [`${howMany} ${lines} after ${from} and before ${to}`, between],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));

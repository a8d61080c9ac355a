import type { Schema } from '../facts/schema.ts';
import { hasAny, type Query } from '../query/query.ts';
import { measureOf, onlyNumber } from './compared-number.ts';
import { courseAsked } from './course-asked.ts';
import { nounOf, numberIn } from './named-columns.ts';
import type { Around, Understanding } from './parsed.ts';
import { windowOf } from './window.ts';

const form =
  /^(?:which|what)(?: of (?:the|our))? (?<noun>[a-z][a-z-]*)(?: (?:is|are|was|were|has|have|keeps?|been|still|always|steadily))* (?<way>[a-z]+(?: (?:up|out|low|lower|higher|larger|slower|faster|worse))?(?: memory)?)$/i;

/** "Which queue is piling up", "which worker leaks memory": of each, which way its number goes. */
export function growingAsked(question: string, { times }: Around, schema: Schema): Understanding | undefined {
  const { noun, way } = form.exec(question)?.groups ?? {};
  const course = way === undefined ? undefined : courseAsked(`is it ${way}`);
  const column = noun === undefined || course?.expects === undefined ? undefined : nounOf(noun, schema)?.column;
  if (column === undefined || course === undefined) return undefined;
  const called = course.adjective && measureOf(course.adjective);
  const number = called === undefined ? onlyNumber(schema, [hasAny(column.name)]) : numberIn(called, schema)?.column;
  if (number === undefined || number === column) return undefined;
  const query: Query = {
    take: 'trend',
    of: number.name,
    where: [],
    by: column.name,
    order: course.expects === 'down' ? 'least' : 'most',
    ...windowOf(times),
  };
  return { query, unread: [], absent: [], isInferred: true };
}

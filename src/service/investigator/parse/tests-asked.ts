import { columnNamed, type Schema } from '../facts/schema.ts';
import { testCase, testFailure, testResult, testsOf } from '../facts/test-results.ts';
import { type Condition, hasAny, type Query } from '../query/query.ts';
import type { Understanding } from './parsed.ts';

const noun = '(?:(?:unit|integration|system|regression|e2e) )?(?:tests?(?: cases?| run| suite)?|specs?|test cases?)';
const good = '(?:pass(?:ed|ing)?|succe(?:ed(?:ed)?|ssful)|green|ok|fine)';
const bad = '(?:fail(?:ed|ing|ures?)?|red|br(?:oke|oken|eak))';
const left = '(?:skip(?:ped)?|ignored|left out|not run)';
const be = '(?:(?:did|do|does|have|has|are|were|is|was) )';
const all = new RegExp(
  `^${be}(?:it all|everything|(?:(?:all|every|each)(?: of)? )?(?:the |our )?${noun}) (?:all )?${good}$`,
  'i',
);
const any = new RegExp(
  `^(?:${be}(?:there )?)?(?:any |some |anything|a )?(?:(?:of )?(?:the )?${noun} ${bad}|${bad} ${noun}|${noun.replace('s?', '')} failures?|${bad})$`,
  'i',
);
const many = new RegExp(
  `^(?:how many|(?:the )?number of|count of)(?: of)?(?: the)?(?: ${noun})? ?(?:(?:were|have|had|got|did|are|there|tests)\\b ?)*(?:(?<good>${good})|(?<bad>${bad})|(?<left>${left})|(?<run>run|ran|executed|total)?)(?: ${noun})?(?: (?:were|are) (?:there|run))?$`,
  'i',
);
const which = new RegExp(
  `^(?:which|what|list|show|name)(?: me| us)?(?: all)?(?: the)? (?:(?:were |are )?(?:(?<good>${good})|(?<bad>${bad})|(?<left>${left}))(?: ${noun})?|${noun}(?: cases?)? (?:(?:were|have|had|did|are|that) )*(?:(?<good2>${good})|(?<bad2>${bad})|(?<left2>${left})))(?<why>,? (?:and )?(?:with what(?: message| error)?|why|how|what for|for (?:what|which) reason))?$`,
  'i',
);

const resultIs = (result: string): Condition => ({ field: testResult, is: '=', value: result });
const isStated = (name: string): Condition => ({ field: name, is: '>', value: '0' });

/** What is asked of the tests that the file is a report of. */
export function testsAsked(question: string, { columns }: Schema): Understanding | undefined {
  const results = columnNamed({ columns }, testResult)?.values;
  // A reason is told of each that failed, or of none.
  const areReasoned = columnNamed({ columns }, testFailure)?.seen === results?.get('failed')?.count;
  const told = new Set(columns.map(({ name }) => name).filter((name) => name !== testFailure || areReasoned));
  const areCounted = Object.values(testsOf).some((name) => told.has(name));
  if (!told.has(testCase) && !areCounted) return undefined;
  const query = queryOf(question.trim(), told, (result) => results?.has(result) === true);
  // Not all are listed that the line which adds them up counts.
  const stated = [...(columnNamed({ columns }, testsOf.passed)?.values.keys() ?? [])];
  const isOfSome = stated.length > 0 && !stated.includes(String(results?.get('passed')?.count ?? 0));
  if (query?.take === 'exists' && isOfSome && told.has(testCase)) delete query.against;
  return query && { query, unread: [], absent: [], isInferred: !told.has(testCase) };
}

function queryOf(
  question: string,
  told: ReadonlySet<string>,
  hasResult: (result: string) => boolean,
): Query | undefined {
  if (all.test(question)) return { ...whetherAny(told), expects: 'none' };
  if (any.test(question)) return whetherAny(told);
  const counted = many.exec(question);
  if (counted !== null) return countOf(counted.groups ?? {}, hasNoun.test(question), told);
  const named = which.exec(question)?.groups;
  if (named === undefined) return undefined;
  const result = resultSaid({ ...named, good: named.good ?? named.good2, bad: named.bad ?? named.bad2 });
  if (!told.has(testCase)) return { take: 'list', where: [{ field: 'outcome', is: '=', value: 'failed' }] };
  if (result === 'failed' && !hasResult(result)) return whetherAny(told);
  if (result === 'failed' && told.has(testFailure)) return { take: 'values', of: testFailure, where: [] };
  return { take: 'values', of: testCase, where: [resultIs(result)] };
}

/** Any that failed, beside those that passed. */
const whetherAny = (told: ReadonlySet<string>): Query =>
  told.has(testCase)
    ? { take: 'exists', of: testCase, where: [resultIs('failed')], against: [resultIs('passed')] }
    : { take: 'exists', where: [isStated(testsOf.failed)], against: [isStated(testsOf.passed)] };

/** As the line says that adds them up, else by the line of each. */
function countOf(said: Said, isOfTests: boolean, told: ReadonlySet<string>): Query | undefined {
  const result = resultSaid(said);
  if (result === 'all' && !isOfTests) return undefined;
  if (told.has(testsOf[result])) return { take: 'last', of: testsOf[result], where: [] };
  if (!told.has(testCase)) return undefined;
  return { take: 'count', of: testCase, where: result === 'all' ? [hasAny(testCase)] : [resultIs(result)] };
}

type Said = Readonly<Record<string, string | undefined>>;
const resultSaid = ({ good: isGood, bad: isBad, left: isLeft, left2 }: Said): keyof typeof testsOf =>
  isGood !== undefined
    ? 'passed'
    : isBad !== undefined
      ? 'failed'
      : (isLeft ?? left2) === undefined
        ? 'all'
        : 'skipped';
const hasNoun = new RegExp(noun, 'i');

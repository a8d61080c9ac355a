import { plainUnit } from './amount.ts';
import type { LogRecord } from './records.ts';
import type { Column } from './schema.ts';
import { workedOut } from './worked-out.ts';

/** What runners of tests print: the name of a test, how it came out, and with what it failed. */
export const testCase = 'test case';
export const testResult = 'test result';
export const testFailure = 'test failure';
export const testsOf = { passed: 'tests passed', failed: 'tests failed', skipped: 'tests skipped', all: 'tests run' };

/** `name` and `said`, as unittest and cargo, pytest, go, ctest, Gradle, Google Test and Maven print them. */
const lines: readonly RegExp[] = [
  /^(?:test )?(?<name>\S+(?: \([\w.]+\))?)(?: \.\.\.) (?<said>ok|FAIL(?:ED)?|ERROR|skipped|ignored)\b/,
  /^(?<name>[^\s:]{1,300}(?:::[^\s:]{1,200}){1,8}) (?<said>PASSED|FAILED|SKIPPED|ERROR|XFAIL)\b/,
  /^--- (?<said>PASS|FAIL|SKIP): (?<name>\S+)/,
  /^\d+\/\d+ Test +#\d+: (?<name>\S+) [. ]*\**(?<said>Passed|Failed|Skipped|Not Run|Timeout)\b/,
  /^(?<name>[\w.$]+ > \S.*?) (?<said>PASSED|FAILED|SKIPPED)$/,
  /^\[ +(?<said>OK|FAILED|SKIPPED) +\] (?<name>[\w./]+)(?: \(\d+ ms\))?$/,
  /^(?:\[ERROR\] )?(?<name>[\w.]+(?:\([\w.]+\))?) .*Time elapsed: .*<<< (?<said>FAILURE|ERROR)!/,
];
/** TAP, and the signs of vitest, jest and mocha: other programs may print the like. */
const signed: readonly RegExp[] = [
  /^(?<said>(?:not )?ok) \d{1,6}(?: -)? (?<name>[^#]{1,300})(?<skip># ?(?:SKIP|TODO)\b.*)?$/i,
  /^(?<said>[✓✔√✕✗✘×○↓]) (?<name>\S.*?)(?: \(?\d+(?:\.\d+)? ?m?s\)?)?$/,
];
const ofRunner = /^TAP version|^1\.\.\d+$|\.(?:test|spec)\.\w+\b|^Tests:? +\d|\b\d+ (?:passing|failing)\b/;
/** What heads the story of one that failed. */
const heads =
  /^(?:(?:FAIL|ERROR): (?<one>\S{1,200}(?: \([\w.]{1,200}\))?)|_{3,80} (?<other>\S{1,200}) _|=== RUN {1,8}(?<run>\S{1,200})|● (?<dot>\S.{0,300})|FAILED (?<last>[^\s:]{1,300}(?:::[^\s:]{1,200}){1,8}) - )/;
const reason =
  /^(?:E {1,8})?(?<why>(?:[\w$]{1,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception|Failure): .+|(?:[Ee]rror|[Mm]essage|[Ee]xpected|[Rr]eason): .+|assert .+|\S{1,200}:\d{1,6}: got\b.+)$/;
const summary =
  /^(?:={3,80} [^=]{1,300} in [\d.]{1,12} ?s|Tests:? {1,12}\d|test result: |Tests run: |Ran \d{1,9} tests?\b|\d{1,9} tests? completed|\d{1,9} (?:passing|failing|pending)\b)/;
const counts = {
  passed: /\b(\d{1,9}) pass(?:ed|ing)\b/,
  failed: /\b(\d{1,9}) fail(?:ed|ing)\b|Failures: (\d{1,9})/,
  skipped: /\b(\d{1,9}) (?:skipped|pending|ignored)\b|Skipped: (\d{1,9})/,
  all: /^Ran (\d{1,9}) tests?\b|Tests run: (\d{1,9})|\b(\d{1,9}) total\b|^(\d{1,9}) tests? completed|\((\d{1,9})\)$/,
};
const passed = /^(?:ok|pass(?:ed)?|[✓✔√])$/i;
const skipped = /^(?:skip(?:ped)?|ignored|xfail|not run|[○↓])$/i;

const colours = /\u001b\[[\d;]*m/g;
const textOf = (record: LogRecord): string => record.row().message.replace(colours, '').trim();

/** The columns that tell of tests, where the file is what a runner of them printed. */
export function testsTold(sample: readonly LogRecord[]): Column[] {
  const isSigned = sample.some((record) => ofRunner.test(textOf(record)));
  const known = isSigned ? [...lines, ...signed] : lines;
  const testOf = (record: LogRecord) => {
    const groups = known.map((pattern) => pattern.exec(textOf(record))?.groups).find((one) => one !== undefined);
    if (groups === undefined) return undefined;
    const { name = '', said = '', skip } = groups;
    const result = skip !== undefined || skipped.test(said) ? 'skipped' : passed.test(said) ? 'passed' : 'failed';
    return { name: name.trim(), result };
  };
  const isReport = (record: LogRecord) => testOf(record) !== undefined || summary.test(textOf(record));
  if (!sample.some(isReport)) return [];
  const failures = failuresIn(sample, testOf);
  const column = (name: string, read: Column['read'], number?: Column['number']) => ({
    ...workedOut({ name, unit: plainUnit, read, ...(number === undefined ? {} : { number }) }, sample),
    isPlace: false,
  });
  const totals = Object.entries(counts).map(([of, pattern]) => {
    const read = (record: LogRecord) => {
      const text = textOf(record);
      return summary.test(text)
        ? pattern
            .exec(text)
            ?.slice(1)
            .find((one) => one !== undefined)
        : undefined;
    };
    return column(testsOf[of as keyof typeof testsOf], read, (record) => {
      const stated = read(record);
      return stated === undefined ? undefined : Number(stated);
    });
  });
  return [
    column(testCase, (record) => testOf(record)?.name),
    column(testResult, (record) => testOf(record)?.result),
    column(testFailure, (record) => failures.get(record.line)),
    ...totals,
  ].filter(({ seen }) => seen > 0);
}

/** By its line, with what each of them failed: the first such line behind its name. */
function failuresIn(
  sample: readonly LogRecord[],
  testOf: (record: LogRecord) => { name: string; result: string } | undefined,
): ReadonlyMap<number, string> {
  const told = new Map<number, string>();
  const failed = [
    ...new Set(sample.map(testOf).flatMap((test) => (test?.result === 'failed' ? [shortOf(test.name)] : []))),
  ];
  let current: string | undefined;
  for (const record of sample) {
    const text = textOf(record);
    const { one, other, run, dot, last } = heads.exec(text)?.groups ?? {};
    const test = testOf(record);
    if (test !== undefined) current = test.result === 'failed' ? test.name : undefined;
    current = one ?? other ?? run ?? dot ?? last ?? current;
    const why = last === undefined ? reason.exec(text)?.groups?.why : text.slice(text.indexOf(' - ') + 3);
    if (current === undefined || why === undefined || test !== undefined) continue;
    const at = failed.findIndex((name) => shortOf(current ?? '').endsWith(name));
    if (at >= 0) told.set(record.line, `${current}: ${why}`);
    // One reason is told of each.
    if (at >= 0) failed.splice(at, 1);
    current = undefined;
  }
  return told;
}

const shortOf = (name: string): string => name.split('::').at(-1) ?? name;

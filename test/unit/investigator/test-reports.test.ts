import { describe, expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const ask = askLogs({
  pytest: [
    'run.txt',
    [
      'tests/test_cart.py::test_add PASSED                                      [ 33%]',
      'tests/test_cart.py::test_total FAILED                                    [ 66%]',
      'tests/test_user.py::test_ldap SKIPPED (no ldap)                          [100%]',
      '=================================== FAILURES ===================================',
      '__________________________________ test_total __________________________________',
      '>       assert total([1, 2]) == 4',
      'E       assert 3 == 4',
      '=================== 1 failed, 1 passed, 1 skipped in 0.42s ====================',
    ],
  ],
  tap: [
    'valve.tap',
    [
      'TAP version 14',
      'ok 1 - opens',
      'not ok 2 - reads',
      '  ---',
      '  message: expected 7 got 8',
      '  ...',
      'ok 3 - beeps # SKIP',
    ],
  ],
  go: [
    'go.txt',
    ['=== RUN   TestParse', '--- PASS: TestParse (0.00s)', '=== RUN   TestSave', '--- PASS: TestSave (0.01s)', 'ok'],
  ],
  jest: [
    'jest.txt',
    [
      'FAIL src/user.test.ts',
      '  login',
      '    ✓ takes a right name (12 ms)',
      '    ✕ rejects a wrong name (5 ms)',
      '',
      'Tests:       1 failed, 6 passed, 7 total',
    ],
  ],
  build: ['build.txt', ['compiling main.c', 'make: done', 'Process finished with exit code 2']],
  scan: ['scan.txt', ['scanning volumes', 'checking 40 blocks', 'no problems were found']],
  dump: ['dump.txt', ['dumping table orders', 'Fatal: quota used up']],
  jobs: [
    'jobs.log',
    Array.from({ length: 12 }, (_, index) => {
      const time = new Date(Date.UTC(2026, 2, 3, 4, index)).toISOString();
      return index % 4 === 3
        ? `${time} INFO store: snapshot completed with success`
        : `${time} INFO web: page ${index} shown`;
    }),
  ],
});

describe('reports of tests', () => {
  it.each([
    ['pytest', 'did all tests pass?', 'CONFIRMED', 'No: 1 of 2 test cases has test result failed'],
    ['pytest', 'how many tests passed?', 'CONFIRMED', '1 test passed'],
    ['pytest', 'how many were skipped?', 'CONFIRMED', '1 test skipped'],
    ['pytest', 'which tests failed and why?', 'LIKELY', 'test_total: assert 3 == 4'],
    ['tap', 'how many tests ran?', 'CONFIRMED', '3 test cases'],
    ['tap', 'which test failed and with what?', 'LIKELY', 'reads: message: expected 7 got 8'],
    ['go', 'are all tests green?', 'LIKELY', 'Yes: all 2 test cases have test result passed'],
    ['go', 'any test failures?', 'CONFIRMED', 'No: all 2 test cases have test result passed'],
    ['go', 'how many tests failed?', 'CONFIRMED', 'None: no test case with test result failed'],
    // Not all are listed: as many are told as the line says that adds them up.
    ['jest', 'how many tests passed?', 'CONFIRMED', '6 tests passed'],
    ['jest', 'did all tests pass?', 'CONFIRMED', 'No: 1 line with test result failed'],
    ['jest', 'which tests failed?', 'CONFIRMED', 'rejects a wrong name'],
  ])('%s: %s', async (log, question, verdict, answer) => {
    const told = await ask(log, question);
    expect([told.verdict, told.headline]).toEqual([verdict, expect.stringContaining(answer)]);
  });

  it.each([
    ['build', 'did it succeed?', 'LIKELY', 'No: 1 of 2 lines has outcome failed'],
    ['build', 'did the build fail?', 'LIKELY', 'Yes: 1 of 2 lines has outcome failed'],
    ['scan', 'did the check succeed?', 'LIKELY', 'Yes: 1 line with outcome ok'],
    ['scan', 'did it fail?', 'LIKELY', 'No: 1 line with outcome ok'],
    ['dump', 'did the dump succeed?', 'LIKELY', 'No: 1 line with outcome failed'],
  ])('%s: %s', async (log, question, verdict, answer) => {
    const told = await ask(log, question);
    expect([told.verdict, told.headline]).toEqual([verdict, expect.stringContaining(answer)]);
  });

  it('tells how many came out well where all did', async () => {
    expect((await ask('jobs', 'did every snapshot succeed?')).headline).toContain(
      'LIKELY: Yes: all 3 lines with snapshot have outcome ok',
    );
  });
});

import { expect, it } from 'vitest';
import { levelOfLine } from '../../../src/service/lines/level.ts';
import { withoutNames } from '../../../src/service/lines/without-names.ts';

it.each([
  'configure libgpg-error-dev:amd64 1.46-1 <none>',
  'status unpacked crash:amd64 8.0.2-1',
  'wrote dist/error-page.js 2.1 kB',
  'Compiling src/error_handler.c',
  'test_timeout_ok (tests.test_error_handler.Timeouts) ... ok',
  'starting with --fail-fast --retry-failed=2',
  'query for error-tracker.lan is 10.0.0.7',
  'added node_modules/p-timeout',
  'web3 : ok=4 changed=3 unreachable=0 failed=0',
  'TASK [copy error page] ***',
])('a word of failing in a name is no failure: %s', (line) => {
  expect(levelOfLine(line, 0, 0).level).toBe(0);
});

it.each([
  'connect() failed (111: Connection refused) while connecting to upstream',
  'src/parse.c:4:64: error: no such member',
  'link-failure-detected on eth0',
  'connection-refused by peer',
  'open /srv/failed/report.txt failed',
  'postfix/error[12]: lost connection',
  'java.lang.RuntimeException: failed to read',
  "make: *** No rule to make target 'clean'.  Stop.",
])('what is said to fail is one: %s', (line) => {
  expect(levelOfLine(line, 0, 0).level).toBeGreaterThanOrEqual(3);
});

it('a database log line that tells of a killed process is grave though it is only logged', () => {
  const killed = '[22771] @ LOG:  server process (PID 22942) was terminated by signal 9: Killed';
  expect(levelOfLine(killed, 0, 0).level).toBe(4);
  expect(levelOfLine('[22771] @ LOG:  database system is ready to accept connections', 0, 0).level).toBe(1);
});

it('takes a long line of joined parts in no more than linear time', () => {
  const long = `${'a-b_c.d/e+'.repeat(20_000)} failed`;
  expect(withoutNames(long).length).toBeLessThanOrEqual(2000);
});

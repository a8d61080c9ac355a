import { expect, it } from 'vitest';
import { ask, logOf, once, series } from './made-log.ts';

const tests = `test_adds (suite.Sums.test_adds) ... ok
test_error_page (suite.Pages.test_error_page) ... ok
test_vat (suite.Sums.test_vat) ... FAIL
test_db (suite.Store.test_db) ... skipped 'needs db'

======================================================================
FAIL: test_vat (suite.Sums.test_vat)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/srv/suite.py", line 6, in test_vat
    self.assertEqual(19, 22)
AssertionError: 19 != 22

----------------------------------------------------------------------
Ran 4 tests in 1.201s

FAILED (failures=1, skipped=1)
`;
const healthy = tests
  .replace(/=====[\s\S]*?\n\n---/, '---')
  .replace('... FAIL', '... ok')
  .replace(/FAILED.*/, 'OK (skipped=1)');

it('reads how many tests ran, passed and were skipped from what the runner says at its end', async () => {
  expect((await ask(tests, 'how many tests ran?')).headline).toMatch(/\b4 tests/);
  expect((await ask(tests, 'how many tests passed?')).headline).toMatch(/\b2 passed/);
  expect((await ask(tests, 'how many were skipped?')).headline).toMatch(/\b1 skipped/);
  expect((await ask(tests, 'how long did it take?')).headline).toContain('1.2 s');
});

it('says whether all went well by the counts, the exit status or the last word', async () => {
  expect((await ask(tests, 'did all tests pass?')).headline).toMatch(/: No, /);
  expect((await ask(healthy, 'did all tests pass?')).headline).toMatch(/: Yes, /);
  expect((await ask(healthy, 'did anything fail?')).headline).toMatch(/: No, /);
  expect(
    (await ask('1 verbose cwd /srv\n2 warn old option\n3 verbose exit 0\n4 info ok\n', 'did it fail?')).headline,
  ).toMatch(/: No, .*exit 0/);
  expect((await ask('reading\nchecking 12 packs\nno errors were found\n', 'did the check succeed?')).headline).toMatch(
    /: Yes, /,
  );
  expect((await ask('reading\nFatal: repository is damaged\n', 'did the backup succeed?')).headline).toMatch(/: No, /);
});

it('says that a file has no times where none tells how long it took', async () => {
  const { headline } = await ask('fetching\nunpacking\nready\n', 'how long did it take?');
  expect(headline).toContain('has no times');
  expect(headline).not.toContain('`take`');
});

it('names each failing test once, with what was thrown, in the form its runner prints', async () => {
  const { headline } = await ask(tests, 'which tests failed and why?');
  expect(headline).toMatch(/1 test failed: `test_vat .*19 != 22/);
  const tap =
    "TAP version 13\nok 1 - adds\nnot ok 2 - rounds half up\n  error: '119 == 120'\nok 3 - fails closed\n1..3\n";
  expect((await ask(tap, 'which test failed?')).headline).toMatch(/rounds half up.*119 == 120/);
  const coloured =
    ' \u001b[31m❯\u001b[39m a.test.ts (2)\n   \u001b[31m×\u001b[39m keeps order\u001b[32m 9\u001b[2mms\u001b[22m\n';
  const { headline: told, citations } = await ask(coloured, 'which tests failed?');
  expect(told).toContain('`keeps order`');
  expect(citations.some(({ excerpt }) => excerpt.includes('\u001b[31m×'))).toBe(true);
});

it('counts what something happened to by the names behind the word, each once', async () => {
  const line = (verb: string) => (index: number) => `${verb} lib${'abcdefgh'[index]}-dev:amd64 1.${index}`;
  const log = logOf(
    series('08:00', 8, 1000, line('status half-installed')),
    series('08:01', 8, 1000, line('status installed')),
    series('08:02', 3, 1000, line('status installed')),
    series('08:03', 8, 1000, line('install')),
  );
  expect((await ask(log, 'how many packages were installed?')).headline).toMatch(/\b8 packages installed, in 11 lines/);
  const set =
    'Unpacking libx (1.2) ...\nSetting up libx (1.2) ...\nSetting up liby (3.1) ...\nSetting up libz (0.9) ...\n';
  expect((await ask(set, 'how many packages were set up?')).headline).toMatch(/\b3 packages set up/);
});

it('tells the version of the thing that was named before', async () => {
  const log = logOf(
    once('08:00:00', 'installed libssl:amd64 12.0.4'),
    once('08:00:01', 'installed probe:amd64 4.0.17-0+deb12u3'),
    once('08:00:02', 'installed zlib:amd64 1.11.1'),
  );
  expect((await ask(log, 'when was probe installed and which version?')).answer).toContain('`4.0.17-0+deb12u3`');
});

it('lists what programs looked for and did not find', async () => {
  const log = `openat(AT_FDCWD, "/etc/app/settings.yaml", O_RDONLY) = -1 ENOENT (No such file or directory)
openat(AT_FDCWD, "/usr/lib/libm.so.6", O_RDONLY) = 3
fatal error: fast/crc.h: No such file or directory
`;
  expect((await ask(log, 'which config file is missing?')).headline).toContain('`/etc/app/settings.yaml`');
  expect((await ask(log, 'which header is missing?')).headline).toContain('`fast/crc.h`');
});

it('takes the end of connections at a stop that was asked for as no trouble', async () => {
  const log = logOf(
    series('08:00', 60, 1000, (index) => `[12] LOG:  statement ${index} done`),
    once('08:02:00', '[12] LOG:  received fast shutdown request'),
    once('08:02:01', '[14] FATAL:  terminating connection due to administrator command'),
  );
  expect((await ask(log, 'What is wrong?')).headline).not.toContain('administrator command');
});

it('answers of each by the lines that tell of one, not by other trouble', async () => {
  const log = logOf(
    series('08:00', 5, 60_000, () => 'INFO store: background saving terminated with success'),
    series('08:00', 40, 5000, () => 'WARN net: reading from client: connection reset by peer'),
  );
  expect((await ask(log, 'did every save succeed?')).headline).toMatch(/: Yes: 5 lines/);
});

it('quotes the advice a program gives', async () => {
  const log = logOf(
    once(
      '08:00:00',
      '# WARNING overcommit must be enabled! A save may fail. To fix this issue add "vm.overcommit = 1" to the settings',
    ),
    once('08:00:05', '# Ready'),
  );
  expect((await ask(log, 'is there any advice about memory?')).headline).toContain('vm.overcommit = 1');
});

it('says whether a named thing was found, with the line', async () => {
  const log =
    '-- Looking for execinfo.h\n-- Found OpenSSL: /usr/lib/libcrypto.so (found version "3.0.19")\n-- protobuf was not found\n';
  expect((await ask(log, 'was OpenSSL found?')).headline).toMatch(/: Yes: /);
});

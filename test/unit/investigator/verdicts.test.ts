import { describe, expect, it } from 'vitest';
import { ask, logOf, type MadeLine, series } from './made-log.ts';

const verdictOf = (index: number) => (index % 40 === 7 ? 'NG' : index % 50 === 3 ? 'SKIP' : 'OK');
const bench: MadeLine[] = series('06:00', 200, 60_000, (index) => {
  const why = verdictOf(index) === 'NG' ? `  reason: expected 3300 mV, got ${2800 + index} mV` : '';
  return `BENCH2 VERDICT TS_${1000 + index} ${verdictOf(index)}${why}`;
});
const notes = series('06:00:20', 200, 60_000, (index) => `ERROR relay ${index % 8} warm, expected, retry ok`);

describe('verdicts on many', () => {
  it('are counted by outcome in the words of the file', async () => {
    const { headline } = await ask(logOf(bench, notes), 'OK / NG / skip totals please');
    expect(headline).toMatch(/191 `OK`, 5 `NG`, 4 `SKIP` of 200 verdicts/);
  });

  it('name each that failed with its reason, and not the errors that come all the time', async () => {
    const { headline, answer } = await ask(logOf(bench, notes), 'which tests failed and with what?');
    expect(headline).toMatch(/5 failed: `TS_1007`, `TS_1047`, `TS_1087`, `TS_1127`, `TS_1167`/);
    expect(answer).toMatch(/`TS_1047` NG: `reason: expected 3300 mV, got 2847 mV`/);
    expect(answer.split('**Proof**')[0]).not.toMatch(/relay/);
  });

  it('take what a runner prints below a test, or the error before its verdict, for the reason', async () => {
    const gradle = series('06:00', 60, 10_000, (index) =>
      index % 20 === 11
        ? `com.acme.tax.VatTest > case${index}() FAILED`
        : index % 20 === 12
          ? `    org.opentest4j.AssertionFailedError: expected ${index}`
          : `com.acme.tax.VatTest > case${index}() PASSED`,
    );
    const { headline, answer } = await ask(logOf(gradle), 'list the failed tests');
    expect(headline).toMatch(/3 failed: `com.acme.tax.VatTest > case11\(\)`/);
    expect(answer).toMatch(/case31\(\)` FAILED: `org.opentest4j.AssertionFailedError: expected 32`/);
    const steps = series('06:00', 60, 10_000, (index) =>
      index % 30 === 8
        ? 'ERROR assert: wlan0 not up after resume'
        : `INFO VERDICT TC_${index} ${index % 30 === 9 ? 'FAIL' : 'PASS'} (1.2 s)`,
    );
    expect((await ask(logOf(steps), 'which test cases failed and why?')).answer).toMatch(
      /`TC_39` FAIL: `.*wlan0 not up after resume`/,
    );
  });

  it('are none where words in capitals stand about that judge nothing', async () => {
    const lines = series('06:00', 100, 10_000, (index) => `INFO link ${index % 4} OK`);
    const { headline } = await ask(logOf(lines), 'how many test cases passed?');
    expect(headline).not.toMatch(/of 100 passed/);
  });
});

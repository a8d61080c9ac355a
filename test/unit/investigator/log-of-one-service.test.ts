import { describe, expect, it } from 'vitest';
import { causeWordOf } from '../../../src/service/investigator/detect/known-causes.ts';
import { ask, logOf, type MadeLine, once, series } from './made-log.ts';

const work = (count: number, stepMs: number, from = '06:00') =>
  series(from, count, stepMs, (index) => `INFO [exec-${index % 3}] c.a.web.Holds - hold ${index} placed`);

describe('a log that does not name what it is of', () => {
  const locked = series('08:00', 60, 30_000, () => 'ERROR [exec-1] c.a.store.HoldStore - lock wait timeout exceeded');

  it('is answered about as a whole, with a remark on the name', async () => {
    const { headline, answer } = await ask(logOf(work(900, 10_000), locked), 'What is wrong with ticketing-core?');
    expect(headline).toContain('lock wait timeout exceeded');
    expect(answer).toContain('No line carries the name `ticketing-core`');
  });

  it('is said to be of others where its lines name several services', async () => {
    const lines = series('06:00', 300, 10_000, (index) => {
      const service = ['cart', 'tax', 'stock'][index % 3];
      const failed = service === 'tax' && index > 150;
      return `level=${failed ? 'error' : 'info'} service=${service} msg="${failed ? 'rate table missing' : 'handled'}"`;
    });
    const { headline, answer } = await ask(logOf(lines), 'What is wrong with loyalty?');
    expect(headline).toMatch(/`loyalty` is not in this file: it tells of .*`cart`/);
    expect(answer).toContain('rate table missing');
  });

  it('is asked for another where the name differs only by its number from one in the lines', async () => {
    const lines = series('06:00', 300, 10_000, (index) => `INFO host=edge-1 request ${index} served`);
    const { answer } = await ask(logOf(lines), 'What is wrong with edge-7?');
    expect(answer).not.toContain('this is about the whole file');
  });
});

describe('a log in which nothing failed', () => {
  it('is called healthy with the number of lines, the statuses and what little it warns of', async () => {
    const requests = series('06:00', 400, 10_000, (index) => `INFO request=${index} status=200 served`);
    const warnings = series('06:05', 20, 180_000, () => 'WARN setDensity is deprecated');
    const { headline } = await ask(logOf(requests, warnings), 'What is wrong with label-printer?');
    expect(headline).toContain('Nothing is wrong');
    expect(headline).toContain('no error in 420 lines');
    expect(headline).toContain('all 400 requests answered 2xx');
    expect(headline).toContain('only 20 deprecation warnings');
  });
});

describe('the field that tells failing lines from the others', () => {
  const requests = (isFailing: (index: number) => boolean) =>
    logOf(
      series('06:00', 900, 10_000, (index) => {
        const plan = ['free', 'pro', 'legacy'][index % 3];
        const region = ['eu', 'us'][Math.floor(index / 3) % 2];
        const failed = isFailing(index);
        return `${failed ? 'ERROR' : 'INFO'} path=/quota plan=${plan} region=${region} ${failed ? 'quota rule not loaded' : 'answered'}`;
      }),
    );

  it('is named in the headline', async () => {
    const { headline } = await ask(
      requests((index) => index > 300 && index % 3 === 2),
      'What is wrong?',
    );
    expect(headline).toContain('only for `plan=legacy`');
  });

  it('is not made up where all values fail alike', async () => {
    const { headline } = await ask(
      requests((index) => index > 300 && index % 7 === 0),
      'What is wrong?',
    );
    expect(headline).toContain('quota rule not loaded');
    expect(headline).not.toMatch(/only for|Failures of `(?:eu|us)`/);
  });
});

describe('trouble in its time', () => {
  const outage = series('08:00', 60, 20_000, () => 'ERROR tile cache could not be read');

  it('is no longer going on where the file goes on without it, and what came right after it is told', async () => {
    const log = logOf(work(1200, 10_000), outage, once('08:20:05', 'INFO tile cache loaded again'));
    const { headline, answer } = await ask(log, 'Is seat-map still failing?');
    expect(headline).toMatch(/No: the last failure is at 2026-05-12 08:19:40/);
    expect(answer).toContain('tile cache loaded again');
  });

  it('goes on where it lasts to the end', async () => {
    const log = logOf(
      work(300, 10_000),
      series('06:20', 90, 20_000, () => 'ERROR tile cache could not be read'),
    );
    const { headline } = await ask(log, 'Is seat-map still failing?');
    expect(headline).toContain('Yes: it goes on to the end of the file');
  });

  it('is told with its end', async () => {
    const { headline } = await ask(logOf(work(1200, 10_000), outage), 'What is wrong?');
    expect(headline).toMatch(/08:00:00 to 08:19:40, then 1 h.* without/);
  });

  it('comes again every night', async () => {
    const nights = [0, 1, 2, 3].flatMap((day) =>
      series('03:15', 20, 60_000, () => 'ERROR spool is locked').map((line) => later(line, day)),
    );
    const days = series('00:00', 2000, 172_000, (index) => `INFO mail ${index} sent`);
    const { headline } = await ask(logOf(days, nights), 'What is wrong?');
    expect(headline).toContain('every night 03:15 to 03:34 (4 nights)');
  });

  it('began long before with something that failed quietly, and not with its own companion', async () => {
    const log = logOf(
      work(2200, 5000),
      series('06:40', 130, 60_000, () => 'INFO archive step failed with exit code 1'),
      series('08:50:00', 100, 9000, () => 'ERROR cannot write journal: No space left on device'),
      series('08:49:58', 90, 10_000, () => 'ERROR clients wait for the journal'),
    );
    const { answer } = await ask(log, 'What is wrong?');
    const lead = answer.split('**Proof**')[0]!;
    expect(lead).toContain('No space left on device');
    expect(lead).toMatch(/archive step failed with exit code 1/);
    expect(lead).not.toContain('after `clients wait');
  });

  it('is told with the very step that stands before it each time', async () => {
    const boots = ['06:10', '06:40', '07:10', '07:50'].flatMap((from) => [
      ...series(from, 4, 3000, (index) => `INFO warming shard ${index + 1} of 9`),
      ...series(`${from}:11`, 1, 0, () => 'FATAL index checksum differs, exiting'),
    ]);
    const { headline } = await ask(logOf(work(900, 10_000), boots), 'Why does vector-search keep restarting?');
    expect(headline).toContain('after `warming shard 4 of 9`');
  });

  const later = (line: MadeLine, days: number) => ({ ...line, timeMs: line.timeMs + days * 86_400_000 });
});

describe('what words usually mean', () => {
  it.each([
    ['Unexpected token < in JSON at position 0', 'data.malformed'],
    ['SQL error: syntax error at or near "FORM"', 'db.syntax'],
    ['heartbeat missed, session expired', 'session.expired'],
    ['HikariPool-1 - Connection is not available, request timed out after 30000ms', 'pool.exhausted'],
    ['Unhandled exception: rule missing', 'code.unhandled'],
    ['I/O error on POST request for "http://tax/": Connection refused', 'net.refused'],
    ['container exited, exit code 137', 'process.crash'],
  ])('of %s is %s', (text, rule) => {
    expect(causeWordOf(text)?.rule).toBe(rule);
  });

  it.each([
    'feeder circuit breaker tripped on over-current',
    'request 429 took too few bytes',
    'river above flood stage',
  ])('is not claimed of %s', (text) => {
    expect(causeWordOf(text)).toBeUndefined();
  });

  it('is left out where the file tells the cause', async () => {
    const pauses = series('07:00', 12, 120_000, () => 'WARN detected a pause of the machine of 12087 ms');
    const lost = series('07:00:01', 12, 120_000, () => 'ERROR session expired, leaving the group');
    const { answer } = await ask(logOf(work(700, 10_000), pauses, lost), 'What is wrong?');
    expect(answer).toContain('detected a pause');
    expect(answer).not.toMatch(/credential|gave the session up/);
  });
});

it('takes a level that stands where programs stand for a level', async () => {
  const heap = series('06:00', 200, 30_000, (index) => `[chat] info: gc heapUsed=${200 + index * 8}MB`);
  const { headline } = await ask(logOf(heap), 'What is wrong?');
  expect(headline).toContain('`chat`: `heapUsed` grows');
});

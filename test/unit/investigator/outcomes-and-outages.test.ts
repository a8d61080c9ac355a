import { describe, expect, it } from 'vitest';
import { ask, busyService, logOf, once, series } from './made-log.ts';

describe('what became of somebody', () => {
  const refused = series(
    '08:00',
    90,
    60_000,
    (index) => `INFO fw: action=deny srcip=203.0.113.77 dstport=${index + 20}`,
  );
  const taken = once('09:12:09', 'INFO fw: action=accept srcip=203.0.113.77 dstport=8443');

  it('says to which port and when an address was let in', async () => {
    const { headline } = await ask(logOf(busyService(), refused, taken), 'did 203.0.113.77 get through anywhere?');
    expect(headline).toMatch(/Yes: `203\.0\.113\.77` got through once, port `8443`.*09:12:09.*90 attempts refused/);
  });

  it('says no where all its attempts were refused', async () => {
    const { headline } = await ask(logOf(busyService(), refused), 'did 203.0.113.77 get in?');
    expect(headline).toMatch(/No: none of the 90 lines with `203\.0\.113\.77` was accepted/);
  });

  it('takes the counts at the end for the outcome, not an attempt that failed on the way', async () => {
    const steps = series('09:00', 60, 10_000, (index) => `INFO db3: step ${index} ok`);
    const failed = once('09:05:05', 'INFO db3: step 31 FAILED (attempt 1): lock held, retrying');
    const recap = once('09:20:00', 'INFO recap: db3 : ok=60 failed=0 retried=1');
    const { headline } = await ask(logOf(busyService(), steps, failed, recap), 'was db3 ok in the end?');
    expect(headline).toMatch(/CONFIRMED: Yes: `db3` ends with .*failed=0/);
  });

  it('follows an id to its failure by the request that carries both', async () => {
    const id = '7b1d6c0e-33aa-4e0f-9d1e-0c5f6a77b2d4';
    const request = '[req-1f0c2b77-90de-4b4c-8d4d-6f5c7e1f0a11 u7]';
    const lines = [
      ...once('09:07:01', `INFO api: ${request} create volume ${id}, 500 GB`),
      ...once('09:07:03', `ERROR flows: ${request} failed to run task: no valid backend was found`),
      ...once('09:07:04', `INFO api: ${request} volume ${id} status set to error`),
    ];
    const { headline } = await ask(logOf(busyService(), lines), `why is volume ${id} in error?`);
    expect(headline).toMatch(/no valid backend was found/);
  });
});

describe('outages and unstable links', () => {
  it('begin when the last one goes, and name those that went before', async () => {
    const log = logOf(
      busyService(),
      once('08:02:10', 'WARN health: host api-2 marked unhealthy: connect timeout, 1 healthy'),
      once('09:31:38', 'WARN health: host api-1 marked unhealthy: connect timeout, 0 healthy'),
      once('09:31:39', 'WARN cluster api: no healthy upstream'),
      series('09:31:40', 200, 3000, () => 'INFO access: GET /api/cart status=503'),
      once('09:44:08', 'INFO health: host api-2 marked healthy, 1 healthy'),
    );
    const { headline } = await ask(log, 'why did customers get 503s this morning?');
    expect(headline).toMatch(
      /no healthy upstream` 2026-05-12 09:31:39 to 09:44:08: `api-2` down at .*08:02:10, `api-1` down/,
    );
  });

  it('are told by the link that flaps, how often and until when, though nobody calls it the network', async () => {
    const flaps = series(
      '09:11:07',
      30,
      75_000,
      (index) => `INFO sw1: Interface TenGigabitEthernet1/1/4, changed state to ${index % 2 === 0 ? 'down' : 'up'}`,
    );
    const { headline } = await ask(logOf(busyService(), flaps), 'what happened to the network this morning?');
    expect(headline).toMatch(
      /`TenGigabitEthernet1\/1\/4` flaps: it goes down and up 30 times \(15 times down\), 2026-05-12 09:11:07 to 09:47:22/,
    );
  });

  it('give the reason that most of the changes state', async () => {
    const flaps = series('09:11:07', 20, 75_000, (index) =>
      index % 2 === 0 ? 'INFO bgp: neighbor 192.0.2.17 Down: hold timer expired' : 'INFO bgp: neighbor 192.0.2.17 Up',
    );
    const { headline } = await ask(logOf(busyService(), flaps), 'why did the routes keep disappearing, which peer?');
    expect(headline).toMatch(/192\.0\.2\.17.*hold timer expired/);
  });
});

describe('slowness and fail-overs', () => {
  it('are explained by a runtime that stops to collect garbage, with what filled its heap', async () => {
    const slow = series('09:02:30', 200, 20_000, (index) => `WARN search: query took ${2000 + index} ms`);
    const young = series(
      '06:00',
      150,
      70_000,
      (index) => `INFO gc: Pause Young (Normal) 812M->${300 + index}M(2048M) 9.1ms`,
    );
    const full = series(
      '09:02:10',
      210,
      20_000,
      (index) => `INFO gc: Pause Full (Allocation Failure) 2040M->1990M(2048M) ${2100 + index * 10}.5ms`,
    );
    const done = once('09:01:30', 'INFO admin: synonym index enlarged to 1.6 GB, loaded into heap');
    const { headline, answer } = await ask(
      logOf(busyService(), slow, young, full, done),
      'why is search slow since nine?',
    );
    expect(headline).toMatch(/Full GC pauses of up to 4\.2 s \(4,190\.5 ms\), 210 longer than 1 s/);
    expect(answer).toMatch(/begins .{0,20}after `synonym index enlarged|What came first: `synonym index enlarged/);
  });

  it('name the node that took over, when, and what led to it', async () => {
    const log = logOf(
      busyService(),
      series('08:00', 100, 60_000, () => 'INFO ha: pg-1: no action. I am (pg-1), the leader with the lock'),
      once('10:12:10', 'ERROR ha: pg-1: failed to update leader lock within loop_wait'),
      once('10:12:33', 'INFO ha: promoted pg-3 to leader'),
    );
    const { headline } = await ask(log, 'why did postgres fail over and to which node?');
    expect(headline).toMatch(/Fail-over to `pg-3` at 2026-05-12 10:12:33/);
    expect(headline).toMatch(/failed to update leader lock/);
  });
});

import { expect, it } from 'vitest';
import { ask, busyService, logOf, type MadeLine, once, series } from './made-log.ts';

const noise = busyService(1200);
const about = (...lines: MadeLine[][]) => logOf(noise, ...lines);

it('lists each device that cannot sign on, with its count and its reason', async () => {
  const refusal = (from: string, count: number, device: string, why: string) =>
    series(from, count, 61_000, () => `ERROR hub: sign-on refused device=${device}: ${why}`);
  const log = about(
    refusal('07:00', 14, 'valve-03', 'bad key'),
    refusal('08:00', 9, 'therm-22', 'bad key'),
    refusal('09:00', 5, 'pump-7', 'certificate revoked'),
    series('06:10', 50, 90_000, (index) => `INFO hub: sign-on accepted device=lamp-${index % 9}`),
  );
  const { headline } = await ask(log, 'which devices cannot sign on and why?');
  expect(headline).toMatch(/3 devices: .*valve-03.* \(14\), .*therm-22.* \(9\): .*bad key/);
  expect(headline).toMatch(/pump-7.* \(5\): .*certificate revoked/);
  expect(headline).not.toContain('lamp');
  const counted = await ask(log, 'how many refused sign-ons per device');
  for (const count of ['14', '9', '5']) expect(counted.headline).toMatch(new RegExp(`\\b${count}\\b`));
});

it('lists all of many and no sample of them', async () => {
  const names = [3, 7, 11, 19, 23, 31, 42, 56];
  const log = about(
    names.flatMap((name, index) => once(`08:0${index}:10`, `WARN repl: Partition audit-${name} marked as offline`)),
  );
  const { headline } = await ask(log, 'which partitions went offline?');
  for (const name of names) expect(headline).toContain(`audit-${name}`);
});

it('tells when each of a few was, by the name behind the noun', async () => {
  const log = about(
    once('08:20:00', 'INFO apiserver: user alice cordoned node/worker-4'),
    once('09:26:40', 'INFO apiserver: user bot-7 cordoned node/worker-8'),
    once('09:50:00', 'INFO apiserver: user alice drained node/worker-1'),
  );
  const { headline } = await ask(log, 'which nodes were cordoned and when?');
  expect(headline).toMatch(/worker-4.*08:20:00.*worker-8.*09:26:40/);
  expect(headline).not.toContain('worker-1');
  expect((await ask(log, 'who cordoned worker-4?')).headline).toContain('alice');
});

it('takes ports that go up and down for those that flap', async () => {
  const log = about(
    series('08:00', 3, 60_000, () => 'WARN link: Interface Gi1/0/7, changed state to down'),
    series('09:00', 2, 60_000, () => 'WARN link: Interface Te1/1/1, changed state to down'),
  );
  expect((await ask(log, 'which ports flapped?')).headline).toMatch(/Gi1\/0\/7.*Te1\/1\/1/);
});

it('names the hosts that failed and not those whose count of failures is 0 or was ignored', async () => {
  const play = [
    'TASK [unpack]',
    'ok: [web01]',
    'fatal: [web02]: FAILED! => {"changed": false, "msg": "Could not find the service motd: host"}',
    '...ignoring',
    'fatal: [web07]: FAILED! => {"changed": false, "msg": "Failed to unpack a.tgz: gzip: No space left on device", "rc": 2}',
    'fatal: [web33]: UNREACHABLE! => {"msg": "Failed to connect via ssh: connect to host web33 port 22: No route to host"}',
    'PLAY RECAP',
    ...Array.from(
      { length: 30 },
      (_, index) => `web${String(index + 1).padStart(2, '0')} : ok=5 unreachable=0 failed=0`,
    ),
  ].join('\n');
  const { headline } = await ask(play, 'on which hosts did the rollout fail and what is the reason for each?');
  expect(headline).toMatch(/web07.*No space left on device/);
  expect(headline).toMatch(/web33.*No route to host/);
  expect(headline).not.toMatch(/web0[12]/);
});

it('tells who was acted upon, not who acted or who only talks of it', async () => {
  const log = about(
    once('08:00:00', 'INFO admin: Zork_77 was kicked by mod_eva: speed hack'),
    once('09:00:00', 'INFO admin: tofu was kicked by console: idle'),
    series('06:30', 20, 60_000, (index) => `INFO chat: player${index}: who kicked me`),
  );
  const { headline } = await ask(log, 'who was kicked and why?');
  expect(headline).toMatch(/Zork_77.*speed hack.*tofu.*idle/);
  expect(headline).not.toMatch(/player\d/);
});

it('says that no line tells who did what no line tells of', async () => {
  const log = about(once('08:00:00', 'INFO deployer: rollout of catalog 7.1.0 started'));
  const { headline, verdict } = await ask(log, 'who approved the catalog rollout?');
  expect(verdict).toBe('INCONCLUSIVE');
  expect(headline).toContain('Not recorded');
});

it('reads one value by the name it is stated with', async () => {
  const log = about(
    once('06:01:00', 'INFO lab: protocol loaded, setpoint 60.5 C, 40 cycles'),
    once('08:00:00', 'INFO raid: hot spare 0:23 activated, rebuild of P1 started'),
  );
  expect((await ask(log, 'what was the setpoint?')).headline).toContain('60.5 C');
  expect((await ask(log, 'which spare was used?')).headline).toContain('0:23');
});

it('takes the value of the first line in which something turned', async () => {
  const log = about(
    series(
      '08:00',
      60,
      10_000,
      (index) => `INFO train: step=${8000 + index * 5} loss=${index < 40 ? 1.5 : 'nan'} lr=0.01`,
    ),
    series('07:55', 20, 60_000, (index) => `INFO train: saved checkpoint step_${7500 + index * 500}`),
    once('08:06:00', 'WARN train: checkpoint async write still in progress'),
  );
  expect((await ask(log, 'at which step did the loss turn nan?')).headline).toContain('8200');
  const { headline } = await ask(log, 'what is the last good checkpoint before the loss went nan?');
  expect(headline).toContain('step_13000');
});

it('tells the largest amount that lines about it state, in the unit people speak of', async () => {
  const log = about(
    series(
      '08:00',
      30,
      60_000,
      (index) => `INFO mem: extended memory of mode 3: ${700 + index * 250} MB, program Z_CLOSE`,
    ),
    once('08:10:00', 'INFO mem: extended memory of mode 1: 9900 MB, program Z_OTHER'),
  );
  const { headline } = await ask(log, 'how much memory did Z_CLOSE take');
  expect(headline).toMatch(/7,950 MB \(7\.8 GiB\)/);
});

it('tells the values of each change where those are asked for', async () => {
  const log = about(
    once('08:00:00', 'INFO raft: leader changed from n1 to n3 at term 4'),
    once('09:00:00', 'INFO raft: leader changed from n3 to n2 at term 5'),
  );
  const { answer } = await ask(log, 'when did the leader change, from what to what?');
  expect(answer).toMatch(/08:00:00: .*from n1 to n3.*09:00:00: .*from n3 to n2/);
});

it('leaves what is wrong with something to causes', async () => {
  const log = about(series('08:00', 60, 5_000, () => 'ERROR edge: upstream stock:9000 timed out'));
  expect((await ask(log, 'What is wrong with edge?')).headline).toContain('timed out');
});

it('counts killings that lines tell of in other words, and says what for', async () => {
  const log = about(
    series('06:00', 9, 900_000, () => 'INFO main: recommender 5.2 starting'),
    series(
      '06:14',
      7,
      900_000,
      () => 'ERROR supervisor: child exited with code 137 (SIGKILL), memory limit 6144 MB hit',
    ),
  );
  const { headline } = await ask(log, 'how often was the recommender killed and what for?');
  expect(headline).toMatch(/7 times: .*memory limit 6144 MB hit/);
});

it('names the code that threw, not the thread or the logger', async () => {
  const thrown = series('08:00', 30, 60_000, (_, timeMs) =>
    [
      'ERROR [http-7] c.shop.Checkout - order failed',
      'java.lang.IllegalStateException: currency not set',
      '\tat java.util.Objects.requireNonNull(Objects.java:1)',
      `\tat com.shop.price.Rounding.scale(Rounding.java:${timeMs > 0 ? 77 : 0})`,
      '\tat com.shop.Checkout.total(Checkout.java:19)',
    ].join('\n'),
  );
  const { headline } = await ask(about(thrown), 'which code is at fault?');
  expect(headline).toMatch(/Rounding\.scale.*IllegalStateException: currency not set.*30 times/);
});

it('names the version that lines state last before the failures begin', async () => {
  const log = about(
    once('06:00:05', 'INFO boot: bootloader 1.2, firmware 2.4.1 (build 881)'),
    once('10:00:00', 'INFO boot: bootloader 1.2, firmware 2.5.0 (build 902)'),
    series('10:00:40', 90, 60_000, () => 'ERROR i2c: sensor 0x48 sent no answer'),
  );
  const { headline } = await ask(log, 'which firmware version broke it?');
  expect(headline).toMatch(/`2\.5\.0`: .*sensor 0x48/);
  expect(headline).not.toContain('2.4.1');
});

it('tells where failures come from by the one place they name and others do not', async () => {
  const log = about(
    series('06:00', 900, 20_000, (index) => `INFO edge: request done status=200 upstream=10.3.0.${index % 6}:9000`),
    series('09:00', 120, 10_000, () => 'ERROR edge: request failed status=502 upstream=10.3.0.4:9000'),
  );
  const { headline } = await ask(log, 'where do the 502s come from?');
  expect(headline).toMatch(/10\.3\.0\.4:9000.*120/);
});

it('tells when a stated value becomes another, though no line says that it changes', async () => {
  const log = about(
    series('06:00', 300, 60_000, (index) => `INFO tm: frame=${index} mode=${index < 200 ? 'NOMINAL' : 'SAFE'} v=28.1`),
  );
  const { headline } = await ask(log, 'when did the mode change, from what to what?');
  expect(headline).toMatch(/NOMINAL.* to .*SAFE.* at 2026-05-12 09:20:00/);
});

it('names the queue whose number rises among those that go up and down', async () => {
  const log = about(
    series('06:00', 200, 60_000, (index) => `INFO broker: queue=mail.out depth=${index % 9}`),
    series('06:00', 200, 60_000, (index) => `INFO broker: queue=invoice.pdf depth=${40 + index * 11}`),
  );
  const { headline } = await ask(log, 'which queue is piling up?');
  expect(headline).toMatch(/invoice\.pdf.*from 40.* to 2,229/);
});

it('counts status codes that stand at the end of the question, and never all lines for a word that no line has', async () => {
  const log = about(
    series('08:00', 42, 60_000, (index) => `INFO mesh: "GET /x/${index} HTTP/2" 503 - "-" 0 57 20`),
    series('08:00', 70, 60_000, (index) => `INFO mesh: "GET /x/${index} HTTP/2" 200 - "-" 0 503 20`),
    series('08:30', 11, 60_000, () => 'WARN mesh: giving up on pricing after 5 attempts'),
  );
  expect((await ask(log, 'how many 503')).headline).toContain('42');
  expect((await ask(log, 'How many calls gave up for good?')).headline).toContain('11 ');
  const none = await ask(log, 'how many parachutes opened?');
  expect(none.verdict).toBe('INCONCLUSIVE');
});

it('spells the most frequent error as the file does, numbers and all', async () => {
  const log = logOf(
    series('08:00', 40, 60_000, () => 'ERROR hook: webhook https://hooks.example answered 410 Gone'),
    series('08:00', 12, 60_000, (index) => `ERROR img: thumbnail of img-${index} failed`),
    series('08:00', 2, 60_000, () => 'ERROR geo: database is older than 90 days'),
    series('06:00', 500, 20_000, (index) => `INFO web: page ${index % 7} shown`),
  );
  expect((await ask(log, 'which is the most frequent error?')).headline).toContain('410 Gone');
  expect((await ask(log, 'and the rarest one')).headline).toContain('older than 90 days');
});

it('reads what is asked behind a story', async () => {
  const log = about(
    series('08:00', 9, 60_000, () => 'ERROR capwap: AP-07 disconnected, heartbeat timeout'),
    series('08:00', 3, 60_000, () => 'ERROR capwap: AP-22 disconnected, heartbeat timeout'),
  );
  const { headline } = await ask(log, 'wifi clients disconnected this morning, at which access points?');
  expect(headline).toMatch(/AP-07.*AP-22/);
});

it('reads a value at the n-th time of an event', async () => {
  const log = about(
    series('06:00', 120, 60_000, (index) => `INFO agv: battery soc=${(90 - index * 0.5).toFixed(1)}% v=24.1`),
    once('06:30:10', 'WARN safety: protective stop, brakes applied'),
    once('07:10:10', 'WARN safety: protective stop, brakes applied'),
  );
  expect((await ask(log, 'what was the battery soc at the second protective stop?')).headline).toContain('55.0%');
});

it('names the one unit that stands out, with the share of its own lines', async () => {
  const log = logOf(
    series('06:00', 2000, 3_000, (index) => `INFO gw unit=${(index % 8) + 1} fc=3 answered`),
    series('08:00', 180, 10_000, () => 'WARN gw unit=7 fc=3 timeout after 500 ms'),
    series('06:10', 12, 300_000, (index) => `WARN gw unit=${(index % 6) + 1} fc=3 timeout after 500 ms`),
  );
  const { headline } = await ask(log, 'which modbus unit is the bad one?');
  expect(headline).toMatch(/Unit `7`: 180 of 192 lines \(42 % of its own\)/);
  expect((await ask(log, 'timeouts per unit, just the three worst')).headline).toMatch(/`7` leads with 180/);
});

it('answers why and which of what is told before both', async () => {
  const log = about(
    series('08:00', 90, 1_000, (index) => `INFO uds: TransferData block=${index + 1} ok`),
    once('08:01:31', 'WARN uds: supply voltage 12.4 V -> 9.1 V'),
    once('08:01:32', 'ERROR uds: flash sequence aborted'),
  );
  const { answer } = await ask(log, 'flashing aborted, why? at which block?');
  expect(answer.split('\n')[0]).toContain('flash sequence aborted');
  expect(answer).toMatch(/Block `90`/);
});

it('takes the short and the long name of a port for one', async () => {
  const log = about(
    series('08:00', 5, 60_000, () => 'WARN link: Interface GigabitEthernet1/0/31, changed state to down'),
    series('08:00', 9, 60_000, () => 'WARN power: Interface Gi1/0/31: power error'),
  );
  expect((await ask(log, 'how many times did Gi1/0/31 go down?')).headline).toMatch(/\b5 lines/);
});

it('tells how long each outage was, from the line that tells of its beginning to the one that tells of its end', async () => {
  const log = about(
    once('07:00:00', 'WARN ups: Power failure.'),
    once('07:00:14', 'INFO ups: Mains returned. No longer on batteries.'),
    once('08:00:00', 'WARN ups: Power failure.'),
    once('08:12:13', 'INFO ups: Mains returned. No longer on batteries.'),
    once('09:30:00', 'WARN ups: Power failure.'),
    once('09:30:08', 'INFO ups: Mains returned. No longer on batteries.'),
  );
  const { headline } = await ask(log, 'how often was the mains gone and how long each time?');
  expect(headline).toMatch(/3 times: 14 s, 12 min 13 s, 8 s/);
});

it('tells the longest of interruptions, and the n-th of them', async () => {
  const log = about(
    once('07:00:00', 'WARN pump: OCCLUSION pressure=388, infusion stopped'),
    once('07:01:04', 'INFO pump: alarm acknowledged, infusion restarted'),
    once('08:00:00', 'WARN pump: OCCLUSION pressure=402, infusion stopped'),
    once('08:08:42', 'INFO pump: alarm acknowledged, infusion restarted'),
  );
  expect((await ask(log, 'which interruption of the infusion lasted longest')).headline).toMatch(/8 min 42 s/);
  expect((await ask(log, 'how long did the first infusion stop last?')).headline).toMatch(/1 min 4 s/);
});

it('takes the end of the same door for the end, not that of another', async () => {
  const log = about(
    once('07:00:00', 'INFO acs: Server room; DOOR FORCED; contact open without release'),
    once('07:02:00', 'INFO acs: Parking; DOOR CLOSED; contact closed'),
    once('07:06:55', 'INFO acs: Server room; DOOR CLOSED; contact closed'),
  );
  const { headline } = await ask(log, 'how long was the server room door open after it was forced');
  expect(headline).toMatch(/6 min 55 s/);
});

it('counts for the things that words of the lines name, where no field has their kind', async () => {
  const stations = ['CAPPER', 'LABELER', 'FILLER'];
  const log = logOf(
    series('06:00', 600, 30_000, (i) => `${stations[i % 3]} cycle ${7000 + i} ok`),
    series('06:07', 9, 600_000, () => 'CAPPER STOP no caps in chute'),
    series('06:09', 4, 900_000, () => 'LABELER STOP web break'),
  );
  expect((await ask(log, 'which station stops most often')).headline).toMatch(/`CAPPER` \(9\)/);
});

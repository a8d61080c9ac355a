import { expect, it } from 'vitest';
import { ask, busyService, logOf, once, series } from './made-log.ts';

/** Six hours of a machine that writes no levels. */
const quiet = (lines = 3000) =>
  series('06:00', lines, 7000, (index) => `press stroke ${index} force ${400 + (index % 40)} kN`);
const trickle = () => series('06:03', 60, 350_000, (index) => `WARN label printer low on paper ${index}`);

it('takes a single line that tells of something missing before a warning that comes all day', async () => {
  const log = logOf(
    quiet(),
    trickle(),
    once('09:14:20', 'entry 4471 amount 12.40 has no counter entry, parked on 9998'),
  );
  const { headline } = await ask(log, 'the evening sum is off, what is wrong?');
  expect(headline).toMatch(/LIKELY: .*entry 4471 amount 12\.40 has no counter entry.*09:14:20/);
});

it('finds what comes by the clock, with what stands before it each time', async () => {
  const saves = ['07:00:00', '07:40:00', '08:20:00', '09:00:00', '09:40:00', '10:20:00'];
  const drops = saves.flatMap((time, index) => [
    ...once(time, 'snapshot of the map begins'),
    ...once(`${time.slice(0, -2)}2${index}`, `guest anna${index} lost connection: no reply`),
    ...once(`${time.slice(0, -2)}3${index}`, `guest bert${index} lost connection: no reply`),
    ...once(`${time.slice(0, -2)}4${index}`, `guest carl${index} lost connection: no reply`),
  ]);
  const { headline } = await ask(logOf(quiet(), trickle(), drops), 'why are my friends thrown out every 40 minutes?');
  expect(headline).toMatch(/lost connection: no reply.*18 times/);
  expect(headline).toMatch(/each time 2\d s after `snapshot of the map begins`/);
});

it('says what began after a change, though no line of it has a level', async () => {
  const broken = series(
    '09:30:10',
    200,
    30_000,
    (index) => `route for host c${index % 2}.example not found, default page`,
  );
  const log = logOf(quiet(), trickle(), once('09:30:00', 'applied config revision 88 (was 87)'), broken);
  const { headline } = await ask(log, 'people see the default page, why?');
  expect(headline).toMatch(/not found, default page/);
  expect(headline).toMatch(/applied config revision 88/);
});

it('tells what is there only at the time that was asked about before what comes all day', async () => {
  const noise = series('06:01', 400, 53_000, () => 'ERROR monitor: sendto failed: Network is unreachable');
  const gone = series('09:41:17', 12, 100, (index) => `INFO ap: station ${index} disassociated`);
  const log = logOf(busyService(), noise, once('09:41:16', 'INFO ap: radar detected on 5500 MHz'), gone);
  const { headline } = await ask(log, 'everybody in the hall lost wifi at about 9:40, why?');
  expect(headline).toMatch(/disassociated|radar detected/);
  expect(headline).not.toMatch(/sendto failed/);
  const window = await ask(log, 'what happened between 9:40 and 9:43?');
  expect(window.headline).not.toMatch(/sendto failed/);
});

it('calls no event what is healthy: counts of nothing are no failures', async () => {
  const log = logOf(
    series('06:00', 900, 20_000, (index) => `load: table t${index % 40} rows=${index} rejected=0 failed=0`),
  );
  expect((await ask(log, 'why do the loads fail?')).headline).toMatch(
    /Nothing is wrong, so far as this file tells: no error in 900 lines/,
  );
  expect((await ask(log, 'did all loads finish without errors?')).headline).toMatch(/CONFIRMED: Yes: no errors/);
});

it('looks hours back for what was set on the very part that was asked about', async () => {
  const jams = series('10:16:55', 100, 60_000, () => 'ERROR lane 3 ribbon wrinkle, reprint');
  const log = logOf(
    series('06:00', 4000, 5000, (index) => `INFO printed label ${index} lane ${(index % 3) + 1}`),
    once('06:40:10', 'INFO panel: darkness lane 3 changed 12 -> 24 by user night2'),
    once('11:20:00', 'INFO firmware updated 3.1.4 -> 3.1.5'),
    jams,
  );
  expect((await ask(log, 'what happened before the first ribbon wrinkle on lane 3?')).headline).toMatch(
    /darkness lane 3 changed 12 -> 24 by user night2` at 06:40:10; then .*ribbon wrinkle/,
  );
  expect((await ask(log, "what's wrong with lane 3?")).headline).toMatch(/ribbon wrinkle.*darkness lane 3/);
  expect((await ask(log, 'was the firmware update the cause of the ribbon wrinkles?')).headline).toMatch(
    /No: `.*ribbon wrinkle.*10:16:55.*, 1 h 3 min before `.*firmware updated 3\.1\.4 -> 3\.1\.5` \(.*11:20:00\)/,
  );
});

it('tells the advice that stands in the log', async () => {
  const failing = series('09:00', 40, 60_000, () => "ERROR db: can't save in background: fork: cannot allocate memory");
  const log = logOf(
    quiet(),
    once(
      '06:00:01',
      "INFO db: background save may fail. To fix this issue add 'vm.overcommit_memory = 1' to sysctl.conf",
    ),
    failing,
  );
  expect((await ask(log, 'how can this be fixed? is there a hint in the log?')).headline).toMatch(
    /The log advises: `To fix this issue add 'vm\.overcommit_memory = 1'/,
  );
});

it('answers why something was not done with the line that tells it was held back', async () => {
  const outdated = series('10:00', 200, 30_000, () => 'ERROR scan: signature list outdated, scan incomplete');
  const log = logOf(
    quiet(),
    once('09:12:40', 'INFO updater: update of signature list skipped: battery saver is on'),
    outdated,
  );
  expect((await ask(log, 'why was the signature list not updated?')).headline).toMatch(
    /skipped: battery saver is on.*09:12:40/,
  );
});

it('takes a name that stands in all lines for the whole, whatever the word means', async () => {
  const log = logOf(
    series('06:00', 3000, 7000, (index) => `authd[12]: INFO token issued u${index}`),
    series('06:05', 60, 340_000, (index) => `authd[12]: WARN password expired u${index}`),
    series('09:00', 300, 30_000, (index) => `authd[12]: ERROR token rejected: iat is 341 s in the future u${index}`),
  );
  expect((await ask(log, 'what is wrong with authd?')).headline).toMatch(/token rejected: iat is 341 s in the future/);
});

it('shows the lines that stand alone where nothing in the file calls itself a failure', async () => {
  const log = logOf(
    series('06:00', 3000, 7000, (index) => `oven2 zone ${(index % 4) + 1} temp ${180 + (index % 3)} C`),
    once('09:36:40', 'oven2 heater relay 3 contact welded open, output forced 0'),
  );
  const { headline } = await ask(log, 'bread from the third zone stays pale, why?');
  expect(headline).toMatch(
    /Nothing in this file tells of a failure, what stands alone in it: `.*relay 3.*` at .*09:36:40/,
  );
});

it('takes a log that names no parts for that of the program it is asked about', async () => {
  const full = series('09:00', 300, 20_000, () => 'ERROR [http-exec-3] cart not saved: replica is read-only');
  const log = logOf(
    series('06:00', 3000, 7000, (index) => `INFO [http-exec-${index % 20}] GET /cart ${20 + (index % 30)} ms`),
    full,
  );
  expect((await ask(log, 'What is wrong with cart-service?')).headline).toMatch(/cart not saved: replica is read-only/);
  const named = logOf(
    series(
      '06:00',
      3000,
      7000,
      (index) => `{"service":"${index % 2 === 0 ? 'shop' : 'stock'}","level":"info","message":"GET /cart"}`,
    ),
  );
  expect((await ask(named, 'What is wrong with cart-service?')).headline).toMatch(
    /`cart-service`.*`shop`.*`stock`|`cart-service` stands in none/,
  );
});

it('asks who does it, and looks for no reading, where a question says what is crashing', async () => {
  const dying = series('09:00', 12, 60_000, () => 'ERROR init: process vendor.scan killed by signal 6');
  const log = logOf(busyService(), dying);
  expect((await ask(log, 'the scanner drops out, what is crashing?')).headline).toMatch(
    /vendor\.scan killed by signal 6/,
  );
});

it('pins failures on no region where all regions fail alike', async () => {
  const lines = series('06:00', 3000, 7000, (index) => {
    const region = ['eu', 'us', 'ap'][index % 3];
    const failed = index > 1500 && index % 7 === 3;
    return `service=pricing region=${region} level=${failed ? 'error' : 'info'} msg="${failed ? 'division by zero in tax lookup' : 'price calculated'}"`;
  });
  const { headline } = await ask(logOf(lines), 'What is wrong with pricing?');
  expect(headline).toMatch(/division by zero in tax lookup/);
  expect(headline).not.toMatch(/Failures of `(?:eu|us|ap)`/);
});

import { describe, expect, it } from 'vitest';
import { ask } from './made-log.ts';

const pad = (value: number) => String(value).padStart(2, '0');
const clock = (index: number) =>
  `${pad(6 + Math.floor(index / 120))}:${pad(Math.floor(index / 2) % 60)}:${pad((index % 2) * 30)}`;
const table = (head: string | readonly string[], count: number, row: (index: number) => string) =>
  `${[head, Array.from({ length: count }, (_, index) => row(index))].flat(2).join('\n')}\n`;

/** Booth 4 jams from record 900 on; no cell of the file is called an error. */
const booths = table('time,ride_id,booth,how,metres', 1500, (i) => {
  const isHeld = i >= 900 && i % 5 === 3 && i % 3 === 0;
  const booth = isHeld ? 4 : (i % 4) + 1;
  return `2026-05-04 ${clock(i)},R${i},${booth},${isHeld ? 'ARM_HELD' : ['CARD', 'COIN', 'PASS'][i % 3]},${i % 90}.5`;
});
/** An exporter's heading, a table between pipes, one job that is cancelled from the second half on. */
const jobs = table(
  ['Overview of jobs 01.10.2026 to 10.10.2026', '', '|Job      |Count|State    |Date      |Time    |Secs|'],
  400,
  (i) =>
    `|${i % 4 === 0 ? 'ZSTOCK   ' : 'ZBILL    '}|${1000 + i}|${i >= 240 && i % 4 === 0 ? 'Canceled ' : 'Finished '}|01.10.2026|${clock(i)}|${String(i % 90).padStart(4)}|`,
);
const events = table('Date,Time,Device,Event,Class', 600, (i) => {
  const rare: Record<number, string> = { 300: 'Bus coupler open,Severe', 420: 'Cell over temperature,Severe' };
  const [event, grade] = (rare[i] ?? `${['Self test passed', 'Web login', 'Charging'][i % 3]},Informational`).split(
    ',',
  );
  return `03/14/2026,${clock(i)},UPS-${rare[i] === undefined ? (i % 3) + 1 : 2},${event},${grade}`;
});
const dive = table('t_s,state,depth_m,volt,note', 2000, (i) => {
  const note = i === 1299 ? 'LEAK AFT 2' : '';
  return `${i},${i < 200 ? 'DESCEND' : i < 1300 ? 'SURVEY' : 'ASCEND'},${(i % 70) + 0.5},24.${i % 10},${note}`;
});

const trucks = Array.from({ length: 1200 }, (_, i) => {
  const truck = i % 4;
  const seconds = 8 * 3600 + Math.floor(i / 4) * 60 + truck;
  const ts = `2026-05-04T${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}Z`;
  const at = Math.floor(i / 4);
  return JSON.stringify({
    ts,
    vehicle: `T-0${truck}`,
    speed_kmh: truck === 1 && at === 200 ? 131 : 40 + (i % 50),
    gps_fix: !(truck === 2 && at >= 10 && at < 40),
    battery_v: truck === 3 ? 25 - at / 150 : 27 + (i % 6) / 10,
  });
}).join('\n');
const sessions = table('session_id,start,end,connector,kwh', 300, (i) =>
  [
    `S${i}`,
    `2026-05-04 ${clock(i)}`,
    i === 12 ? '2026-05-04 09:26:00' : `2026-05-04 ${clock(i + 40)}`,
    (i % 3) + 1,
    i === 77 ? '118.42' : `${20 + (i % 40)}.${i % 9}1`,
  ].join(','),
);

describe('a table whose values tell what is wrong', () => {
  it('names the value that is new and whose it is', async () => {
    const report = await ask(booths, 'which booth makes trouble and what is it?');
    expect(report.cause).toMatch(/^booth 4: ARM_HELD, 40 times/);
  });
  it('says the same of the unit that was asked about', async () => {
    expect((await ask(booths, 'Any issues with booth 4?')).cause).toMatch(/^Yes: booth 4: ARM_HELD/);
  });
  it('says no of a unit that has the usual values only, and which one has others', async () => {
    expect((await ask(booths, 'Any issues with booth 2?')).cause).toMatch(/^No: .*booth 4: ARM_HELD/);
  });
  it('finds the table below the heading of an export and between outer bars', async () => {
    const report = await ask(jobs, 'which jobs were cancelled and since when?');
    expect(report.cause).toMatch(/^ZSTOCK: Canceled, 40 times/);
  });
  it('takes what a column of grades calls severe for what is critical', async () => {
    const { cause } = await ask(events, 'any critical events?');
    expect(cause).toMatch(/^Yes: 2 kinds: .*UPS-2: Bus coupler open/);
    expect(cause).toContain('UPS-2: Cell over temperature');
  });
  it('tells why a state changed by what was noted just before', async () => {
    const { cause } = await ask(dive, 'why did the vehicle ascend early?');
    expect(cause).toContain('LEAK AFT 2: state goes from SURVEY to ASCEND');
    expect(cause).toContain('t_s 1300');
  });
  it('leaves a table alone in which nothing is unusual', async () => {
    const calm = table('id,time,lane,kind', 600, (i) => `${i},2026-05-04 ${clock(i)},L${i % 3},${['A', 'B'][i % 2]}x`);
    expect((await ask(calm, 'what is wrong?')).cause).toContain('Nothing is wrong, so far as this file tells');
  });

  it('names the unit whose quantity is far from that of the others', async () => {
    const { cause } = await ask(trucks, 'which truck has a battery problem?');
    expect(cause).toMatch(/^T-03: battery_v falls to 23.01 .*all others stay above 27$/);
  });
  it('names the one that moves far more than any other, each about its own level', async () => {
    const rooms = table('time,sensor,temp_c,door', 800, (i) => {
      const level = [4, 5, -20, 3][i % 4]!;
      const warm = i % 4 === 1 && i > 500 && i < 620 ? 9 : 0;
      return `2026-05-04 ${clock(i)},CR-0${i % 4},${(level + warm + (i % 3) / 10).toFixed(1)},${i % 2 ? 'open' : 'closed'}`;
    });
    expect((await ask(rooms, 'which room got too warm?')).cause).toMatch(
      /^CR-01: temp_c rises to 14.2.*no other moves/,
    );
  });
  it('tells how long a column says something of one unit, from when to when', async () => {
    const { cause } = await ask(trucks, 'how long did T-02 drive without gps and when did it start?');
    expect(cause).toMatch(/^T-02: gps_fix false for 30 min, from 2026-05-04 08:10:02 .*to 2026-05-04 08:40:02/);
  });
  it('tells how long a quantity was beyond a limit', async () => {
    const { cause } = await ask(trucks, 'how long was T-03 below 24 V?');
    expect(cause).toContain('T-03: battery_v below 24 for ');
  });
  it('takes the fastest of what drives for the one with the highest speed', async () => {
    expect((await ask(trucks, 'who drove fastest?')).cause).toMatch(/^T-01 is the highest: (?:.*)131/);
  });
  it('finds whose number is the most by what the unit of a column measures', async () => {
    const { cause } = await ask(sessions, 'session with the most energy?');
    expect(cause).toMatch(/^S77 is the highest: 118\.42/);
  });
  it('takes the time from one column to another for the length of a record', async () => {
    expect((await ask(sessions, 'longest session?')).cause).toMatch(/^S12 is the longest: 3 h 20 min/);
  });
});

it('leaves a figure asked of each unit to who counts, however unusual a value of the table is', async () => {
  const tested = table(
    'time,site,bin,result',
    600,
    (i) => `2026-05-04 ${clock(i)},${i % 4},${i % 9 === 3 ? 7 : 1},${i % 9 === 3 ? 'FAIL' : 'PASS'}`,
  );
  const { cause } = await ask(tested, 'yield per site please');
  expect(cause).not.toMatch(/from 2026-05-04 .* on/);
});

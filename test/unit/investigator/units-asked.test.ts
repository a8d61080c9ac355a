import { describe, expect, it } from 'vitest';
import { unitNumber, unitSpelling } from '../../../src/service/investigator/units/unit-spelling.ts';
import { ask, busyService, logOf, once, series } from './made-log.ts';

const bays = series('06:00', 600, 30_000, (index) => `INFO array bay[${index % 12}] temperature ${30 + (index % 7)} C`);
const broken = [
  series('07:00', 64, 60_000, (index) => `ERROR array bay[4] unrecovered read error, sector ${index * 977}`),
  series('07:30', 9, 60_000, (index) => `ERROR array bay[9] unrecovered read error, sector ${index * 733}`),
].flat();

describe('one of several by its number', () => {
  it('is read from whatever signs and short forms the file writes', () => {
    const read = (noun: string, texts: string[]) => texts.map((text) => unitSpelling(noun, texts)?.read(text));
    expect(read('camera', ['cam04 lost', 'cam12 lost', 'cam01 back'])).toEqual(['cam04', 'cam12', 'cam01']);
    expect(read('floor', ['CAR3 OPEN FL8', 'CAR1 OPEN FL11', 'CAR1 OPEN FL2'])).toEqual(['FL8', 'FL11', 'FL2']);
    expect(read('dimm', ['DIMM_B2 ecc', 'DIMM_A1 ecc', 'DIMM_A2 ecc'])).toEqual(['DIMM_B2', 'DIMM_A1', 'DIMM_A2']);
    expect(read('connector', ['connectorId=2', '"connectorId": 3', 'connectorId,2'])).toEqual(['2', '3', '2']);
    expect(unitSpelling('tray', ['plan 1', 'plan 2', 'plan 3'])).toBeUndefined();
    expect(['cam04', 'gate A7', 'FL8', 'DIMM_B2'].map(unitNumber)).toEqual(['4', 'A7', '8', 'B2']);
  });

  it('narrows a count to its own lines', async () => {
    const { headline } = await ask(logOf(busyService(), bays, broken), 'how many read errors on bay 9');
    expect(headline).toMatch(/`bay 9`: 9 lines with `read error`/);
  });

  it('is told with the others, the worst first, where something is counted by it', async () => {
    const { headline } = await ask(logOf(busyService(), bays, broken), 'read errors per bay, which is the worst?');
    expect(headline).toMatch(/bay `4` leads with 64 of 73/);
  });

  it('is found in the words of a line where other lines have it in a field', async () => {
    const jobs = series('06:00', 200, 90_000, (index) => `INFO job id=${index} tray=${1 + (index % 3)} done`);
    const jams = series('09:00', 30, 60_000, (index) => `WARN paper jam, tray ${index % 10 === 0 ? 1 : 3} pickup`);
    const { headline } = await ask(logOf(jobs, jams), 'jams again... which tray is it and how many per tray');
    expect(headline).toMatch(/tray `3` leads with 27 of 30 lines with `jam`.*`1` 3/);
  });

  it('is asked for in two ways at once', async () => {
    const parcels = series('06:00', 400, 30_000, (index) => `INFO CONV${1 + (index % 4)} LANE${1 + (index % 20)} OK`);
    const jams = series('08:00', 52, 60_000, () => 'WARN CONV3 LANE14 JAM');
    const few = series('08:00', 7, 300_000, () => 'WARN CONV1 LANE14 JAM');
    const answer = await ask(logOf(parcels, jams, few), 'jams per conveyor, and the lane that is worst');
    expect(answer.headline).toMatch(/`CONV3` leads with 52 of 59/);
    expect(answer.answer).toMatch(/per lane\? Only `LANE14`: all 59/);
  });
});

describe('whether something befell one of several', () => {
  const log = logOf(
    series('00:00', 900, 60_000, (index) => `INFO freezer ${'ABC'[index % 3]} temperature -${79 + (index % 3)} C`),
    once('05:00:01', 'WARN freezer B alarm: door open'),
  );

  it('is no where only the lines of another tell of it, however it is asked', async () => {
    for (const question of [
      'did freezer A have an alarm too?',
      'was there an alarm on freezer A?',
      'has freezer C had an alarm?',
      'any alarm on freezer A?',
    ])
      expect((await ask(log, question)).headline, question).toMatch(
        /`freezer [AC]`: No: `alarm`.*none of its 300 lines/,
      );
  });

  it('is yes from its own lines', async () => {
    const { headline } = await ask(log, 'did freezer B have an alarm too?');
    expect(headline).toMatch(/: Yes: 1 line with `alarm`, at .*05:00:01/);
  });

  it('is left to all lines where it is asked what the one has to do with another', async () => {
    const { headline } = await ask(log, 'was freezer B the reason of the alarm?');
    expect(headline).not.toMatch(/: No:/);
  });
});

describe('whether others are affected too', () => {
  it('is no where only one has what is said, with the one that has it', async () => {
    const sites = series('06:00', 300, 60_000, (index) => `INFO DPD of site-${'abc'[index % 3]} ok`);
    const bad = series('09:00', 200, 30_000, () => 'ERROR site-b: proposals unacceptable, giving up');
    const { headline } = await ask(logOf(sites, bad), 'are the other tunnels affected as well?');
    expect(headline).toMatch(/No: only `site-b`: .*proposals unacceptable.*200 lines/);
  });

  it('is yes with the others by name and count, the one that was named left out', async () => {
    const { headline } = await ask(
      logOf(busyService(), bays, broken),
      'are there other bays with read errors besides bay 4?',
    );
    expect(headline).toMatch(/Yes: bay `9` \(9 lines\), besides bay `4` \(64\)/);
  });

  it('is told of persons by the place where the one stands who was named before', async () => {
    const mails = series('06:00', 300, 60_000, (index) => `INFO lmtp(u${index % 40}@uni.example): saved mail`);
    const full = series('10:00', 20, 60_000, () => 'ERROR lmtp(prof.weiss@uni.example): Quota exceeded');
    const { answer } = await ask(
      logOf(mails, full),
      'how many messages for prof.weiss failed; is anyone else over quota?',
    );
    expect(answer).toMatch(/Is anyone else over quota\? No: only `prof.weiss`/);
  });

  it('is looked for by words side by side where the file joins them by signs', async () => {
    const cells = series('06:00', 300, 60_000, (index) => `INFO cell=${1 + (index % 6)} IN_SERVICE load ${index % 90}`);
    const out = once('08:10', 'CRIT cell=4 state IN_SERVICE->OUT_OF_SERVICE');
    const { headline } = await ask(logOf(cells, out), 'was any other cell out of service too?');
    expect(headline).toMatch(/No: only cell `4`/);
  });
});

describe('several of a kind by their numbers', () => {
  const cameras = (from: string, count: number, of: readonly number[], text: string) =>
    of.flatMap((camera) => series(from, count, 600_000, () => `WARN nvr: cam-0${camera} ${text}`));
  const log = logOf(
    series(
      '00:00',
      3000,
      20_000,
      (index) => `INFO nvr: cam-0${1 + (index % 8)} segment of ${900 + (index % 70)} KB written`,
    ),
    once('02:29:50', 'ERROR poe: budget of bank B exceeded, ports 5-8 shut down'),
    cameras('02:30:10', 6, [5, 6, 7, 8], 'has no picture'),
    series('09:10', 60, 60_000, () => 'ERROR nvr: cam-07 refused: 401 Unauthorized'),
  );

  it('is told by what befell most of them, in the part of the day that was asked about', async () => {
    const { headline } = await ask(log, 'why were cameras 5 to 8 offline during the night?');
    expect(headline).toContain('budget of bank B exceeded, ports 5-8 shut down');
    expect(headline).not.toContain('401');
  });

  it('is not told by what befell one of them at another time of the day', async () => {
    expect((await ask(log, 'why is cam-07 not recording since the morning?')).headline).toContain('401 Unauthorized');
  });
});

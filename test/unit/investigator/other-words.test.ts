import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (second: number) => new Date(Date.UTC(2026, 4, 6, 7, 0, second)).toISOString();
const line = (second: number, text: string) => `${clock(second)} ${text}`;

/** Lines of a ferry harbour: nowhere a word for ship, and short forms for what happens. */
const harbour = [
  line(0, 'ACK berth=B1 pilot=Olsen'),
  line(60, 'moored at B1 delay=4 min'),
  line(120, 'ACK berth=B2 pilot=Dahl'),
  line(180, 'moored at B2 delay=9 min'),
  line(240, 'gate G1 closed: tide too low'),
  line(300, 'gate G1 opened'),
  line(360, 'temporary buoy placed at B2'),
  line(400, 'gate G1 closed: ice'),
  line(470, 'gate G1 opened'),
  line(500, 'max_draught changed from 7 to 6 by harbourmaster'),
  line(520, 'moored at B1 delay=1 min'),
  line(560, 'ramp R2 stopped, reason: oil pressure low'),
  line(600, 'pump P3 off'),
];

const ask = askLogs({ harbour: ['harbour.log', harbour] });

it.each([
  // A noun that no line has, beside a word that some have.
  ['how many ferries moored?', 'LIKELY', '3 lines'],
  // Short forms, both ways.
  ['how many berths were acknowledged?', 'LIKELY', '2'],
  ['how many temp buoys were placed?', 'LIKELY', '1 line'],
  // A moment that stands first, and one that something new marks.
  ['once max_draught had been changed, how often was moored logged?', 'CONFIRMED', '1 line'],
  // Other words for what is asked.
  ['prior to 07:03:30, how often was moored logged?', 'CONFIRMED', '2 lines'],
  ['the middle value of delay?', 'CONFIRMED', '4'],
  ['what was the longest time between two moored lines?', 'CONFIRMED', '5 min 40 s'],
  ['how long was the longest closure of gate G1?', 'CONFIRMED', '1 min 10 s'],
  ['the two pilots with the most ACK lines', 'CONFIRMED', 'Dahl (1), Olsen (1)'],
  ['range of delay', 'CONFIRMED', '8'],
  ['delay: max minus min', 'CONFIRMED', '8'],
])('answers %j as %s with %s', async (question, verdict, part) => {
  const { verdict: told, headline } = await ask('harbour', question);
  expect(headline).toContain(part);
  expect(told).toBe(verdict);
});

it('says which word of the question no line has', async () => {
  expect((await ask('harbour', 'how many ferries moored?')).answer).toContain('No line says ferries');
});

it('finds nobody by a name that no line has', async () => {
  expect((await ask('harbour', 'when did katrina moor?')).verdict).toBe('INCONCLUSIVE');
});

it.each([
  ['why did ramp R2 stop?', 'CONFIRMED', 'oil pressure low'],
  ['ramp R2 stop reason', 'LIKELY', 'oil pressure low'],
  ['why was gate G1 closed the last time?', 'LIKELY', 'ice'],
  ['what was the reason for the first time gate G1 closed?', 'LIKELY', 'tide too low'],
])('answers %j from the line that tells of it', async (question, verdict, part) => {
  const { verdict: told, headline } = await ask('harbour', question);
  expect(headline).toContain(part);
  expect(told).toBe(verdict);
});

it.each([
  ['what are the different reasons for gate G1 being closed?', ['tide too low', 'ice']],
  ['how many different reasons are there for a closed gate?', ['2 ']],
])('answers %j from what lines give as their reasons', async (question, parts) => {
  const { verdict, answer } = await ask('harbour', question);
  for (const part of parts) expect(answer).toContain(part);
  expect(verdict).toBe('LIKELY');
});

it('says that no line tells why, and tells nothing else as the reason', async () => {
  const { verdict, headline } = await ask('harbour', 'why was the buoy placed?');
  expect(verdict).toBe('INCONCLUSIVE');
  expect(headline).not.toMatch(/^(?:tide|ice|oil)/);
});

/** Most words of refusal stand on lines that call no route by that name. */
const signals = [
  line(0, 'S1-S2 REFUSED cause: occupied'),
  line(10, 'S2-S3 REFUSED cause: occupied'),
  line(20, 'S4-S5 REFUSED cause: occupied'),
  line(30, 'route S1-S2 REFUSED cause: conflict'),
  line(40, 'S1-S2 SET'),
];
const askSignals = askLogs({ signals: ['signals.log', signals] });

it('doubts a count that a noun of few lines makes small', async () => {
  expect((await askSignals('signals', 'how many routes were refused?')).verdict).not.toBe('CONFIRMED');
});

const press = [
  'time                | lot | paper   | sheets | result',
  '--------------------+-----+---------+--------+-------',
  '2026-02-01 20:00:00 * server room humidity=41 %',
  '2026-02-01 20:03:10 | 17  | matte   |    400 | GOOD',
  '2026-02-01 20:09:00 * roller washed: ink dried',
  '2026-02-01 20:15:44 | 18  | glossy  |    250 | SPOILED',
  '2026-02-01 20:31:12 | 19  | matte   |    300 | GOOD',
  '2026-02-01 20:39:09 | 20  | matte   |    310 | GOOD',
];
const askPress = askLogs({ press: ['press.log', press] });

it.each([
  // Of the rows that state a result, and not of every line.
  ['what share of the results are not GOOD?', '25 %'],
  ['average of sheets', '315'],
  // A server does not serve.
  ['how many GOOD lots did we serve?', '3'],
  ['why was the roller washed?', 'ink dried'],
])('answers %j from a table between other lines', async (question, part) => {
  expect((await askPress('press', question)).headline).toContain(part);
});

/** Lines of the gate say nothing of a level that others have, and only some say whose they are. */
const depot = [
  line(0, 'ERROR axle 4 hot wagon=W7'),
  line(10, 'INFO gate server started'),
  line(20, 'INFO axle 2 checked wagon=W8'),
  line(30, 'ERROR axle 9 hot wagon=W8'),
  line(40, 'INFO gate server idle'),
  line(50, 'INFO axle 5 checked wagon=W9'),
];
const askDepot = askLogs({ depot: ['depot.log', depot] });

it('counts none only where lines could have said it', async () => {
  expect((await askDepot('depot', 'how many errors did the gate server have?')).verdict).toBe('INCONCLUSIVE');
  expect((await askDepot('depot', 'how many errors of wagon W9?')).headline).toContain('None');
});

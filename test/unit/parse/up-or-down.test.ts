import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const time = (minute: number) => new Date(Date.UTC(2026, 4, 6, 5, minute)).toISOString();
const updated = 120;
const lost = 180;
const restored = 200;
const isCracked = (minute: number) => minute % (minute < updated ? 20 : 5) === 1;
const isJammed = (minute: number) => minute % (minute < updated ? 4 : 24) === 2;
const minutes = Array.from({ length: 240 }, (_, minute) => minute);
const lines = minutes.flatMap((minute) => [
  `${time(minute)} INFO kiln: chamber K${minute % 4} temperature=${minute < updated ? 930 : 880} burn=${minute < updated ? 1.5 : 3}s`,
  ...(isCracked(minute) ? [`${time(minute)} WARN kiln: glaze crack on tile T${1000 + minute}`] : []),
  ...(isJammed(minute) ? [`${time(minute)} ERROR feeder: tray jammed at gate ${minute % 3}`] : []),
  ...(minute === updated ? [`${time(minute)} INFO control: firmware updated`] : []),
  ...(minute === lost ? [`${time(minute)} WARN power: mains lost`] : []),
  ...(minute === restored ? [`${time(minute)} INFO power: mains restored`] : []),
]);
const ask = askLogs({ kiln: ['kiln.log', lines] });

const perMinute = (isIt: (minute: number) => boolean, from: number, to: number) =>
  Number((minutes.slice(from, to).filter(isIt).length / (to - from)).toPrecision(2));
const cracked = [perMinute(isCracked, 0, updated), perMinute(isCracked, updated, 239)];

it.each([
  ['Were there more or fewer cracks after the firmware update?', `CONFIRMED: Rising from ${cracked[0]}`],
  ['cracks after the firmware update: up or down', `CONFIRMED: Rising from ${cracked[0]}`],
  ['since the firmware was updated, do tiles crack more or less often', `CONFIRMED: Rising from ${cracked[0]}`],
  ['were there more cracks after the firmware update than before?', `CONFIRMED: Yes: rising from ${cracked[0]}`],
  ['did trays jam less often after 07:00 than before', 'CONFIRMED: Yes: falling from '],
  ['jams since 07:00: increase or decrease', 'CONFIRMED: Falling from '],
  ['is the kiln burn slower or faster after the update?', 'CONFIRMED: Rising from 1.5 s before to 3 s after'],
  ['did the kiln get hotter after the firmware update', 'No: falling from 930 before to 880 after'],
  ['temperature: up or down', 'Falling from 930 in the first third to 880 in the last third'],
  ['is the temperature going up or down?', 'Falling from 930 in the first third'],
])('tells which way it goes: %s', async (question, expected) => {
  expect((await ask('kiln', question)).answer).toContain(expected);
});

it.each([
  ['were there more or fewer cracks after the glazing robot was swapped?'],
  ['is the kiln colder than the dryer or hotter?'],
])('does not tell a way of what it does not know: %s', async (question) => {
  expect((await ask('kiln', question)).verdict).toBe('INCONCLUSIVE');
});

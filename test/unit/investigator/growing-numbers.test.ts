import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const clock = (minute: number) => new Date(Date.UTC(2026, 5, 9, 8, minute)).toISOString().slice(0, 19);

/** One ward's list of patients gets longer, one of two bed servers takes ever more memory, a pump's battery drains. */
const clinic = Array.from({ length: 120 }, (_, minute) => [
  `${clock(minute)} INFO triage ward=eye-ward waiting=${4 + (minute % 3)} desks=2`,
  `${clock(minute)} INFO triage ward=ear-ward waiting=${6 + Math.floor(minute / 2) + (minute % 2)} desks=2`,
  `${clock(minute)} INFO usage server=beds-1 rss=${210 + (minute % 5)} MB`,
  `${clock(minute)} INFO usage server=beds-2 rss=${230 + 3 * minute + (minute % 4)} MB`,
  `${clock(minute)} INFO pump=p-9 charge=${96 - Math.floor(minute / 2)} %`,
]).flat();

const ask = askLogs({ clinic: ['clinic.log', clinic] });

it.each([
  ['is beds-2 leaking?', 'Yes: rising from'],
  ['is beds-1 leaking too?', 'No: unchanged'],
  ['which server is leaking memory?', 'beds-2: Up by 360 MB, from 230 MB to 590 MB'],
  ['is there a leak in beds-2?', 'Yes: rising from'],
  ['is ear-ward piling up?', 'Yes: rising from 16 in the first third'],
  ['which ward keeps growing?', 'ear-ward: Up by 60, from 6 to 66'],
  ['which ward is draining?', 'None: no ward keeps falling'],
  ['is p-9 running low?', 'Yes: falling from'],
])('%s: %s', async (question, headline) => {
  const told = await ask('clinic', question);
  expect(told.headline).toContain(headline);
  expect(told.verdict).toBe('LIKELY');
});

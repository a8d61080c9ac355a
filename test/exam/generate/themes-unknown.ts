import { createAsker } from './phrase.ts';
import type { Part, Stage } from './world.ts';

const untold: readonly (readonly string[])[] = [
  ['how many customers did we lose because of this?', 'how many customers cancelled because of this?'],
  ['who is on call tonight?', 'which colleague is on call today?'],
  ['what is the weather in Hamburg?', 'was it raining during that time?'],
  ['how much money did this cost us?', 'what did this cost in euros?'],
  ['will it happen again tomorrow?', 'is this going to happen again next week?'],
  ['what did the manager say about it?', 'what does the vendor say about this?'],
  ['which employee changed the firewall rules?', 'who changed the firewall rule?'],
  ['what colour is the rack?', 'what is the serial number of the power supply?'],
  ['how many kilometres of cable are installed?', 'what is the length of the fibre in km?'],
  ['which office floor is it on?', 'in which building does it stand?'],
  ['what is the admin password?', 'what is the root password?'],
  ['when is the next maintenance planned?', 'when is the next release planned?'],
  ['what is the budget for next year?', 'how big is the budget of the team?'],
  ['is the contract with the provider still valid?', 'how long does the support contract run?'],
];

/** Questions that no log of this kind can answer. */
export function unknowns({ random }: Stage): Part {
  const { asked, ask } = createAsker(random);
  for (const texts of random.some(untold, 4)) ask('nothing can tell', { kind: 'nothing', why: 'not told' }, texts);
  return { happenings: [], asked, laws: [], names: [] };
}

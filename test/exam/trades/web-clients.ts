import type { Random } from '../generate/random.ts';
import { distinct, most, sum } from './counting.ts';
import type { Questions } from './questions.ts';
import type { WebRequest } from './web.ts';

/** Who asked the server, and how much each was sent. */
export function askClients(ask: Questions, random: Random, all: readonly WebRequest[], absent: string) {
  const { client } = random.pick(all);
  const clients = all.map((one) => one.client);
  const ofClient = all.filter((one) => one.client === client);
  const bytes = (some: readonly WebRequest[]) => sum(some.map((one) => one.bytes));
  ask.value(
    'bytes of client',
    bytes(ofClient),
    [`total bytes sent to ${client}?`, `how many bytes were sent to ${client}?`],
    'bytes',
  );
  ask.value(
    'bytes',
    bytes(all),
    ['sum of sc-bytes', 'total of sc-bytes?', 'how many bytes were sent in total?'],
    'bytes',
  );
  ask.name(
    'top client',
    most(all, (one) => one.client),
    clients,
    ['who sent the most requests?', 'top client by requests?', 'which client made the most requests?'],
  );
  ask.distinct('clients', distinct(all, ({ client }) => client).length, [
    'distinct client addresses?',
    'how many different clients are there?',
    'number of different client ips?',
  ]);
  ask.absent('absent client', [`did ${absent} make requests?`, `were there requests from ${absent}?`]);
}

import type { Random } from '../generate/random.ts';
import { distinct, maximum, mean, most, sum } from './counting.ts';
import type { Packet } from './firewall.ts';
import { createQuestions, type Questions } from './questions.ts';

export function firewallQuestions(random: Random, all: readonly Packet[], absent: string) {
  const ask = createQuestions(random);
  const of = (action: Packet['action']) => all.filter((one) => one.action === action);
  const dropped = of('DROP');
  const { source } = random.pick(all);
  const fromSource = dropped.filter((one) => one.source === source).length;
  ask.count('dropped', dropped.length, [
    'how many packets were dropped?',
    'number of dropped packets?',
    'dropped packets: how many?',
  ]);
  ask.count('accepted', of('ACCEPT').length, ['how many accepted packets?', 'how many packets were accepted?']);
  ask.count('dropped from source', fromSource, [
    `packets dropped from ${source}?`,
    `how many packets from ${source} were dropped?`,
  ]);
  ask.yes('source', true, [`did ${source} send anything?`, `were there packets from ${source}?`]);
  ask.absent('absent source', [`was anything dropped from ${absent}?`, `did ${absent} send anything?`]);
  ask.untold('country', ['which country do the attacks come from?', 'from which country are most packets?']);
  ask.untold('rule', ['which rule matched most?', 'what is the number of the rule that drops most?']);
  askProtocols(ask, all);
  askPorts(ask, random, all);
  askEnds(ask, all, dropped);
  return ask.asked;
}

function askProtocols(ask: Questions, all: readonly Packet[]) {
  const of = (protocol: Packet['protocol']) => all.filter((one) => one.protocol === protocol);
  const udp = of('UDP');
  const lengths = (some: readonly Packet[]) => some.map(({ length }) => length);
  ask.count('icmp', of('ICMP').length, ['number of ICMP packets', 'how many ICMP packets are there?']);
  ask.share('dropped of udp', udp.filter(({ action }) => action === 'DROP').length, udp.length, [
    'what share of UDP packets got dropped?',
    'what percentage of the UDP packets was dropped?',
  ]);
  ask.value(
    'bytes of tcp',
    sum(lengths(of('TCP'))),
    ['total bytes of TCP traffic (LEN)?', 'sum of LEN over the TCP packets?'],
    'bytes',
  );
  ask.value(
    'mean length',
    mean(lengths(all)),
    ['average packet length?', 'mean LEN?', 'how long is a packet on average?'],
    'bytes',
  );
  ask.value(
    'longest',
    maximum(lengths(all)),
    ['biggest packet?', 'how long was the longest packet?', 'maximum LEN?'],
    'bytes',
  );
}

function askPorts(ask: Questions, random: Random, all: readonly Packet[]) {
  const withPort = all.filter(({ port }) => port !== undefined);
  const port = random.pick(withPort).port ?? '';
  const toPort = all.filter((one) => one.port === port);
  const dropped = withPort.filter(({ action }) => action === 'DROP');
  const ports = withPort.map((one) => one.port ?? '');
  ask.count('to port', toPort.length, [
    `how many packets targeted port ${port}?`,
    `number of packets to port ${port}?`,
    `how many packets were sent to port ${port}?`,
  ]);
  ask.count('rejected on port', toPort.filter(({ action }) => action === 'REJECT').length, [
    `how many packets were rejected on port ${port}?`,
    `number of rejected packets to port ${port}?`,
  ]);
  ask.time('first drop on port', dropped.find((one) => one.port === port)?.timeMs, [
    `when was the first packet to port ${port} dropped?`,
    `first dropped packet on port ${port}: when?`,
  ]);
  ask.name(
    'most dropped port',
    most(dropped, (one) => one.port ?? ''),
    ports,
    ['which destination port was dropped most often?', 'to which port were most packets dropped?'],
  );
}

function askEnds(ask: Questions, all: readonly Packet[], dropped: readonly Packet[]) {
  const sources = all.map(({ source }) => source);
  const targets = all.map(({ target }) => target);
  ask.distinct('sources', distinct(all, ({ source }) => source).length, [
    'how many different source addresses?',
    'number of distinct source addresses?',
  ]);
  ask.name(
    'most dropped source',
    most(dropped, ({ source }) => source),
    sources,
    ['which source had most packets dropped?', 'from which source were most packets dropped?'],
  );
  ask.name(
    'top target',
    most(all, ({ target }) => target),
    targets,
    ['which destination gets the most packets?', 'top destination by packets?'],
  );
}

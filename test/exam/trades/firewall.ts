import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import { firewallQuestions } from './firewall-questions.ts';
import type { TradeLog } from './questions.ts';
import { steps, syslogOf, textOf } from './times.ts';

export interface Packet {
  timeMs: number;
  action: 'DROP' | 'ACCEPT' | 'REJECT';
  source: string;
  target: string;
  protocol: 'TCP' | 'UDP' | 'ICMP';
  /** Undefined for ICMP, which has none. */
  port: string | undefined;
  length: number;
}

const sourceNames = [
  ['198.51.100.4', '198.51.100.77', '203.0.113.50', '192.0.2.9', '203.0.113.201'],
  ['192.0.2.33', '192.0.2.140', '198.51.100.201', '203.0.113.7', '198.51.100.18'],
];
const portNames = ['443', '445', '1433', '3389', '5900', '8080'];

/** A firewall of a Linux machine, as the kernel logs it. */
export function firewall(random: Random): TradeLog {
  const { names: sources, absent } = cast(random, sourceNames, 4);
  const ports = random.some(portNames, 4);
  const all = steps(random, random.int(110, 150), [1000, 30_000]).map((timeMs): Packet => {
    const protocol = random.pick(['TCP', 'TCP', 'UDP', 'ICMP'] as const);
    return {
      timeMs,
      action: random.pick(['DROP', 'DROP', 'ACCEPT', 'REJECT']),
      source: random.pick(sources),
      target: `10.0.0.${random.int(2, 5)}`,
      protocol,
      port: protocol === 'ICMP' ? undefined : random.pick(ports),
      length: random.int(40, 1500),
    };
  });
  return { name: 'ufw.log', text: textOf(all.map(lineOf)), asked: firewallQuestions(random, all, absent) };
}

function lineOf({ timeMs, action, source, target, protocol, port, length }: Packet): string {
  const end = port === undefined ? 'TYPE=8 CODE=0' : `DPT=${port}`;
  return (
    `${syslogOf(timeMs)} edge-fw kernel: [UFW ${action}] IN=eth0 OUT= SRC=${source} DST=${target} ` +
    `LEN=${length} PROTO=${protocol} ${end}`
  );
}

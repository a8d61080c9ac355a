import type { Random } from '../generate/random.ts';
import { clusterQuestions } from './cluster-questions.ts';
import { cast } from './counting.ts';
import type { TradeLog } from './questions.ts';
import { isoOf, steps, textOf } from './times.ts';

export interface PodEvent {
  kind: 'Pod';
  timeMs: number;
  name: string;
  namespace: string;
  reason: (typeof reasons)[number];
}

export interface NodeEvent {
  kind: 'Node';
  timeMs: number;
  name: string;
  isReady: boolean;
}

export type ClusterEvent = PodEvent | NodeEvent;

/** What the messages of this cluster name. */
export interface Numbers {
  limitMi: number;
  probeStatus: number;
}

const podNames = [
  ['cart-7f', 'pay-1c', 'web-9a', 'auth-44', 'mail-b2'],
  ['api-5d', 'search-c8', 'feed-20', 'chat-e1', 'media-77'],
];
const namespaces = ['shop', 'billing', 'core'];
const reasons = ['Started', 'Pulled', 'OOMKilled', 'Unhealthy', 'BackOff'] as const;

/** What a cluster tells of its pods and nodes, an object on each line. */
export function cluster(random: Random): TradeLog {
  const { names: pods, absent } = cast(random, podNames, 4);
  const numbers = { limitMi: random.pick([256, 384, 512, 768]), probeStatus: random.pick([500, 502, 503]) };
  const namespaceOf = new Map(pods.map((pod) => [pod, random.pick(namespaces)]));
  const isReady = new Map<string, boolean>();
  const all = steps(random, random.int(90, 120), [3000, 60_000]).map((timeMs): ClusterEvent => {
    if (random.chance(0.2)) return turn(random, isReady, timeMs);
    const name = random.pick(pods);
    return { kind: 'Pod', timeMs, name, namespace: namespaceOf.get(name) ?? 'core', reason: random.pick(reasons) };
  });
  const text = textOf(all.map((one) => JSON.stringify(fieldsOf(one, numbers))));
  return { name: 'cluster-events.json', text, asked: clusterQuestions(random, all, numbers, absent) };
}

/** A node becomes what it was not. */
function turn(random: Random, isReady: Map<string, boolean>, timeMs: number): NodeEvent {
  const name = random.pick(['n1', 'n2', 'n3']);
  const before = isReady.get(name);
  const now = before === undefined ? random.chance(0.5) : !before;
  isReady.set(name, now);
  return { kind: 'Node', timeMs, name, isReady: now };
}

function fieldsOf(event: ClusterEvent, numbers: Numbers) {
  const { kind, timeMs, name } = event;
  const ts = isoOf(timeMs);
  if (event.kind === 'Pod') {
    const { namespace: ns, reason } = event;
    return { ts, kind, ns, name, reason, message: messageOf(event, numbers) };
  }
  const reason = event.isReady ? 'NodeReady' : 'NodeNotReady';
  return { ts, kind, name, reason, message: `Node ${name} status is now: ${reason}` };
}

function messageOf({ name, reason }: PodEvent, { limitMi, probeStatus }: Numbers): string {
  switch (reason) {
    case 'OOMKilled':
      return `Container ${name.split('-')[0]} exceeded memory limit ${limitMi}Mi`;
    case 'Unhealthy':
      return `Readiness probe failed: HTTP probe failed with statuscode: ${probeStatus}`;
    case 'BackOff':
      return 'Back-off restarting failed container';
    default:
      return `${reason} container image`;
  }
}

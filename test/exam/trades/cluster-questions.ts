import type { Random } from '../generate/random.ts';
import type { ClusterEvent, NodeEvent, Numbers, PodEvent } from './cluster.ts';
import { distinct, most } from './counting.ts';
import { createQuestions, type Questions } from './questions.ts';
import { clockOf, fullMinute, minuteOf } from './times.ts';

export function clusterQuestions(random: Random, all: readonly ClusterEvent[], numbers: Numbers, absent: string) {
  const ask = createQuestions(random);
  const pods = all.filter((one) => one.kind === 'Pod');
  const nodes = all.filter((one) => one.kind === 'Node');
  const of = (reason: PodEvent['reason']) => pods.filter((one) => one.reason === reason);
  const names = pods.map(({ name }) => name);
  ask.untold('cpu', [`how much cpu does ${names[0]} use?`, `cpu usage of ${names[0]}?`]);
  ask.absent('absent pod', [`was pod ${absent} OOMKilled?`, `did ${absent} run out of memory?`]);
  ask.name('most common reason', most(all, reasonOf), all.map(reasonOf), [
    'most common event reason?',
    'which reason occurs most often?',
  ]);
  askKills(ask, random, pods, of('OOMKilled'), numbers);
  askProbes(ask, random, of('Unhealthy'), names, numbers);
  askStarts(ask, of('Started'), of('BackOff'));
  askNodes(ask, nodes);
  return ask.asked;
}

function reasonOf(event: ClusterEvent): string {
  return event.kind === 'Pod' ? event.reason : event.isReady ? 'NodeReady' : 'NodeNotReady';
}

function askKills(
  ask: Questions,
  random: Random,
  pods: readonly PodEvent[],
  killed: readonly PodEvent[],
  { limitMi }: Numbers,
) {
  const { name, namespace } = random.pick(pods);
  const names = pods.map((one) => one.name);
  const ofPod = killed.filter((one) => one.name === name).length;
  const ofNamespace = killed.filter((one) => one.namespace === namespace).length;
  const limits = [`${limitMi}Mi`, `${limitMi} Mi`, `${limitMi} MiB`];
  ask.count('kills', killed.length, [
    'how many OOMKilled events are there?',
    'number of OOM kills?',
    'how often was a pod OOMKilled?',
  ]);
  ask.count('kills of pod', ofPod, [
    `how often was ${name} OOM killed?`,
    `how many times was ${name} OOMKilled?`,
    `number of OOM kills of ${name}?`,
  ]);
  ask.count('kills of namespace', ofNamespace, [
    `OOMKilled events in namespace ${namespace}`,
    `how many OOM kills in the namespace ${namespace}?`,
  ]);
  ask.share('kill share', killed.length, pods.length, [
    'what share of the pod events are OOMKilled?',
    'what percentage of pod events has the reason OOMKilled?',
  ]);
  ask.time('last kill', killed.at(-1)?.timeMs, ['when was the last OOM kill?', 'when was a pod OOMKilled last?']);
  ask.name('first killed', killed[0]?.name, names, ['which pod was OOMKilled first?', 'first pod to be OOM killed?']);
  ask.name(
    'most killed',
    most(killed, (one) => one.name),
    names,
    ['which pod was OOM killed most often?', 'pod with the most OOM kills?'],
  );
  ask.words(
    'limit',
    killed.length === 0 ? undefined : limits,
    [],
    ['what is the memory limit?', 'which memory limit was exceeded?'],
  );
}

function askProbes(
  ask: Questions,
  random: Random,
  unhealthy: readonly PodEvent[],
  names: readonly string[],
  { probeStatus }: Numbers,
) {
  const name = random.pick(names);
  const ofPod = unhealthy.filter((one) => one.name === name).length;
  ask.count('probe failures', unhealthy.length, [
    'how many readiness probe failures?',
    'how often did a readiness probe fail?',
    'number of failed readiness probes?',
  ]);
  ask.count('probe failures of pod', ofPod, [
    `how many failed probes did ${name} have?`,
    `how often did the readiness probe of ${name} fail?`,
  ]);
  if (unhealthy.length === 0) return;
  ask.words(
    'probe status',
    [`${probeStatus}`],
    [],
    ['what status code did the readiness probe return?', 'with which status code did the readiness probes fail?'],
  );
}

function askStarts(ask: Questions, started: readonly PodEvent[], backOffs: readonly PodEvent[]) {
  const [first] = started;
  if (first !== undefined) ask.yes('started', true, [`did ${first.name} start?`, `was ${first.name} ever started?`]);
  const fromMs = fullMinute(backOffs[0]?.timeMs ?? 0, 3);
  const toMs = fromMs + 20 * 60_000;
  const until = (endMs: number) => backOffs.filter(({ timeMs }) => timeMs >= fromMs && timeMs < endMs).length;
  const [from, to] = [minuteOf(fromMs), minuteOf(toMs)];
  const range = { low: until(toMs), high: until(toMs + 60_000) };
  ask.between('back-offs in window', backOffs.length === 0 ? undefined : range, [
    `how many BackOff events between ${from} and ${to}?`,
    `BackOff events from ${from} to ${to}?`,
  ]);
}

function askNodes(ask: Questions, nodes: readonly NodeEvent[]) {
  const names = distinct(nodes, ({ name }) => name);
  ask.distinct('nodes', names.length, ['how many nodes are there?', 'number of different nodes?']);
  for (const name of names) {
    const [first, second, ...rest] = nodes.filter((one) => one.name === name);
    if (first === undefined) continue;
    const own = [first, ...(second === undefined ? [] : [second]), ...rest];
    const states = ['ready', 'not ready'] as const;
    ask.yes(`${name} now`, own.at(-1)?.isReady === true, [
      `is node ${name} ready now?`,
      `is ${name} ready?`,
      `is ${name} ready at the end?`,
    ]);
    ask.count(`${name} not ready`, own.filter(({ isReady }) => !isReady).length, [
      `how often did ${name} become not ready?`,
      `how many times did node ${name} turn NotReady?`,
    ]);
    if (second === undefined || second.timeMs - first.timeMs < 90_000) continue;
    const at = clockOf(first.timeMs + 60_000);
    ask.yes(`${name} then`, first.isReady, [`was ${name} ready at ${at}?`, `was node ${name} ready at ${at}?`], states);
  }
}

import { dhcpMessageName } from './dissect/dhcp.ts';
import type { Dissection, Note } from './dissect/dissection.ts';
import { responseCodeName } from './dissect/dns.ts';
import { hciErrorName } from './dissect/hci.ts';
import { tlsAlertName, tlsVersionName } from './dissect/tls-messages.ts';
import { createTally, type Tally } from './tally.ts';

/** Everything in a capture that a rule may speak of, but for TCP itself, gathered frame by frame. */
export interface NetworkEvents {
  dnsFailures: Tally;
  /** Names that are missing as a matter of routine. */
  dnsAbsences: Tally;
  dnsUnanswered: Tally;
  dnsSlow: Tally;
  dnsAnswerTimes: { timeMs: number; valueMs: number; frame: number }[];
  tlsAlerts: Tally;
  tlsOldVersions: Tally;
  httpErrors: Tally;
  icmpErrors: Tally;
  /** Late answers, probes and notices. */
  icmpRemarks: Tally;
  dhcpRefusals: Tally;
  dhcpUnanswered: Tally;
  arpConflicts: Tally;
  hciDisconnects: Tally;
  hciErrors: Tally;
  note(dissection: Dissection): void;
  /** Closes what is still open: questions without an answer. */
  finish(): void;
}

/** An answer slower than this is worth a finding, in milliseconds. */
const slowAnswerMs = 1_000;
const maxPending = 10_000;
const maxAnswerTimes = 2_000;
const maxAttemptFrames = 12;

interface Question {
  frame: number;
  timeMs: number | undefined;
  label: string;
  /** What is asked for, whoever is asked. */
  name: string;
  attempts: number;
  /** Of the attempts, the first few. */
  frames: number[];
}

/** A question asked so shortly before the capture ended may still have been answered, in milliseconds. */
const patienceMs = 5_000;
const icmpRemarks = {
  'late-answer': 'an answer came after the requester had gone',
  probe: 'as traceroute provokes it',
  notice: 'routine of routing and discovery',
} as const;

export function createNetworkEvents(): NetworkEvents {
  const pendingDns = new Map<string, Question>();
  const pendingDhcp = new Map<number, Question>();
  const arpOwners = new Map<string, { mac: string; frame: number }>();
  /** Names that were answered at some time. */
  const resolved = new Set<string>();
  const absent: { label: string; name: string; recordType: string; frames: number[]; timeMs: number | undefined }[] =
    [];
  let lastTimeMs = Number.NEGATIVE_INFINITY;
  const httpRequests = new Map<string, { frame: number; label: string }>();

  const events: NetworkEvents = {
    dnsFailures: createTally(),
    dnsAbsences: createTally(),
    dnsUnanswered: createTally(),
    dnsSlow: createTally(),
    dnsAnswerTimes: [],
    tlsAlerts: createTally(),
    tlsOldVersions: createTally(),
    httpErrors: createTally(),
    icmpErrors: createTally(),
    icmpRemarks: createTally(),
    dhcpRefusals: createTally(),
    dhcpUnanswered: createTally(),
    arpConflicts: createTally(),
    hciDisconnects: createTally(),
    hciErrors: createTally(),
    note(dissection) {
      lastTimeMs = Math.max(lastTimeMs, dissection.timeMs ?? lastTimeMs);
      for (const note of dissection.notes) take(dissection, note);
    },
    finish() {
      for (const { frame, timeMs, label, name } of pendingDns.values()) {
        const isOpen = timeMs !== undefined && lastTimeMs - timeMs < patienceMs;
        if (!isOpen && !resolved.has(name)) events.dnsUnanswered.add(label, [frame], timeMs);
      }
      // Asked once, its answer may have gone straight to the client, past the capture.
      for (const { timeMs, label, attempts, frames } of merged(pendingDhcp.values())) {
        if (attempts > 1) events.dhcpUnanswered.add(label, frames, timeMs);
      }
      for (const { label, name, recordType, frames, timeMs } of absent) {
        const isRoutine = isRoutineQuestion(recordType, name) || isKnownOtherwise(name, resolved);
        (isRoutine ? events.dnsAbsences : events.dnsFailures).add(label, frames, timeMs);
      }
    },
  };

  function take(dissection: Dissection, note: Note): void {
    const { number, timeMs } = dissection;
    const frames = [number];
    switch (note.kind) {
      case 'dns':
        return takeDns(dissection, note);
      case 'icmp-error':
        return takeIcmp(note, dissection);
      case 'tls-alert':
        // A close notify is how a healthy connection ends.
        if (note.description !== 0)
          events.tlsAlerts.add(
            `${tlsAlertName(note.description)}, sent by ${endpoint(dissection)} to ${peer(dissection)}`,
            frames,
            timeMs,
          );
        return;
      case 'tls-hello':
        if (note.side === 'server' && note.version < 0x0303)
          events.tlsOldVersions.add(`${tlsVersionName(note.version)} with ${endpoint(dissection)}`, frames, timeMs);
        return;
      case 'http-request':
        remember(httpRequests, conversationKey(dissection), {
          frame: number,
          label: `${note.method} ${note.host ?? peer(dissection)}${note.target.split('?')[0]}`,
        });
        return;
      case 'http-response': {
        const request = httpRequests.get(conversationKey(dissection));
        if (note.status >= 400) {
          const label = `${note.status} ${note.reason} to ${request?.label ?? `a request to ${endpoint(dissection)}`}`;
          events.httpErrors.add(label, request ? [number, request.frame] : frames, timeMs);
        }
        return;
      }
      case 'dhcp':
        return takeDhcp(note, number, timeMs);
      case 'arp': {
        if (note.senderIp === '0.0.0.0') return;
        const owner = arpOwners.get(note.senderIp);
        if (owner && owner.mac !== note.senderMac)
          events.arpConflicts.add(
            `${note.senderIp}: ${owner.mac} and ${note.senderMac}`,
            [owner.frame, number],
            timeMs,
          );
        else remember(arpOwners, note.senderIp, owner ?? { mac: note.senderMac, frame: number });
        return;
      }
      case 'hci-disconnect':
        return events.hciDisconnects.add(hciErrorName(note.reason), frames, timeMs);
      case 'hci-error':
        return events.hciErrors.add(note.text, frames, timeMs);
    }
  }

  function takeIcmp(note: Note & { kind: 'icmp-error' }, { number, timeMs, source }: Dissection): void {
    const text = `${note.text} from ${source}`;
    if (note.meaning === 'failure') events.icmpErrors.add(text, [number], timeMs);
    else events.icmpRemarks.add(`${text}, ${icmpRemarks[note.meaning]}`, [number], timeMs);
  }

  function takeDns(dissection: Dissection, note: Note & { kind: 'dns' }): void {
    const { number, timeMs } = dissection;
    const key = `${conversationKey(dissection)} ${note.id} ${note.name} ${note.recordType}`;
    const label = `${note.recordType} ${note.name}`;
    const question = pendingDns.get(key);
    if (!note.isResponse) {
      const asked = `${label} asked of ${peer(dissection)}`;
      if (!question)
        remember(pendingDns, key, {
          frame: number,
          timeMs,
          label: asked,
          name: note.name,
          attempts: 1,
          frames: [number],
        });
      return;
    }
    pendingDns.delete(key);
    const frames = question ? [question.frame, number] : [number];
    const failure = `${responseCodeName(note.code)} for ${label} from ${endpoint(dissection)}`;
    const proof = [...frames].reverse();
    if (note.code === 0) {
      if (note.answers > 0 && resolved.size < maxPending) resolved.add(note.name);
    } else if (note.code === nameDoesNotExist && absent.length < maxPending) {
      absent.push({ label: failure, name: note.name, recordType: note.recordType, frames: proof, timeMs });
    } else events.dnsFailures.add(failure, proof, timeMs);
    if (question?.timeMs === undefined || timeMs === undefined) return;
    const valueMs = timeMs - question.timeMs;
    if (events.dnsAnswerTimes.length < maxAnswerTimes) events.dnsAnswerTimes.push({ timeMs, valueMs, frame: number });
    if (valueMs >= slowAnswerMs) events.dnsSlow.add(`${label} took ${(valueMs / 1000).toFixed(1)} s`, frames, timeMs);
  }

  function takeDhcp(note: Note & { kind: 'dhcp' }, frame: number, timeMs: number | undefined): void {
    const isAnswer = [2, 5, 6].includes(note.messageType);
    const isQuestion = note.messageType === 1 || note.messageType === 3;
    if (isAnswer) pendingDhcp.delete(note.transactionId);
    else if (isQuestion) {
      const label = `${dhcpMessageName(note.messageType)} of ${note.client}`;
      const before = pendingDhcp.get(note.transactionId);
      if (before) {
        before.attempts++;
        if (before.frames.length < maxAttemptFrames) before.frames.push(frame);
      } else
        remember(pendingDhcp, note.transactionId, {
          frame,
          timeMs,
          label,
          name: note.client,
          attempts: 1,
          frames: [frame],
        });
    }
    if (note.messageType === 4 || note.messageType === 6) {
      events.dhcpRefusals.add(`${dhcpMessageName(note.messageType)} for ${note.client}`, [frame], timeMs);
    }
  }

  return events;
}

/** Attempts under other numbers belong to the same question. */
function merged(questions: Iterable<Question>): Question[] {
  const byLabel = new Map<string, Question>();
  for (const question of questions) {
    const known = byLabel.get(question.label);
    if (known) {
      known.attempts += question.attempts;
      known.frames = [...known.frames, ...question.frames].slice(0, maxAttemptFrames);
    } else byLabel.set(question.label, { ...question });
  }
  return [...byLabel.values()];
}

const nameDoesNotExist = 3;

/** Reverse and service look-ups, link-local names, and single labels that a search list makes up: often nothing is there. */
function isRoutineQuestion(recordType: string, name: string): boolean {
  const isDiscovery = recordType === 'PTR' || recordType === 'SOA' || name.startsWith('_') || name.includes('._');
  return (
    isDiscovery || !name.includes('.') || /\.(?:local|localdomain|home|lan|arpa)$/i.test(name) || /^wpad\./i.test(name)
  );
}

/** It was answered at another time, or is one that was, with a search list's domain behind it. */
function isKnownOtherwise(name: string, resolved: ReadonlySet<string>): boolean {
  if (resolved.has(name)) return true;
  for (let at = name.indexOf('.'); at > 0; at = name.indexOf('.', at + 1)) {
    const front = name.slice(0, at);
    if (front.includes('.') && resolved.has(front)) return true;
  }
  return false;
}

function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (!map.has(key) && map.size >= maxPending) map.delete(map.keys().next().value!);
  map.set(key, value);
}

function endpoint({ source, transport }: Dissection): string {
  return transport ? `${source}:${transport.sourcePort}` : `${source}`;
}

function peer({ destination, transport }: Dissection): string {
  return transport ? `${destination}:${transport.destinationPort}` : `${destination}`;
}

function conversationKey(dissection: Dissection): string {
  const from = endpoint(dissection);
  const to = peer(dissection);
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

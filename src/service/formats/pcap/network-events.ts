import { dhcpMessageName } from './dissect/dhcp.ts';
import type { Dissection, Note } from './dissect/dissection.ts';
import { responseCodeName } from './dissect/dns.ts';
import { hciErrorName } from './dissect/hci.ts';
import { tlsAlertName, tlsVersionName } from './dissect/tls-messages.ts';
import { createTally, type Tally } from './tally.ts';

/** Everything in a capture that a rule may speak of, but for TCP itself, gathered frame by frame. */
export interface NetworkEvents {
  dnsFailures: Tally;
  dnsUnanswered: Tally;
  dnsSlow: Tally;
  dnsAnswerTimes: { timeMs: number; valueMs: number; frame: number }[];
  tlsAlerts: Tally;
  tlsOldVersions: Tally;
  httpErrors: Tally;
  icmpErrors: Tally;
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

interface Question {
  frame: number;
  timeMs: number | undefined;
  label: string;
}

export function createNetworkEvents(): NetworkEvents {
  const pendingDns = new Map<string, Question>();
  const pendingDhcp = new Map<number, Question>();
  const arpOwners = new Map<string, { mac: string; frame: number }>();
  const httpRequests = new Map<string, { frame: number; label: string }>();

  const events: NetworkEvents = {
    dnsFailures: createTally(),
    dnsUnanswered: createTally(),
    dnsSlow: createTally(),
    dnsAnswerTimes: [],
    tlsAlerts: createTally(),
    tlsOldVersions: createTally(),
    httpErrors: createTally(),
    icmpErrors: createTally(),
    dhcpRefusals: createTally(),
    dhcpUnanswered: createTally(),
    arpConflicts: createTally(),
    hciDisconnects: createTally(),
    hciErrors: createTally(),
    note(dissection) {
      for (const note of dissection.notes) take(dissection, note);
    },
    finish() {
      for (const { frame, timeMs, label } of pendingDns.values()) events.dnsUnanswered.add(label, [frame], timeMs);
      for (const { frame, timeMs, label } of pendingDhcp.values()) events.dhcpUnanswered.add(label, [frame], timeMs);
    },
  };

  function take(dissection: Dissection, note: Note): void {
    const { number, timeMs } = dissection;
    const frames = [number];
    switch (note.kind) {
      case 'dns':
        return takeDns(dissection, note);
      case 'icmp-error':
        return events.icmpErrors.add(`${note.text} from ${dissection.source}`, frames, timeMs);
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

  function takeDns(dissection: Dissection, note: Note & { kind: 'dns' }): void {
    const { number, timeMs } = dissection;
    const key = `${conversationKey(dissection)} ${note.id} ${note.name} ${note.recordType}`;
    const label = `${note.recordType} ${note.name}`;
    const question = pendingDns.get(key);
    if (!note.isResponse) {
      if (!question)
        remember(pendingDns, key, { frame: number, timeMs, label: `${label} asked of ${peer(dissection)}` });
      return;
    }
    pendingDns.delete(key);
    const frames = question ? [question.frame, number] : [number];
    if (note.code !== 0)
      events.dnsFailures.add(
        `${responseCodeName(note.code)} for ${label} from ${endpoint(dissection)}`,
        [...frames].reverse(),
        timeMs,
      );
    if (question?.timeMs === undefined || timeMs === undefined) return;
    const valueMs = timeMs - question.timeMs;
    if (events.dnsAnswerTimes.length < maxAnswerTimes) events.dnsAnswerTimes.push({ timeMs, valueMs, frame: number });
    if (valueMs >= slowAnswerMs) events.dnsSlow.add(`${label} took ${(valueMs / 1000).toFixed(1)} s`, frames, timeMs);
  }

  function takeDhcp(note: Note & { kind: 'dhcp' }, frame: number, timeMs: number | undefined): void {
    const isAnswer = [2, 5, 6].includes(note.messageType);
    const isQuestion = note.messageType === 1 || note.messageType === 3;
    if (isAnswer) pendingDhcp.delete(note.transactionId);
    else if (isQuestion && !pendingDhcp.has(note.transactionId)) {
      remember(pendingDhcp, note.transactionId, {
        frame,
        timeMs,
        label: `${dhcpMessageName(note.messageType)} of ${note.client}`,
      });
    }
    if (note.messageType === 4 || note.messageType === 6) {
      events.dhcpRefusals.add(`${dhcpMessageName(note.messageType)} for ${note.client}`, [frame], timeMs);
    }
  }

  return events;
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

import { citeLine, maxEvidence } from '../cite.ts';
import type { Finding, LineRange, Severity } from '../reading.ts';
import type { NetworkEvents } from './network-events.ts';
import type { Tally, TallyEntry } from './tally.ts';

interface Rule {
  rule: string;
  tally: (events: NetworkEvents) => Tally;
  severity: Severity | ((entry: TallyEntry) => Severity);
  role: Finding['role'];
  certainty: Finding['certainty'];
  title: (entry: TallyEntry) => string;
  explanation: string;
  next?: string[];
}

const times = ({ count }: TallyEntry) => (count === 1 ? 'once' : `${count} times`);

const rules: readonly Rule[] = [
  {
    rule: 'dns.failure',
    tally: (events) => events.dnsFailures,
    severity: ({ key }) => (key.startsWith('NXDOMAIN') ? 'warning' : 'error'),
    role: 'cause',
    certainty: 'certain',
    title: (entry) => `DNS answers ${entry.key}, ${times(entry)}`,
    explanation: 'The name server answered that it could not or would not resolve the name.',
    next: ['dig +trace NAME, and the same query to another name server'],
  },
  {
    rule: 'dns.no-such-name',
    tally: (events) => events.dnsAbsences,
    severity: 'info',
    role: 'context',
    certainty: 'certain',
    title: (entry) => `DNS answers ${entry.key}, ${times(entry)}`,
    explanation: 'Such queries are routine, and a missing name breaks nothing.',
  },
  {
    rule: 'dns.no-answer',
    tally: (events) => events.dnsUnanswered,
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    title: (entry) => `no answer to DNS question ${entry.key}, ${times(entry)}`,
    explanation: 'The query was sent, and the capture contains no answer to it.',
    next: ['capture on the name server too: tcpdump -i any -w dns.pcap port 53'],
  },
  {
    rule: 'dns.slow',
    tally: (events) => events.dnsSlow,
    severity: 'warning',
    role: 'symptom',
    certainty: 'certain',
    title: (entry) => `slow DNS answer: ${entry.key}`,
    explanation: 'More than a second passed between query and answer.',
  },
  {
    rule: 'tls.alert',
    tally: (events) => events.tlsAlerts,
    severity: 'error',
    role: 'cause',
    certainty: 'certain',
    title: (entry) => `TLS fails: ${entry.key}, ${times(entry)}`,
    explanation: 'One side ended the handshake or the connection with this alert.',
    next: ['openssl s_client -connect HOST:PORT -servername HOST -showcerts'],
  },
  {
    rule: 'tls.old-version',
    tally: (events) => events.tlsOldVersions,
    severity: 'warning',
    role: 'context',
    certainty: 'certain',
    title: (entry) => `outdated ${entry.key}, ${times(entry)}`,
    explanation: 'The server chose a version that RFC 8996 deprecates.',
  },
  {
    rule: 'http.error',
    tally: (events) => events.httpErrors,
    severity: ({ key }) => (key.startsWith('5') ? 'error' : 'warning'),
    role: 'symptom',
    certainty: 'certain',
    title: (entry) => `HTTP ${entry.key}, ${times(entry)}`,
    explanation: 'The server answered the request with an error status.',
  },
  {
    rule: 'icmp.error',
    tally: (events) => events.icmpErrors,
    severity: 'error',
    role: 'cause',
    certainty: 'certain',
    title: (entry) => `${entry.key}, ${times(entry)}`,
    explanation: 'A host or router reported that it could not deliver a packet.',
  },
  {
    rule: 'icmp.remark',
    tally: (events) => events.icmpRemarks,
    severity: 'info',
    role: 'context',
    certainty: 'certain',
    title: (entry) => `${entry.key}, ${times(entry)}`,
    explanation: 'A host or router reported something that is common in healthy networks.',
  },
  {
    rule: 'dhcp.refused',
    tally: (events) => events.dhcpRefusals,
    severity: 'error',
    role: 'cause',
    certainty: 'certain',
    title: (entry) => `DHCP ${entry.key}, ${times(entry)}`,
    explanation: 'The server refused the address (NAK), or the client found it in use (DECLINE).',
  },
  {
    rule: 'dhcp.no-answer',
    tally: (events) => events.dhcpUnanswered,
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    title: (entry) => `no answer to DHCP ${entry.key}`,
    explanation: 'The client asked repeatedly, and the capture contains no offer or acknowledgement.',
  },
  {
    rule: 'arp.conflict',
    tally: (events) => events.arpConflicts,
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    title: (entry) => `two devices claim address ${entry.key}`,
    explanation: 'The same IP address is announced from two hardware addresses: a duplicate, a failover or spoofing.',
  },
  {
    rule: 'bluetooth.disconnect',
    tally: (events) => events.hciDisconnects,
    severity: ({ key }) => (/ended|powering off/.test(key) ? 'info' : 'error'),
    role: 'cause',
    certainty: 'certain',
    title: (entry) => `Bluetooth connection lost: ${entry.key}, ${times(entry)}`,
    explanation: 'The controller reported the end of a connection with this reason.',
  },
  {
    rule: 'bluetooth.error',
    tally: (events) => events.hciErrors,
    severity: 'warning',
    role: 'symptom',
    certainty: 'certain',
    title: (entry) => `${entry.key}, ${times(entry)}`,
    explanation: 'The controller answered with an error status.',
  },
];

/** At most this many findings a rule: the most frequent speak for the rest. */
const maxPerRule = 6;

export function networkFindings(events: NetworkEvents, document: string): Finding[] {
  return rules.flatMap((rule) =>
    rule
      .tally(events)
      .entries()
      .slice(0, maxPerRule)
      .map((entry) => ({
        rule: rule.rule,
        title: rule.title(entry),
        explanation: rule.explanation,
        severity: typeof rule.severity === 'string' ? rule.severity : rule.severity(entry),
        role: rule.role,
        certainty: rule.certainty,
        count: entry.count,
        ...timesOf(entry),
        evidence: frameRanges(document, entry.frames),
        signature:
          `${rule.rule} ${entry.key.replace(/\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b|\b\d+\.\d+\.\d+\.\d+(?::\d+)?/g, '*')}`.slice(
            0,
            200,
          ),
        subjects: entry.key
          .split(/[\s,]+/)
          .filter((word) => /[.:]\w/.test(word))
          .slice(0, 6),
        ...(rule.next ? { next: rule.next } : {}),
      })),
  );
}

export function frameRanges(document: string, frames: readonly number[]): LineRange[] {
  return [...new Set(frames)].slice(0, maxEvidence).map((frame) => citeLine(document, frame));
}

export function timesOf({
  firstTimeMs,
  lastTimeMs,
}: Pick<TallyEntry, 'firstTimeMs' | 'lastTimeMs'>): Pick<Finding, 'firstTimeMs' | 'lastTimeMs'> {
  return { ...(firstTimeMs === undefined ? {} : { firstTimeMs }), ...(lastTimeMs === undefined ? {} : { lastTimeMs }) };
}

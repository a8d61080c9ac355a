import {
  type FileType,
  type Finding,
  fileTypes,
  type Reading,
  type Severity,
  type TimelineEvent,
} from '../../../src/service/formats/reading.ts';

const start = Date.UTC(2026, 10, 20, 14, 0, 0);
const severities: Severity[] = ['info', 'info', 'warning', 'error'];

function finding(part: Partial<Finding>): Finding {
  return {
    rule: 'log.error',
    title: 'Connection to the database refused',
    explanation: 'Nothing listened on the port.',
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    count: 12,
    evidence: [{ document: 'app.log', lineStart: 40, lineEnd: 40 }],
    ...part,
  };
}

/** A reading with something of everything, as the reader of `type` might give it. */
export function sampleReading(type: FileType): Reading {
  const clock = type === 'dmesg' || type === 'ramdump' ? 'boot' : 'absolute';
  const zero = clock === 'boot' ? 0 : start;
  const timeline = Array.from({ length: 400 }, (_, index): TimelineEvent => {
    const isBurst = index > 300 && index < 340;
    return {
      timeMs: zero + index * 9000,
      document: index % 3 === 0 && type === 'bundle' ? 'kernel.log' : 'app.log',
      line: index + 1,
      severity: isBurst ? 'error' : severities[(index * 7) % 4]!,
      text: `event ${index}`,
    };
  });
  const documents = ['app.log', ...(type === 'bundle' ? ['kernel.log'] : [])].map((name) => ({
    name,
    fileType: type,
    path: name,
    sizeBytes: 1000,
    lines: 400,
    clock: clock as 'boot' | 'absolute',
    firstTimeMs: zero,
    lastTimeMs: zero + 3_600_000,
  }));
  return {
    fileType: type,
    documents,
    findings: [
      finding({ firstTimeMs: zero + 2_700_000, lastTimeMs: zero + 3_060_000 }),
      finding({
        title: 'Cache evicted <script>alert(1)</script>',
        severity: 'warning',
        role: 'symptom',
        count: 3,
        firstTimeMs: zero + 900_000,
      }),
      finding({
        title: 'Configuration reloaded',
        severity: 'info',
        role: 'context',
        count: 1,
        firstTimeMs: zero + 2_640_000,
      }),
    ],
    series: [
      {
        name: 'memory_usage_mb',
        unit: 'MB',
        document: 'app.log',
        points: Array.from({ length: 1500 }, (_, index) => ({
          timeMs: zero + index * 2400,
          value: 100 + index * 2 + (index % 17),
        })),
      },
    ],
    timeline,
    unread: [],
    facts: { host: 'web-1' },
    ...(type === 'pcap'
      ? {
          capture: {
            packets: 4120,
            protocols: { eth: 4120, ip: 4000, tcp: 3400, dns: 310, tls: 900 },
            conversations: 41,
          },
        }
      : {}),
    ...(type === 'perfetto' ? { trace: { processes: 41, threads: 310, slices: 20_114, unreadSources: [] } } : {}),
    ...(type === 'bundle'
      ? {
          members: [
            { name: 'app.log', fileType: 'log' as const, sha256: '0' },
            { name: 'kernel.log', fileType: 'dmesg' as const, sha256: '1' },
          ],
        }
      : {}),
    tables: {
      top_talkers: Array.from({ length: 20 }, (_, index) => ({
        source: `10.0.0.${index}`,
        target: '10.0.1.1',
        bytes: 90_000 - index * 4000,
      })),
    },
  };
}

/** What a reader gives of a file with nothing in it worth telling. */
export function bareReading(type: FileType): Reading {
  return {
    fileType: type,
    documents: [{ name: 'plain.txt', fileType: type, path: 'plain.txt', sizeBytes: 5, lines: 1, clock: 'none' }],
    findings: [],
    series: [],
    timeline: [],
    unread: [],
    facts: {},
  };
}

export { fileTypes };

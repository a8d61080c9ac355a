/** What a number is about, by the words of its name in lower case: which way is bad, and how it ends. */
export interface Resource {
  words: RegExp;
  /** Told in bytes where lines name no unit. */
  isBytes?: boolean;
  bad: 'up' | 'down';
  /** How near to a cause a steady move of it is. */
  weight: number;
  /** Failures that its end explains. */
  endsIn: RegExp;
  next: string;
  /** Share of the larger value it has to move by where less than usual is much. */
  leastChange?: number;
}

const overload =
  /timed? ?out|timeout|deadline|unavailable|reject|refus|overload|exhaust|crash|too slow|circuit|50[0-9]|fail/i;

const resources: readonly Resource[] = [
  {
    words: /\b(?:free|avail(?:able)?|remaining|headroom|left)\b/,
    isBytes: true,
    bad: 'down',
    weight: 50,
    endsIn: /no space|out of|exhaust|memory|full|refus|crash|killed/i,
    next: 'Capture `df -h`, `free -m` and `lsof | wc -l` while it falls.',
  },
  {
    words: /\b(?:mem|memory|heap|rss|pss|vsz|resident|old gen|tenured|perm gen|metaspace)\b/,
    isBytes: true,
    bad: 'up',
    weight: 54,
    endsIn: /memory|oom|killed|crash|heap|137/i,
    next: 'Take a heap dump while it is high (`jmap -dump:live,format=b,file=heap.bin <pid>`, `pprof`, `heaptrack`) and compare it with one from the start.',
  },
  {
    words: /\b(?:disk|storage|inodes?|volume|partition|filesystem|spool|(?:file|log|journal|wal|spool) size)\b/,
    isBytes: true,
    bad: 'up',
    weight: 54,
    endsIn: /space|disk|write|quota|read-only|full/i,
    next: 'Capture `df -h; df -i; du -xsh /* | sort -h` on that machine.',
  },
  {
    words: /\b(?:queued?|backlog|lag|pending|ready|undelivered|outstanding|depth|waiting|unacked|inflight|in flight)\b/,
    bad: 'up',
    weight: 52,
    endsIn: overload,
    next: 'Capture the consumers: their count, errors and processing time from the start of the growth.',
  },
  {
    words:
      /\b(?:conns?|connections?|pool|threads?|goroutines|handles|descriptors|fds?|sockets|sessions|in use|active)\b/,
    bad: 'up',
    weight: 52,
    endsIn: /pool|connection|too many|refus|exhaust|acquire|open files|thread|timed? ?out|timeout/i,
    next: 'Capture who holds them: a thread dump (`jstack <pid>`), `lsof -p <pid>` or the pool statistics of that time.',
  },
  {
    words:
      /\b(?:latency|response|duration|elapsed|took|rtt|delay|wait|p50|p9\d|pause|time (?:ms|sec|s|taken)|(?:query|request|processing|execution|job|run) time|(?:completed|executed|finished|processed|done|served|placed)(?: \w+)? in)\b/,
    bad: 'up',
    weight: 48,
    endsIn: overload,
    next: 'Capture a profile or the slow queries from the start of the slope.',
  },
  {
    words: /\b(?:segments|sst(?:able)?s?|generations|versions|dead tuples|fragments|tombstones)\b/,
    bad: 'up',
    weight: 40,
    endsIn: overload,
    next: 'Check whether merging or compaction still runs, and what blocks it.',
  },
  {
    words: /\b(?:cpu|load)\b/,
    bad: 'up',
    weight: 50,
    endsIn: overload,
    next: 'Capture `top -H -b -n 1` and a CPU profile while it is high.',
  },
  {
    words: /\b(?:rx power|tx power|optical|rssi|rsrp|rsrq|snr|sinr|signal|link quality)\b/,
    bad: 'down',
    weight: 52,
    endsIn: /link|down|lost|timeout|disconnect|flap|neighbor|handover/i,
    next: 'Check the signal path: connectors, cleanliness, distance, the other end and its power.',
  },
  {
    leastChange: 0.08,
    words: /\b(?:vbat|battery|voltage|vcc|vdd|supply(?! (?:air|water|temp|temperature|flow|fan)))\b/,
    bad: 'down',
    weight: 50,
    endsIn: /brown|reset|reboot|shutdown|power|low/i,
    next: 'Measure the supply under load; compare battery, regulator and the loads that were on.',
  },
  {
    words: /\b(?:supply|flow)(?: (?:air|water))? (?:temp|temperature)\b/,
    bad: 'down',
    weight: 50,
    endsIn: /cold|frost|low|alarm|fault|trip/i,
    next: 'Compare it with its setpoint, the valve or heater output, and the units beside it at that time.',
  },
  {
    words: /\b(?:temp|temperature|thermal)\b/,
    bad: 'up',
    weight: 48,
    endsIn: /thermal|shutdown|throttl|critical|reset|temperature/i,
    next: 'Check cooling and power; capture the thermal zones.',
  },
  {
    words: /\b(?:through ?put|rps|qps|tps|per sec(?:ond)?|hit (?:rate|ratio)|bandwidth|fps)\b/,
    bad: 'down',
    weight: 46,
    endsIn: overload,
    next: 'Compare what ran before the drop with what ran after it.',
  },
  {
    words:
      /\b(?:errors?|timeouts?|fail(?:ures?|ed)|loss|drops?|dropped|retr(?:y|ies)|rate|ratio|rejected|throttled|usage|utili[sz]ation)\b/,
    bad: 'up',
    weight: 34,
    endsIn: /(?!)/,
    next: "Capture both ends of that connection over the same minutes (a packet capture, or the other side's log).",
  },
];

/** The resource a field or a phrase names: `activeConnections` and "active connections" alike. */
export function resourceOf(name: string): Resource | undefined {
  const known = resourceOfName.get(name);
  if (known !== undefined || resourceOfName.has(name)) return known;
  const found = readResource(name);
  if (resourceOfName.size >= mostNames) resourceOfName.clear();
  resourceOfName.set(name, found);
  return found;
}

/** Numbers of one name come by the thousand. */
const resourceOfName = new Map<string, Resource | undefined>();
const mostNames = 5000;

function readResource(name: string): Resource | undefined {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();
  return resources.find((one) => one.words.test(words));
}

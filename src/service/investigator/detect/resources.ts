/** What a number is about, by the words of its name: which way is bad, what it is called, and how it ends. */
export interface Resource {
  words: RegExp;
  /** Words a question may use for it. */
  topic: string;
  bad: 'up' | 'down';
  verb: string;
  /** How near to a cause a steady move of it is. */
  weight: number;
  /** Failures that its end explains. */
  endsIn: RegExp;
  next: string;
}

const overload =
  /timed? ?out|timeout|deadline|unavailable|reject|refus|overload|exhaust|crash|too slow|circuit|50[0-9]|fail/i;

export const resources: readonly Resource[] = [
  {
    words: /(?:free|avail(?:able)?|remaining|headroom|left)(?![a-z])/i,
    topic: 'memory disk space free available',
    bad: 'down',
    verb: 'runs out',
    weight: 50,
    endsIn: /no space|out of|exhaust|memory|full|refus|crash|killed/i,
    next: 'Capture `df -h`, `free -m` and `lsof | wc -l` while it falls.',
  },
  {
    words: /mem(?:ory)?(?![a-z])|heap|rss|pss|\bvsz\b|resident/i,
    topic: 'memory leak',
    bad: 'up',
    verb: 'leaks',
    weight: 54,
    endsIn: /memory|oom|killed|crash|heap|137/i,
    next: 'Take a heap dump while it is high (`jmap -dump:live,format=b,file=heap.bin <pid>`, `pprof`, `heaptrack`) and compare it with one from the start.',
  },
  {
    words: /disk|storage|inode|volume|partition|filesystem/i,
    topic: 'disk space full',
    bad: 'up',
    verb: 'fills',
    weight: 54,
    endsIn: /space|disk|write|quota|read-only|full/i,
    next: 'Capture `df -h; df -i; du -xsh /* | sort -h` on that machine.',
  },
  {
    words: /queue|backlog|lag(?![a-z])|pending|outstanding|depth|waiting/i,
    topic: 'queue backlog',
    bad: 'up',
    verb: 'backs up',
    weight: 52,
    endsIn: overload,
    next: 'Capture the consumers: their count, errors and processing time from the start of the growth on.',
  },
  {
    words:
      /conn(?:ection)?s?(?![a-z])|pool|threads?|goroutines|handles|descriptors|\bfds?\b|sockets|sessions|in[_ ]use|active/i,
    topic: 'connections pool threads leak',
    bad: 'up',
    verb: 'is used up',
    weight: 52,
    endsIn: /pool|connection|too many|refus|exhaust|acquire|open files|thread|timed? ?out|timeout/i,
    next: 'Capture who holds them: a thread dump (`jstack <pid>`), `lsof -p <pid>` or the pool statistics of that time.',
  },
  {
    words:
      /latency|response|duration|elapsed|took|rtt|delay|wait|\bp(?:50|9\d)\b|pause|time_?(?:ms|sec|taken)|(?:query|request|processing|execution|job|run)[_ ]?time|(?:completed|executed|finished|processed|done)(?: \w+)? in$/i,
    topic: 'slow latency performance degradation response time',
    bad: 'up',
    verb: 'slows down',
    weight: 48,
    endsIn: overload,
    next: 'Capture a profile or the slow queries from the start of the slope.',
  },
  {
    words: /cpu|load(?![a-z])/i,
    topic: 'cpu load starvation',
    bad: 'up',
    verb: 'is overloaded',
    weight: 50,
    endsIn: overload,
    next: 'Capture `top -H -b -n 1` and a CPU profile while it is high.',
  },
  {
    words: /temp(?:erature)?|thermal|°c/i,
    topic: 'temperature thermal heat',
    bad: 'up',
    verb: 'heats up',
    weight: 48,
    endsIn: /thermal|shutdown|throttl|critical|reset|temperature/i,
    next: 'Check cooling and power; capture the thermal zones.',
  },
  {
    words: /through ?put|rps|qps|tps|per_?sec|hit(?:_| )?(?:rate|ratio)|bandwidth|fps/i,
    topic: 'throughput performance hit rate',
    bad: 'down',
    verb: 'drops',
    weight: 46,
    endsIn: overload,
    next: 'Compare what ran before the drop with what ran after it.',
  },
  {
    words: /error|timeout|fail|loss|drop|retr(?:y|ies)|rate|ratio|reject|throttl|usage|util/i,
    topic: 'errors rate',
    bad: 'up',
    verb: 'rises',
    weight: 34,
    endsIn: /(?!)/,
    next: "Capture both ends of that connection over the same minutes (a packet capture, or the other side's log).",
  },
];

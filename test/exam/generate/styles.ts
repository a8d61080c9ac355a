import type { Random } from './random.ts';
import type { Happening, Level, Tells } from './world.ts';

/** A way programs write lines down. */
export interface Style {
  name: string;
  fileName: string;
  tells: Tells;
  offsetMinutes: number;
  isRelative: boolean;
  header?: string;
  line(happening: Happening): string;
}

type Make = (random: Random) => Style;

const tells = (part: Partial<Tells> = {}): Tells => ({
  level: true,
  source: true,
  timeOfDay: true,
  precisionMs: 1,
  ...part,
});

const pad = (value: number, width = 2) => `${value}`.padStart(width, '0');
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function parts(timeMs: number, offsetMinutes: number) {
  const at = new Date(timeMs + offsetMinutes * 60_000);
  const iso = at.toISOString();
  return {
    at,
    date: iso.slice(0, 10),
    time: iso.slice(11, 19),
    ms: iso.slice(20, 23),
    month: months[at.getUTCMonth()] ?? '',
    day: at.getUTCDate(),
  };
}

function zone(offsetMinutes: number, colon: boolean): string {
  const sign = offsetMinutes < 0 ? '-' : '+';
  const all = Math.abs(offsetMinutes);
  return `${sign}${pad(Math.floor(all / 60))}${colon ? ':' : ''}${pad(all % 60)}`;
}

const upper = (level: Level, names: Partial<Record<Level, string>> = {}) => names[level] ?? level.toUpperCase();
const zones = [0, 0, 0, 60, 120, -300, 330, 540];
const pid = (source: string) => 300 + ([...source].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 9000);
const pairs = ({ fields }: Happening) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${/[\s"=]/.test(`${value}`) ? JSON.stringify(value) : value}`)
    .join(' ');

function base(name: string, fileName: string, line: Style['line'], more: Partial<Style> = {}): Style {
  return { name, fileName, tells: tells(), offsetMinutes: 0, isRelative: false, line, ...more };
}

const syslog: Make = (random) => {
  const host = random.pick(['core1', 'web-prod-02', 'gateway', 'nas', 'srv-fra-7', 'localhost']);
  return base(
    'syslog',
    'syslog',
    ({ timeMs, source, prose }) => {
      const { month, day, time } = parts(timeMs, 0);
      return `${month} ${`${day}`.padStart(2)} ${time} ${host} ${source}[${pid(source)}]: ${prose}`;
    },
    { tells: tells({ level: false, precisionMs: 1000 }) },
  );
};

const rfc5424: Make = (random) => {
  const host = random.pick(['edge-1', 'fw.example.net', '10.20.0.4']);
  const priority: Record<Level, number> = { debug: 7, info: 6, warn: 4, error: 3, fatal: 2 };
  return base(
    'rfc5424',
    'messages.log',
    ({ timeMs, source, prose, level }) => {
      const { date, time, ms } = parts(timeMs, 0);
      return `<${16 * 8 + priority[level]}>1 ${date}T${time}.${ms}Z ${host} ${source} ${pid(source)} - - ${prose}`;
    },
    { tells: tells({ level: false }) },
  );
};

const journal: Make = (random) => {
  const offsetMinutes = random.pick(zones);
  const host = random.pick(['node07', 'raspberrypi', 'db-primary']);
  return base(
    'journal',
    'journal.txt',
    ({ timeMs, source, prose }) => {
      const { date, time } = parts(timeMs, offsetMinutes);
      return `${date}T${time}${zone(offsetMinutes, false)} ${host} ${source}[${pid(source)}]: ${prose}`;
    },
    { tells: tells({ level: false, precisionMs: 1000 }), offsetMinutes },
  );
};

const json: Make = (random) => {
  const [time, level, source, message] = random.pick([
    ['ts', 'level', 'service', 'msg'],
    ['timestamp', 'severity', 'component', 'message'],
    ['@timestamp', 'log.level', 'service.name', 'message'],
    ['time', 'lvl', 'logger', 'msg'],
  ] as const);
  const isEpoch = random.chance(0.2);
  const isShort = random.chance(0.6);
  const offsetMinutes = isEpoch ? 0 : random.pick(zones);
  const inCapitals = random.chance(0.4);
  return base(
    'json lines',
    'app.jsonl',
    (happening) => {
      const { date, time: clock, ms } = parts(happening.timeMs, offsetMinutes);
      const stamp = isEpoch
        ? happening.timeMs
        : `${date}T${clock}.${ms}${offsetMinutes === 0 ? 'Z' : zone(offsetMinutes, true)}`;
      return JSON.stringify({
        [time]: stamp,
        [level]: inCapitals ? upper(happening.level, { warn: 'WARNING' }) : happening.level,
        [source]: happening.source,
        [message]: isShort ? happening.short : happening.prose,
        ...(isShort ? happening.fields : {}),
      });
    },
    { offsetMinutes },
  );
};

const logfmt: Make = (random) => {
  const [time, source] = random.pick([
    ['ts', 'svc'],
    ['time', 'component'],
    ['t', 'caller'],
  ] as const);
  const isShort = random.chance(0.75);
  return base('logfmt', 'service.log', (happening) => {
    const { date, time: clock, ms } = parts(happening.timeMs, 0);
    const message = isShort
      ? `${JSON.stringify(happening.short)} ${pairs(happening)}`
      : JSON.stringify(happening.prose);
    return `${time}=${date}T${clock}.${ms}Z level=${happening.level} ${source}=${happening.source} msg=${message}`.trim();
  });
};

const java: Make = (random) => {
  const thread = () =>
    random.pick(['main', 'worker-1', 'worker-2', 'pool-2-thread-7', 'http-nio-8080-exec-4', 'scheduler-1']);
  const root = random.pick(['com.acme', 'org.example.core', 'io.northwind', 'de.werk']);
  const isSpring = random.chance(0.4);
  const hasTraces = random.chance(0.3);
  return base(isSpring ? 'spring' : 'log4j', 'application.log', ({ timeMs, level, source, prose }) => {
    const { date, time, ms } = parts(timeMs, 0);
    const name = upper(level, { fatal: 'FATAL' });
    const trace = level === 'error' && hasTraces ? `\n${traceOf(root, source)}` : '';
    return isSpring
      ? `${date}T${time}.${ms}Z ${name.padStart(5)} ${pid(root)} --- [${thread().padStart(15)}] ${`${root}.${source}`.padEnd(30)} : ${prose}${trace}`
      : `${date} ${time},${ms} ${name.padEnd(5)} [${thread()}] ${root}.${source} - ${prose}${trace}`;
  });
};

/** Lines without a stamp that belong to the line before. */
function traceOf(root: string, source: string): string {
  const place = source.replace(/\W/g, '');
  return [
    `${root}.${place}.StateException: not now`,
    `\tat ${root}.${place}.Handler.run(Handler.java:42)`,
    `\tat java.base/java.lang.Thread.run(Thread.java:840)`,
  ].join('\n');
}

const python: Make = () =>
  base('python', 'app.log', ({ timeMs, level, source, prose }) => {
    const { date, time, ms } = parts(timeMs, 0);
    return `${date} ${time},${ms} - ${source} - ${upper(level, { warn: 'WARNING', fatal: 'CRITICAL' })} - ${prose}`;
  });

const goLog: Make = () =>
  base(
    'go log',
    'out.log',
    ({ timeMs, source, prose }) => {
      const { date, time } = parts(timeMs, 0);
      return `${date.replaceAll('-', '/')} ${time} ${source}: ${prose}`;
    },
    { tells: tells({ level: false, precisionMs: 1000 }) },
  );

const glog: Make = () =>
  base(
    'glog',
    'daemon.INFO',
    ({ timeMs, level, source, prose }) => {
      const { date, time, ms } = parts(timeMs, 0);
      const letter = { debug: 'I', info: 'I', warn: 'W', error: 'E', fatal: 'F' }[level];
      return `${letter}${date.slice(5, 7)}${date.slice(8)} ${time}.${ms}${pad(pid(prose) % 1000, 3)} ${`${pid(source)}`.padStart(7)} ${source}.go:${pid(source) % 400}] ${prose}`;
    },
    { tells: tells({ source: false }) },
  );

const container: Make = (random) => {
  const isCompose = random.chance(0.5);
  return base(isCompose ? 'compose' : 'container', 'container.log', ({ timeMs, level, source, prose }) => {
    const { date, time, ms } = parts(timeMs, 0);
    const stamp = `${date}T${time}.${ms}${pad(pid(prose), 6)}Z`;
    return isCompose
      ? `${source.padEnd(14)} | ${stamp} ${upper(level)} ${prose}`
      : `${stamp} ${level === 'error' ? 'stderr' : 'stdout'} F [${source}] ${level}: ${prose}`;
  });
};

const table: Make = (random) => {
  const separator = random.pick([',', ';', '\t', '|']);
  const quoted = (text: string) =>
    text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  return base(
    'table',
    'export.csv',
    ({ timeMs, level, source, prose }) => {
      const { date, time } = parts(timeMs, 0);
      return [`${date} ${time}`, level, source, quoted(prose)].join(separator);
    },
    { header: ['time', 'severity', 'component', 'message'].join(separator), tells: tells({ precisionMs: 1000 }) },
  );
};

const kernel: Make = () =>
  base(
    'kernel',
    'dmesg.txt',
    ({ timeMs, source, prose }) => {
      const seconds = timeMs / 1000;
      return `[${seconds.toFixed(6).padStart(12)}] ${source}: ${prose}`;
    },
    { tells: tells({ level: false, timeOfDay: false }), isRelative: true },
  );

const windows: Make = (random) => {
  const isAmerican = random.chance(0.5);
  const names: Record<Level, string> = {
    debug: 'Verbose',
    info: 'Information',
    warn: 'Warning',
    error: 'Error',
    fatal: 'Critical',
  };
  return base(
    'windows events',
    'events.txt',
    ({ timeMs, level, source, prose }) => {
      const { at, date, time } = parts(timeMs, 0);
      const hour = at.getUTCHours();
      const american = `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()} ${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`;
      return `${names[level]}\t${isAmerican ? american : `${date} ${time}`}\t${source}\t${1000 + (pid(prose.replace(/\d/g, '')) % 7000)}\tNone\t${prose}`;
    },
    {
      header: 'Level\tDate and Time\tSource\tEvent ID\tTask Category\tDescription',
      tells: tells({ precisionMs: 1000 }),
    },
  );
};

const bracketed: Make = (random) => {
  const isMonolog = random.chance(0.5);
  return base(isMonolog ? 'monolog' : 'bracketed', 'prod.log', ({ timeMs, level, source, prose }) => {
    const { date, time, ms } = parts(timeMs, 0);
    return isMonolog
      ? `[${date}T${time}.${ms}000+00:00] ${source}.${upper(level, { warn: 'WARNING', fatal: 'CRITICAL' })}: ${prose} [] []`
      : `[${date} ${time}] [${level}] [${source}] ${prose}`;
  });
};

const piped: Make = () =>
  base('piped', 'trace.txt', ({ timeMs, level, source, prose }) => {
    const { date, time, ms } = parts(timeMs, 0);
    return `${date} ${time}.${ms}|${upper(level)}|${source}|${prose}`;
  });

const timeOnly: Make = () =>
  base('time only', 'console.log', ({ timeMs, level, source, prose }) => {
    const { time, ms } = parts(timeMs, 0);
    return `${time}.${ms} ${upper(level).padEnd(5)} ${source} ${prose}`;
  });

const epoch: Make = () =>
  base(
    'epoch',
    'agent.log',
    ({ timeMs, level, source, prose }) => `${(timeMs / 1000).toFixed(3)} ${level} ${source}: ${prose}`,
  );

const network: Make = (random) => {
  const device = random.pick(['sw-acc-12', 'RTR-HQ', 'olt-3', 'asr9k-a']);
  const severity: Record<Level, number> = { debug: 7, info: 6, warn: 4, error: 3, fatal: 1 };
  return base(
    'network device',
    'network.log',
    ({ timeMs, level, source, short, prose }) => {
      const { month, day, time, ms } = parts(timeMs, 0);
      const mnemonic = short.replace(/\W+/g, '_').toUpperCase();
      return `${month} ${`${day}`.padStart(2)} ${time}.${ms}: ${device} %${source.replace(/\W/g, '_').toUpperCase()}-${severity[level]}-${mnemonic}: ${prose}`;
    },
    { tells: tells({ level: false, source: false }) },
  );
};

const postgres: Make = () =>
  base(
    'postgres',
    'postgresql.log',
    ({ timeMs, level, source, prose }) => {
      const { date, time, ms } = parts(timeMs, 0);
      const name = { debug: 'DEBUG', info: 'LOG', warn: 'WARNING', error: 'ERROR', fatal: 'FATAL' }[level];
      return `${date} ${time}.${ms} UTC [${pid(source)}] ${source}@app ${name}:  ${prose}`;
    },
    { tells: tells({ source: false }) },
  );

const journalJson: Make = () => {
  const priority: Record<Level, number> = { debug: 7, info: 6, warn: 4, error: 3, fatal: 2 };
  return base('journal json', 'journal.json', ({ timeMs, level, source, prose }) =>
    JSON.stringify({
      __REALTIME_TIMESTAMP: `${timeMs * 1000}`,
      PRIORITY: `${priority[level]}`,
      SYSLOG_IDENTIFIER: source,
      _PID: `${pid(source)}`,
      _HOSTNAME: 'node07',
      MESSAGE: prose,
    }),
  );
};

const logcat: Make = () =>
  base('logcat', 'logcat.txt', ({ timeMs, level, source, prose }) => {
    const { date, time, ms } = parts(timeMs, 0);
    const letter = { debug: 'D', info: 'I', warn: 'W', error: 'E', fatal: 'F' }[level];
    return `${date.slice(5)} ${time}.${ms}  1204  ${1200 + (pid(source) % 90)} ${letter} ${source}: ${prose}`;
  });

const serilog: Make = () =>
  base('serilog', 'log.txt', ({ timeMs, level, source, prose }) => {
    const { date, time, ms } = parts(timeMs, 0);
    const letters = { debug: 'DBG', info: 'INF', warn: 'WRN', error: 'ERR', fatal: 'FTL' }[level];
    return `${date} ${time}.${ms} +00:00 [${letters}] ${source}: ${prose}`;
  });

const german: Make = () =>
  base(
    'german dates',
    'protokoll.log',
    ({ timeMs, level, source, prose }) => {
      const { date, time } = parts(timeMs, 0);
      const [year = '', month = '', day = ''] = date.split('-');
      return `${day}.${month}.${year} ${time} [${upper(level)}] ${source} - ${prose}`;
    },
    { tells: tells({ precisionMs: 1000 }) },
  );

const fluentd: Make = () =>
  base(
    'fluentd',
    'td-agent.log',
    (happening) => {
      const { date, time } = parts(happening.timeMs, 0);
      const { level, source, prose, fields } = happening;
      return `${date} ${time} +0000 ${source}: ${JSON.stringify({ level, message: prose, ...fields })}`;
    },
    { tells: tells({ precisionMs: 1000 }) },
  );

const kubectl: Make = (random) => {
  const suffix = random.pick(['6d4cf56db6-x2x7p', '7f9c9d8c4-l2kqz', '0']);
  return base('kubectl', 'pods.log', ({ timeMs, level, source, prose }) => {
    const { date, time, ms } = parts(timeMs, 0);
    return `[pod/${source}-${suffix}/${source}] ${date}T${time}.${ms}Z ${upper(level)} ${prose}`;
  });
};

const cef: Make = () => {
  const severity: Record<Level, number> = { debug: 1, info: 3, warn: 6, error: 8, fatal: 10 };
  return base(
    'cef',
    'appliance.log',
    (happening) => {
      const { month, day, time } = parts(happening.timeMs, 0);
      const { level, source, short, prose } = happening;
      return `${month} ${pad(day)} ${time} appliance CEF:0|Vendor|${source}|2.1|${100 + (pid(short) % 400)}|${short}|${severity[level]}|msg=${prose}`;
    },
    { tells: tells({ level: false, precisionMs: 1000 }) },
  );
};

export const styles: readonly Make[] = [
  syslog,
  rfc5424,
  journal,
  json,
  json,
  logfmt,
  logfmt,
  java,
  java,
  python,
  goLog,
  glog,
  container,
  table,
  kernel,
  windows,
  bracketed,
  piped,
  timeOnly,
  epoch,
  network,
  postgres,
  journalJson,
  logcat,
  serilog,
  german,
  fluentd,
  kubectl,
  cef,
];

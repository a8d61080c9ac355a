/** What the kernel said in one line of a log that many programs write. */
export interface KernelSpeech {
  /** The machine's name, empty where the line names none: logs of many machines mix their kernels' lines. */
  host: string;
  /** The kernel's own words, with its stamp where the log kept it. */
  text: string;
}

const longestLead = 240;
const longestRecord = 65_536;

const time =
  '(?:(?=\\S{0,30}\\d)[[(]?[\\d:.,TZ+/-]{1,40}[\\])]?|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),?|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|UTC|GMT|[A-Z]{1,4}T)';
const times = `(?:${time}\\s+){0,7}`;
const containerStream = '(?:std(?:out|err) [FP] )?';
const level =
  '(?:EMERG|ALERT|CRIT|CRITICAL|FATAL|ERROR|ERR|WARN|WARNING|NOTICE|INFO|DEBUG|TRACE|VERBOSE|[a-z]{4,8}\\.[a-z]{3,7}|[a-z.]{3,9}:)(?=\\s)';
const lead = `(?:<\\d{1,3}>(?:1 )?)?(?:${time}\\s+){1,7}${containerStream}${times}`;
const host = `(?:(?!kernel\\b|${level})([\\w.:-]{0,63}[\\w.-])\\s+)?`;
const facility = '(?:[a-z]\\w{2,7}\\.[a-z]{3,7}\\s+)?';
/** Stamp, machine, syslog facility and level, program: nothing of a message stands before the kernel's name. */
const speaker = new RegExp(
  `^(?:${lead}${host}${facility})?kernel(?:\\[\\d{1,9}\\])?(?::\\s?| (?:-|\\d{1,9}) (?:-|\\S{1,40}) (?:-|\\[[^\\]]{0,200}\\]) )`,
);
/** A kernel's stamp right behind the time at which something else noted the line. */
const printkStamp = /\[ *\d{1,7}\.\d{6}\](?:\[ *[CT]\d+\])? (?!\((?:II|WW|EE|==|--|\*\*|\+\+|!!|NI)\))/;
const stamped = new RegExp(`^(?:${lead})?(?:(?:->|\\|)\\s+)?(?=${printkStamp.source})`);

const speakerKeys = [
  '_TRANSPORT',
  'SYSLOG_IDENTIFIER',
  'syslog_identifier',
  'appname',
  'app_name',
  'program',
  'process',
  'programname',
  'ident',
  'tag',
];
const textKeys = ['MESSAGE', 'message', 'msg', 'log'];
const hostKeys = ['_HOSTNAME', 'hostname', 'host'];

/** Whether a line may be the kernel's: quick, wrong only by saying yes. */
export function mayBeKernelSpeech(line: string): boolean {
  if (line.startsWith('{')) return line.includes('kernel');
  const head = line.slice(0, longestLead);
  return (head.includes('kernel') && speaker.test(head)) || (head.includes('[') && stamped.test(head));
}

/** The kernel's words in a line of a system log, a container's log or a journal exported as JSON. */
export function kernelSpeechOf(line: string): KernelSpeech | undefined {
  return line.startsWith('{') ? fromRecord(line) : fromText(line);
}

function fromText(line: string): KernelSpeech | undefined {
  const head = line.slice(0, longestLead);
  const spoken = speaker.exec(head);
  if (spoken !== null) return { host: spoken[1] ?? '', text: line.slice(spoken[0].length) };
  const at = stamped.exec(head);
  return at === null ? undefined : { host: '', text: line.slice(at[0].length) };
}

function fromRecord(line: string): KernelSpeech | undefined {
  if (line.length > longestRecord) return undefined;
  const record = parsed(line);
  if (record === undefined) return undefined;
  const text = textKeys.map((key) => record[key]).find((value) => typeof value === 'string');
  if (typeof text !== 'string') return undefined;
  const isKernel = speakerKeys.some((key) => record[key] === 'kernel');
  const plain = text.replace(/(?<!\s)\s+$/, '');
  if (!isKernel) return fromText(plain);
  const host = hostKeys.map((key) => record[key]).find((value) => typeof value === 'string');
  return { host: typeof host === 'string' ? host : '', text: plain };
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

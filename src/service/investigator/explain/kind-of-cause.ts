import { causeWordOf } from '../../formats/log/known-causes.ts';

/** What people ask for by name, and how a cause of that kind shows: by its rule among the known causes, or in words. */
const kinds: readonly (readonly [asked: RegExp, shown: RegExp])[] = [
  [/\b(?:network|connect\w*)\b/, /^net\.|\b(?:link|interface|neighbou?r|carrier)\b.{0,40}\bdown\b/i],
  [/\b(?:dns|name resolution)\b/, /^net\.dns/],
  [/\bleak/, /\bleak/i],
  [/\b(?:memory|oom|ram)\b(?! leak)/, /^memory\.|\bout of memory\b|\boom\b/i],
  [/\b(?:disk|storage|disc)\b/, /^disk\.|\bI\/O error|no space left/i],
  [/\b(?:database|db)\b/, /^(?:db|pool)\./],
  [/\b(?:certificates?|tls|ssl)\b/, /^tls\./],
  [/\b(?:permissions?|security|auth\w*|logins?|passwords?|credentials?)\b/, /^(?:auth|session)\./],
  [/\btime-?outs?\b/, /^(?:net\.timeout|time\.out)|\btimed? ?out\b/i],
  [/\b(?:dead-?lock|locking)\b/, /\bdeadlock|circular locking|\blocking dependency/i],
  [/\buse[- ]after[- ]free\b/, /\buse[- ]after[- ]free\b/i],
  [/\b(?:null|nil)\b/, /^code\.null|\b(?:null|nil)[- ](?:pointer|ptr)/i],
  [/\b(?:hangs?|hung|lock-?up|stall)\b/, /\b(?:hung|lockup|stall(?:ed|s)?)\b|blocked for more than/i],
  [/\b(?:overflow|out[- ]of[- ]bounds)\b/, /^code\.stack|\boverflow\b|\bout[- ]of[- ]bounds\b/i],
  [/\b(?:config\w*|settings?)\b/, /^config\./],
  [/\b(?:thermal|heat|temperature)\b/, /^thermal/],
];

/** Whether a cause is of the kind that is asked for; undefined where it shows no kind that has a name. */
export function isOfKind(cause: string, kind: string): boolean | undefined {
  const shown = `${causeWordOf(cause)?.rule ?? ''} ${cause}`;
  const shownKinds = kinds.filter(([, one]) => one.test(shown));
  const asked = kinds.filter(([one]) => one.test(kind));
  const isNamed = cause.toLowerCase().includes(kind) || asked.some(([one]) => one.test(cause));
  if (isNamed || asked.some((one) => shownKinds.includes(one))) return true;
  return asked.length > 0 && shownKinds.length > 0 ? false : undefined;
}

import { currencyWords, plainUnitWords } from './amount.ts';

/** Without the brackets, quotes and stops around it. */
export const bare = (token: string): string => token.replace(/^[("'[{<#]+|(?<![)"'\]}>.,;:!?])[)"'\]}>.,;:!?]+$/g, '');

export const tokensOf = (message: string): string[] =>
  withWholeDurations(message.slice(0, 1200))
    .replace(cells, (all) => all.replaceAll('|', ` ${cellEdge} `))
    .replace(quotedValue, (all) => all.replaceAll(' ', inner))
    .replace(pointer, '')
    .replace(named, '$1 $2')
    .replace(braced, '$& ')
    .replace(detailed, ' ')
    .replace(ofSeveralWords, (all) => all.replaceAll(' ', inner))
    .trim()
    .split(/\s+/)
    .slice(0, 60);

/** `@0x7f0495d3f`, `10.0.0.5#53124`: where something lies in memory, and a port of the moment; neither names a thing. */
const pointer = /(?:^|(?<=\s))@0x[\da-f]{4,16}\s|(?<=\d{1,3}(?:\.\d{1,3}){3})#\d{1,5}\b/gi;

/** "ws|LEI-101|RX|…": cells of a row, before what it says. */
const cells = /^(?:[\w.:-]{1,40}\|){2,8}/;
export const cellEdge = '\u2061';

/** `merchant="Cafe Luna"` is one word, whose blanks do not part it. */
const quotedValue = /(?<=[\w.-]=)"[^"]{1,40}"/g;
export const inner = '\u2060';

/** "pavel(uid=1000)": a name, and what is told of it. */
const detailed = /(?<=[A-Za-z]\w{0,40})(?=\([\w.-]{1,40}=)/g;

/** "The Print Spooler service": a name of several words between its article and the kind of thing it is. */
const ofSeveralWords =
  /(?<=\b[Tt]he )[A-Z][\w.-]*(?: (?:[A-Z][\w.-]*|and|of|for)){1,4}(?= (?:service|server|daemon|job|task|process|module|driver|pool|queue|agent|device|pump|valve|line|unit|station|account|group|policy|update|package|application|app)\b)/g;

/** "{esd-4}{8e1b}{10.0.1.14:9300}": each is a name of its own. */
const braced = /(?<=[\w-])\[(?=\{[\w.-])|(?<=\{[\w.:-]{1,80})\}(?=\{)/g;

/** "send_invoice[90135caa-9333]": what it is, and which one of them; "files[2]" is a place in a list. */
const named = /(?<=\s)([A-Za-z_][\w.-]{1,60}[A-Za-z_])(\[[\w.-]{0,40}\d[\w.-]{3,40}\])(?=[\s:,.;]|$)/g;

const parted =
  /(?<![\w.:-])(?:(?<d>\d{1,4}) ?d(?:ays?)?,? ?)?(?:(?<h>\d{1,4}) ?h(?:(?:ou)?rs?)?,? ?)?(?:(?<m>\d{1,4}) ?m(?:in(?:ute)?s?)?,? ?)?(?<s>\d{1,4}(?:\.\d{1,9})?) ?s(?:ec(?:ond)?s?)?(?:(?<ms>\d{1,3})ms)?(?![\w-])/gi;

/** What is told as how long something took, and not as a time of day. */
const ofTime = String.raw`\btat\b|turn_?around|elapsed|\bdur(?:ation)?\b|uptime|took|lasted|wall|(?:run|cpu|session|total|idle|response|cycle|call)[ _]?time`;
export const timed = new RegExp(ofTime, 'i');
const clock = String.raw`(?:(?<d>\d{1,4})-)?(?<h>\d{1,4}):(?<m>\d\d):(?<s>\d\d(?:\.\d{1,9})?)`;
/** "00:12:33" and "2-03:04:05". */
export const clockTime = new RegExp(`^${clock}$`);
const clockBehind = new RegExp(`(?<=(?:${ofTime}|\\b(?:in|after))[:=]? )${clock}(?![\\w:])`, 'gi');

/** "12 min 30 s", "1h2m3s", "59s932ms" and, behind what is of a duration, "0:12:30" are one number each. */
function withWholeDurations(text: string): string {
  const told = text.includes(':') ? text.replace(clockBehind, (...found) => inSeconds(found.at(-1))) : text;
  if (!/\d ?(?:d|h|m|s\d)/i.test(told)) return told;
  return told.replace(parted, (all, ...found) => {
    const parts: PartsOfTime = found.at(-1);
    return [parts.d, parts.h, parts.m, parts.ms].every((one) => one === undefined) ? all : inSeconds(parts);
  });
}

const inSeconds = (parts: PartsOfTime): string => `${Number(secondsOf(parts).toFixed(3))}s`;

/** The numbers of days, hours, minutes, seconds and milliseconds, as they are written. */
export type PartsOfTime = Partial<Record<'d' | 'h' | 'm' | 's' | 'ms', string>>;

export const secondsOf = ({ d = '0', h = '0', m = '0', s = '0', ms = '0' }: PartsOfTime): number =>
  Number(d) * 86_400 + Number(h) * 3600 + Number(m) * 60 + Number(s) + Number(ms) / 1000;

export const valueAt = (tokens: readonly string[], at: number): string => {
  const token = tokens[at] ?? '';
  return bare((pair.exec(token) ?? colonPair.exec(token))?.[2] ?? token).replaceAll(inner, ' ');
};

export const pair = /^[("'[{<]?([A-Za-z_][\w.-]{0,40})=(?!>)(\S+)$/;

/** `anon-rss:7197575kB`, and no port of a host. */
export const colonPair =
  /^[("'[{<]?([A-Za-z_][A-Za-z_-]{1,40}):(-?\d[\d,]*(?:\.\d+)?(?:kB|[KMGT]i?B|B|ms|us|s|%))[)\]},;]*$/;

/** Of sentences, and no name of anything. */
export const small =
  /^(?:in|at|of|to|is|was|are|were|by|for|from|with|on|the|a|an|after|over|than|and|or|as|has|now|about|its|only|via|through|into|onto|took|took:|where|when|if|because|while|until|but|that|which|then|select)$/i;

export const unitWords = new RegExp(
  [
    String.raw`^(?:ns|us|µs|ms|msecs?|millis|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|days?`,
    'b|bytes?|kb|mb|gb|tb|kib|mib|gib|tib|%|percent|pct|c|f|deg ?[cfk]|°[cf]',
    plainUnitWords,
    String.raw`[kmg]?bps|iops|[rqtpf]ps|(?:[kmgt]i?b|b|bytes?|[kmg]?bits?|req|requests?|msgs?|messages?|rows?|records?|packets?|ops?|events?)\/(?:s|sec|second|min|minute|h|hour)`,
    `${currencyWords})$`,
  ].join('|'),
  'i',
);
/** `S:` and `M` alone are names of something else. */
export const isUnit = (word: string): boolean => unitWords.test(word) && !/^[SMHBG]$/.test(word);
export const glued = /^([+-]?\d[\d,]*(?:\.\d+)?)([A-Za-zµ%°]{1,6})$/;
export const plainNumber = /^[+-]?\d[\d,]{0,16}(?:\.\d+)?$/;
/** "3B C9 FF": bytes as they are dumped. */
const hexPair = /^(?=\d?[A-F])[\dA-F]{2}$|^\d\d$/;
export const isOfDump = (tokens: readonly string[], at: number): boolean =>
  [at, at - 1, at + 1].filter((one) => hexPair.test(bare(tokens[one] ?? ''))).length > 1 &&
  hexPair.test(bare(tokens[at] ?? ''));
export const identifier = /^(?=\D*\d)(?:[\w@.:/-]+|[A-Za-z][\w-]*#\d+)$/;

/** `dock-cam`: a name of several parts. */
export const joined = /^[A-Za-z]+[-_.][A-Za-z][\w.-]*$/;

/** What is done to what stands behind it. */
export const doing =
  /(?:ed|ing)$|^(?:sent|found|got|wrote|read|took|lost|made|with|total|only|sends|has|had|have|got|kept)$/i;
const verbs = /(?:ed|ing)$|^(?:up|down|on|off|ok|start|stop|set|done|true|false|yes|no)$/i;

/** "Zed" is no past tense, and neither are `api.testAccessDenied` and `partner-feed`. */
export const isVerb = (word: string): boolean => verbs.test(word) && !writtenAsName.test(word) && !nounInIng.test(word);
const nounInIng =
  /^(?:booking|building|charging|crossing|filing|heading|landing|listing|meeting|posting|rating|reading|recording|sailing|setting|string|training|watering|wing)$/i;
const writtenAsName = /^[A-Z][a-z]|[.\d_]|[a-z][A-Z]|^(?!(?:re|un|de|dis|pre|non|auto|half)-)[a-z]+-/;

/** Behind these words stand names. */
export const naming =
  /^(?:user|for|from|to|by|on|host|service|node|job|task|queue|door|valve|pump|line|station|zone|table|topic|channel|tenant|customer|client|device|sensor|camera|printer|train|link|interface|port|server|database|cluster|region|shard|pod|container|room|account|step|stage|phase|mode|state|status|version|process|module|unit|batch|session|order|worker|thread|group|member|backend|peer|partner|cache|index|site|machine|driver|plugin|model|gateway|router|switch|disk|volume|mount|resolver|origin|upstream|file|robot|agent|method|feature|flag|now|is|was)$/;

/** The last word of a name says what kind of thing it is. */
export const isKindOfThing = (name: string): boolean => {
  const last = name.split(' ').at(-1) ?? '';
  return naming.test(last) && !small.test(last);
};

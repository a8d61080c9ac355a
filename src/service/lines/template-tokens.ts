export const variableToken = '<*>';

const maxTokens = 80;

/**
 * The words of a message with its variable ones as `<*>`: numbers, addresses, ids, paths, sizes with their unit,
 * values behind `=`. What only differs in those has the same words.
 */
export function templateTokens(message: string): string[] {
  let text = message.length > 1500 ? message.slice(0, 1500) : message;
  if (text.includes('\u001b')) text = text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '');
  if (text.includes('="') || text.includes('=\\"')) text = text.replace(quotedValue, '$1="0"');
  if (text.includes('{"')) text = text.replace(/,"/g, ', "').replace(/":(?=\S)/g, '": ');
  if (text.includes('://')) text = text.replace(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>[\](),;]+/gi, '0');
  if (text.includes('/') || text.includes('\\')) text = text.replace(paths, '$10');
  text = text.replace(hostAndPort, '0').replace(identifierValue, '=0').replace(className, '0');
  if (hasClock.test(text)) text = text.replace(spokenDate, '0');
  if (text.includes(':')) text = text.replace(hexPairs, '0').replace(ipv6, '0');
  if (text.includes('[')) text = text.replace(hostList, '0');
  if (text.includes('|')) text = text.replace(pipedName, '0');
  if (text.includes('**')) text = text.replace(mask, '');
  text = text.replace(lonelySign, '').replace(emptyParentheses, ' (0)');
  text = text.replace(words, (word) => (hasDigit.test(word) ? variableToken : word));
  text = text.replace(units, variableToken).replace(sizeInParentheses, '');
  text = text.replace(runs, variableToken);
  const tokens = text.split(blanks, maxTokens + 1);
  if (tokens[0] === '') tokens.shift();
  if (tokens.at(-1) === '') tokens.pop();
  return withoutRepeats(tokens.slice(0, maxTokens));
}

const longestPart = 3;

/** A list of any length reads as one of its parts: `<*> <ok> <*> <ok>` as `<*> <ok>`. */
function withoutRepeats(tokens: string[]): string[] {
  if (tokens.length < 2) return tokens;
  const kept: string[] = [];
  for (const token of tokens) {
    kept.push(token);
    for (let part = 1; part <= longestPart; part++) {
      const at = kept.length - part;
      if (at < part || !isRepeat(kept, at, part)) continue;
      kept.length = at;
      break;
    }
  }
  return kept;
}

function isRepeat(tokens: readonly string[], at: number, part: number): boolean {
  let hasVariable = false;
  for (let i = at; i < tokens.length; i++) {
    if (tokens[i] !== tokens[i - part]) return false;
    hasVariable ||= tokens[i]!.includes(variableToken);
  }
  return hasVariable;
}

/** Values of keys that do not hold the message itself. */
const quotedValue = /\b(?!(?:msg|message|err|error|reason|event|title|text)=)(?<![\w.-])([\w.-]{1,120})=\\?"[^"]*"/g;
const blanks = /\s+/;
const hasDigit = /\d/;
const words = /[A-Za-z0-9_\-/\\@$%+&~\u0080-\uffff]+(?:\.[A-Za-z0-9_\-/\\@$%+&~\u0080-\uffff]+)*/g;
/** Absolute paths of two or more parts, Windows ones too. */
const paths =
  /(^|[\s"'=:(,[<>{|])(?:(?:[A-Za-z]:)?(?:\\{1,2}\??|\/)[\w.+~@%$-]+(?:[\\/]+[\w.+~@%$:*-]*)+(?<!:)|(?:\.{1,2}|~)\/[\w.+~@%$/-]+)/g;
const hostAndPort = /(?<![\w.-])(?:[A-Za-z][\w-]{0,63}\.){1,20}[A-Za-z][\w-]{0,63}:\d{1,5}\b/g;
const identifierValue = /=(?:[A-Za-z_][\w$-]*[./@])+[\w$./@-]*/g;
/** Names of classes within a sentence; those of exceptions say what went wrong and stay. */
const className = /(?<=\s)(?:[a-z_]\w*\.){2,}[A-Z]\w*[a-z]\w*(?<!Exception|Error)\b/g;
const hasClock = /\d:\d\d/;
const spokenDate =
  /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? +)?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} +\d{1,2}|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6})(?:,? +\d{4})? +\d{1,2}:\d\d(?::\d\d)?(?: [A-Z]{3,4})?(?: \d{4})?\b/g;
const hexPairs = /\b(?:[0-9A-Fa-f]{2}[:-]){5,}[0-9A-Fa-f]{2}\b/g;
/** Seven colons, or a double one among at least two, between groups of hexadecimal digits. */
const ipv6 =
  /(?<![\w.]|[0-9A-Fa-f]:)(?:(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}|(?=[0-9A-Fa-f]*\d|[0-9A-Fa-f:]{4})(?:[0-9A-Fa-f]{1,4}:){1,6}(?::[0-9A-Fa-f]{1,4}){1,6})(?![\w:])/g;
/** Numbered machines as clusters write them: `node-[3,7-9]`. */
const hostList = /\b[A-Za-z][\w.-]{0,40}-\w{0,4}\[[\d\s\\,-]{1,400}\]/g;
/** A dotted name among the fields of a composite value: `0|com.example.chat|121`. */
const pipedName = /(?<=\|)[a-z]\w*(?:\.\w+){2,}(?=\|)/g;
/** Signs in the place of digits that are not to be read: `****1234`. */
const mask = /(?<!\*)\*{2,}(?=\d)/g;
const lonelySign = /(?<=\s)[<>~≈](?=\d[\d.,]*(?:\s|$))/g;
const emptyParentheses = / \(\)(?=\s|$)/g;
const units =
  /<\*>\s?(?:[KMGT]i?B|[kmgt]b|B|ms|us|µs|ns|secs?|seconds?|s|msec|usec|mins?|minutes?|hours?|days?|bits?|MHz|GHz|%)\b(?!:)/g;
const sizeInParentheses = /\s?\(<\*>\)(?= (?:sent|received|free|used|total))/g;
const runs = /<\*>(?:[\s,:#|]+<\*>)+/g;

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
  if (text.includes(':')) text = text.replace(hexPairs, '0');
  text = text.replace(lonelySign, '').replace(emptyParentheses, ' (0)');
  text = text.replace(words, (word) => (hasDigit.test(word) ? variableToken : word));
  text = text.replace(units, variableToken).replace(sizeInParentheses, '');
  text = text.replace(runs, variableToken);
  const tokens = text.split(blanks, maxTokens + 1);
  if (tokens[0] === '') tokens.shift();
  if (tokens.at(-1) === '') tokens.pop();
  return tokens.slice(0, maxTokens);
}

/** Values of keys that do not hold the message itself. */
const quotedValue = /\b(?!(?:msg|message|err|error|reason|event|title|text)=)([\w.-]+)=\\?"[^"]*"/g;
const blanks = /\s+/;
const hasDigit = /\d/;
const words = /[A-Za-z0-9_\-/\\@$%+&~\u0080-\uffff]+(?:\.[A-Za-z0-9_\-/\\@$%+&~\u0080-\uffff]+)*/g;
/** Absolute paths of two or more parts, Windows ones too. */
const paths = /(^|[\s"'=:(,[<>{|])(?:[A-Za-z]:)?(?:\\{1,2}\??|\/)[\w.+~@%$-]+(?:[\\/]+[\w.+~@%$:*-]*)+/g;
const hostAndPort = /\b(?:[A-Za-z][\w-]*\.)+[A-Za-z][\w-]*:\d{1,5}\b/g;
const identifierValue = /=(?:[A-Za-z_][\w$-]*[./@])+[\w$./@-]*/g;
/** Names of classes within a sentence; those of exceptions say what went wrong and stay. */
const className = /(?<=\s)(?:[a-z_]\w*\.){2,}[A-Z]\w*[a-z]\w*(?<!Exception|Error)\b/g;
const hasClock = /\d:\d\d/;
const spokenDate =
  /\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? +)?(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6} +\d{1,2}|\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6})(?:,? +\d{4})? +\d{1,2}:\d\d(?::\d\d)?(?: [A-Z]{3,4})?(?: \d{4})?\b/g;
const hexPairs = /\b(?:[0-9A-Fa-f]{2}[:-]){5,}[0-9A-Fa-f]{2}\b/g;
const lonelySign = /(?<=\s)[<>~≈](?=\d[\d.,]*(?:\s|$))/g;
const emptyParentheses = / \(\)(?=\s|$)/g;
const units =
  /<\*>\s?(?:[KMGT]i?B|[kmgt]b|B|ms|us|µs|ns|secs?|seconds?|s|msec|usec|mins?|minutes?|hours?|days?|bits?|MHz|GHz|%)\b(?!:)/g;
const sizeInParentheses = /\s?\(<\*>\)(?= (?:sent|received|free|used|total))/g;
const runs = /<\*>(?:[\s,:#|]+<\*>)+/g;

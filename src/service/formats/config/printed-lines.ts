import { anyOf } from '#core/any-of.ts';

/** A measured value with its unit behind a blank; settings write their units close, or leave them out. */
const measured =
  /[=:]\s*-?\d+(?:[.,]\d+)?\s(?:[mukMG\u00b5]?(?:V|A|W|Hz|Ohm|\u03a9|F|s|m|g|N|Pa|J)|\u00b0?[CFK]|%|rpm|dBm?|bar|mbar|ppm|lux|lx)(?![\w.])/;
const judged = /(?:^|[\s,;])[\w. -]{1,40}[=:]\s*\[?(?:PASS(?:ED)?|FAIL(?:ED)?|NOK|NG)\]?(?![\w.])/;

/** "RAX=3e08 RBX=3e09 RCX=0": several values on a line, as registers are printed. */
const registers = /^(?:\s*[A-Z]\w{1,7} ?=[0-9a-f]{2,16}(?=\s|$)){3}/i;

/** Whether lines of keys and values are a report of what was measured and judged, and no settings. */
export function printsResults(lines: readonly string[]): boolean {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line.slice(0, 500))).length;
  return (
    count(measured) > lines.length * 0.2 ||
    count(registers) > lines.length * 0.1 ||
    (lines.length > 4 && count(judged) > Math.max(0, lines.length * 0.01))
  );
}

/** "Namespace:        default", as `kubectl describe` and `lscpu` print: settings are seldom aligned behind a colon. */
const aligned = /^\s{0,20}[A-Z][\w ()/.-]{0,60}:\s{3,60}[^\s#]/;
const fewestAligned = 3;

/** Whether values stand in a column of their own, for people to read. */
export function printsTable(lines: readonly string[]): boolean {
  const count = lines.filter((line) => aligned.test(line)).length;
  return count >= fewestAligned && count > lines.length * 0.15;
}

const crash = anyOf(
  [
    /Traceback \(most recent call last\):\s*$|stack backtrace:\s*$|(?:thread|task) '[^'\n]{1,80}'.{0,20} (?:panicked|failed) at /,
    /panic: \S|goroutine \d+ \[|Exception in thread "|Caused by: [\w.$]+(?:Exception|Error)\b|Uncaught (?:\w+)?Error: /,
    /\s{1,9}at [\w.$<>]{3,160}\([\w.$ ]{1,80}(?::\d+)?\)\s*$|\s{0,9}\d{1,3}:\s{1,20}0x[0-9a-f]{6,16} - |#\d{1,3}\s{1,9}0x[0-9a-f]{6,16} in /,
    /(?:\S{1,40} )?[\w.-]{1,40}: (?:fatal(?: error)?|internal (?:compiler )?error): \S|error: internal compiler error\b/,
    /\S{1,200}:\d{1,6}:\d{1,4}: (?:fatal )?error: \S|(?:make(?:\[\d{1,3}\])?: \*\*\*|npm ERR!|gyp ERR!) \S/,
  ],
  { before: '^(?:', after: ')', flags: 'm' },
);

/** Whether a program tells how it died: with a stack trace, or with a message it calls fatal. */
export function tellsCrash(text: string): boolean {
  return crash.test(text.slice(0, 100_000));
}

/** Whether most of the values behind keys are sentences, as a program says them behind its name or a number. */
export function saysSentences(lines: readonly string[]): boolean {
  const said = lines.filter((line) =>
    /^[^:]{1,80}:\s+(?!["'[{|>])(?:[A-Za-z][\w'-]*,? ){3,}/.test(line.slice(0, 500)),
  ).length;
  return lines.length > 4 && said > lines.length * 0.5;
}

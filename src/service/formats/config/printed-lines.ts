/** A measured value with its unit behind a blank; settings write their units close, or leave them out. */
const measured =
  /[=:]\s*-?\d+(?:[.,]\d+)?\s(?:[mukMG\u00b5]?(?:V|A|W|Hz|Ohm|\u03a9|F|s|m|g|N|Pa|J)|\u00b0?[CFK]|%|rpm|dBm?|bar|mbar|ppm|lux|lx)(?![\w.])/;
const judged = /(?:^|[\s,;])[\w. -]{1,40}[=:]\s*\[?(?:PASS(?:ED)?|FAIL(?:ED)?|NOK|NG)\]?(?![\w.])/;

/** Whether lines of keys and values are a report of what was measured and judged, and no settings. */
export function printsResults(lines: readonly string[]): boolean {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line.slice(0, 500))).length;
  return count(measured) > lines.length * 0.2 || (lines.length > 4 && count(judged) > Math.max(0, lines.length * 0.01));
}

/** Whether most of the values behind keys are sentences, as a program says them behind its name or a number. */
export function saysSentences(lines: readonly string[]): boolean {
  const said = lines.filter((line) =>
    /^[^:]{1,80}:\s+(?!["'[{|>])(?:[A-Za-z][\w'-]*,? ){3,}/.test(line.slice(0, 500)),
  ).length;
  return lines.length > 4 && said > lines.length * 0.5;
}

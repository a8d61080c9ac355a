import { patternOf } from '../survey/message-pattern.ts';

export function exceptionIn(text: string): string | undefined {
  return first(
    /(?:^|[\s(:"'[])((?:[a-z_$][\w$]{0,60}\.){0,12}[A-Z][\w$]{0,100}(?:Exception|Error|Throwable|Fault)|java\.lang\.(?:Exception|Error|Throwable))(?![\w$.])/,
    text,
  );
}

/** The kind of line, for "which message", "which operation". */
export function messageKindOf(message: string): string {
  return patternOf(message).slice(0, 300);
}

/** `/orders/8841/items` and `/orders/17/items` are one endpoint. */
export function pathOf(value: string): string {
  return value
    .replace(/[?#].*$/s, '')
    .replace(/\/(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=[0-9a-f]*\d)[0-9a-f]{8,64})(?=\/|$)/gi, '/*');
}

/** A statement with its literals left out. */
export function statementOf(value: string): string {
  return value
    .slice(0, 1000)
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+\b/g, '?')
    .replace(/(?<![\w.])-?\d+(?:\.\d+)?\b/g, '?')
    .replace(/\(\s*\?(?:\s*,\s*\?)+\s*\)/g, '(?)')
    .replace(/\s+/g, ' ')
    .replace(/["'`;\s]+$/, '')
    .trim();
}

export function first(pattern: RegExp, text: string): string | undefined {
  return pattern.exec(text)?.[1];
}

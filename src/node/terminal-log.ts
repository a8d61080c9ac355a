import { type LogFields as Fields, type Log, redact } from '#core/log.ts';
import { printable } from '#core/printable.ts';

const levels = ['debug', 'info', 'warn', 'error', 'silent'];
const words = { debug: '', info: '', warn: 'warning: ', error: 'error: ' };

/** Log lines for somebody who sits before the terminal: a time, a sentence, what it is about. */
export function createTerminalLog(
  level: string,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const least = levels.indexOf(level);
  const wrap = (own: Fields): Log => {
    const say =
      (word: keyof typeof words) =>
      (message: string, fields: Fields = {}) => {
        if (levels.indexOf(word) < least) return;
        const time = new Date().toTimeString().slice(0, 8);
        write(`${printable(redact(`${time} ${words[word]}${message}${tell({ ...own, ...fields })}`))}\n`);
      };
    const with_ = (fields: Fields) => wrap({ ...own, ...fields });
    return { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error'), with: with_ };
  };
  return wrap({});
}

function tell({ part: _ours, ...fields }: Fields): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    if (value instanceof Error) return `${name}: ${value.message}`;
    return `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`;
  });
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

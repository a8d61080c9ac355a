import type { Reading } from '../../formats/reading.ts';
import type { ReadFile } from '../report.ts';
import { codeSpan, number } from './say.ts';
import { timeWordsOf } from './times.ts';

/** "`app.log`, 21,340 lines, 2026-11-20 14:02:11 to 14:31:50", one line a file. */
export function filesLine(files: readonly ReadFile[]): string {
  return files.map((file) => `${codeSpan(file.name)}${extent(file.reading)}`).join('  \n');
}

function extent(reading: Reading): string {
  const lines = reading.documents.reduce((sum, info) => sum + info.lines, 0);
  const parts = [`${number(lines)} ${lines === 1 ? 'line' : 'lines'}`];
  if (reading.documents.length > 1) parts.push(`${number(reading.documents.length)} texts`);
  const timed = reading.documents.filter(
    (info) => info.clock === 'absolute' && info.firstTimeMs !== undefined && info.lastTimeMs !== undefined,
  );
  const boot = reading.documents.find(
    (info) => info.clock === 'boot' && info.firstTimeMs !== undefined && info.lastTimeMs !== undefined,
  );
  if (timed.length > 0) {
    const first = Math.min(...timed.map((info) => info.firstTimeMs!));
    const last = Math.max(...timed.map((info) => info.lastTimeMs!));
    parts.push(timeWordsOf({ clock: 'absolute', firstTimeMs: first, lastTimeMs: last }).span(first, last));
  } else if (boot !== undefined) parts.push(timeWordsOf(boot).span(boot.firstTimeMs!, boot.lastTimeMs!));
  return `, ${parts.join(', ')}`;
}

import { severityOf } from '../../lines/level-words.ts';
import { soundsLikeTrouble } from '../survey/failure.ts';

/** How grave a cell sounds by itself: 3 critical, 2 a failure, 1 a warning, 0 nothing of the kind. */
export type Gravity = 0 | 1 | 2 | 3;

const mild = /\bnon[ -]?critical\b|\bwarn(?:ing)?s?\b|\bminor\b|\bcorrect(?:able|ed)\b|\bunkritisch\b|\bpredictive\b/i;
const worst =
  /\b(?:critical|fatal|emergency|severe|catastrophic|non[ -]?recoverable|uncorrect(?:able|ed)|panic|thermal trip|smoke|fire|fail-?safe|kritisch|schwerwiegend|grave|critique|cr[ií]tico|critico|krytyczn\w+|kritiek)\b/i;
const bad =
  /\b(?:fail(?:ed|ure|ures|ing|s)?|errors?|err|faults?|faulty|fltd?|trip(?:ped|s)?|abort(?:ed)?|lost|loss|leak(?:ing|age)?|jam(?:med)?|stuck|blocked|overload(?:ed)?|glitch|broken|crash(?:ed)?|ng|nok|n\.?i\.?o|reject(?:ed)?|denied|refused|time-?out|timed out|invalid|bad|malfunction|alarm|killed|cancell?ed|exceeded|no signal|offline|down|unreachable|interrupted|quarantined|missing)\b/i;
const calm =
  /\b(?:no|0|without|kein\w*|sans|sin) (?:errors?|faults?|failures?|alarms?|fehler)\b|\b(?:cleared|restored|recovered|deasserted|behoben)\b/i;

/** Words that stand together in one cell are read apart: `GroundFailure`, `LOOP_HOLD`, `over-temp`. */
export const apart = (cell: string): string =>
  cell
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[_./]+/g, ' ');

export function gravityOfCell(cell: string): Gravity {
  if (cell.length > 200 || /^[\d.,:+-]*$/.test(cell)) return 0;
  const text = apart(cell);
  if (calm.test(text)) return 0;
  const level = severityOf(cell.length > 1 ? cell : '');
  if (level === 'info') return 0;
  if (level === 'critical' || (worst.test(text) && !mild.test(text))) return 3;
  if (mild.test(text) || level === 'warning') return 1;
  return level === 'error' || bad.test(text) || soundsLikeTrouble(text) ? 2 : 0;
}

import type { Severity } from '../formats/reading.ts';

/** What a word or number that states a level means. Undefined for other words. */
export function severityOf(level: string): Severity | undefined {
  const word = level.trim().toLowerCase();
  if (/^(?:fatal|ftl|critical|crit|emerg|emergency|alert|panic|f|60)$/.test(word)) return 'critical';
  if (/^(?:error|err|severe|e|50|3|alarm[ea]?|fault|d[eé]faut|erreur|fehler|störung|stoerung|fallo)$/.test(word))
    return 'error';
  if (/^(?:warn|warning|wrn|w|40|4|warnung|avertissement|advertencia|aviso)$/.test(word)) return 'warning';
  if (
    /^(?:info|inf|information|informational|notice|debug|dbg|trace|verbose|vrb|fine|finer|finest|i|d|v|30|20|10|5|6|7)$/.test(
      word,
    )
  ) {
    return 'info';
  }
  return undefined;
}

import { chinese, japanese } from './eastern.ts';
import { languages } from './languages.ts';

const eastern = [japanese, chinese];
const western = languages.filter((one) => !eastern.includes(one)).map(({ trouble }) => trouble);
const inWords = new RegExp(`(?<![\\p{L}\\d])(?:${western.join('|')})(?![\\p{L}\\d])`, 'iu');
const inSigns = new RegExp(eastern.map(({ trouble }) => trouble).join('|'), 'u');
const calm =
  /(?<![\p{L}\d])(?:keine?|ohne|sans|aucune?|sin|ning[uú]n|senza|nessun|sem|geen|zonder|bez|0) (?:fehler|störung|erreur|défaut|panne|error(?:es)?|fallos?|erro|falha|errori?|guasti|fouten|storing|błęd)\p{L}*/iu;
const isEastern = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** Whether a line tells of trouble in one of the languages other than English. */
export function soundsLikeForeignTrouble(text: string): boolean {
  return (inWords.test(text) && !calm.test(text)) || (isEastern.test(text) && inSigns.test(text));
}

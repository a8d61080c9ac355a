import { languages } from '../words/languages/languages.ts';

const fromEast = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** "d'erreurs", "l'ultima": what is left before an apostrophe. */
const elided = /(?<![\p{L}\d])(?:[dlnsjmt]|qu|dell|all|nell)['’](?=\s?\p{L})/giu;

/**
 * Says the common words of a question in another language in English and drops the words that carry nothing. Names and
 * all else it cannot say stay as they are; a text that is English, or in no language known here, is given back unchanged.
 */
export function inEnglish(text: string): string {
  const [language] = languages
    .filter(({ weightIn }) => weightIn(text) > 0)
    .sort((a, b) => b.weightIn(text) - a.weightIn(text));
  if (language === undefined) return text;
  let said = text.replace(/[¿¡]/g, '').replace(/？/g, '?');
  for (const [word, english] of language.words) said = said.replace(word, ` ${english} `).replace(/ {2,}/g, ' ');
  if (language.fillers !== undefined) said = said.replace(elided, ' ').replace(language.fillers, ' ');
  said = said
    .replace(/\s+([?!.,;:])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return fromEast.test(text) ? withAskingFirst(said) : said;
}

/** Languages that ask at the end of the sentence. */
function withAskingFirst(text: string): string {
  const asking = /\b(?:how many|how long|why|when|which|where|who|what happened|find|are there|summary)\b/.exec(
    text,
  )?.[0];
  return asking === undefined || text.startsWith(asking)
    ? text
    : `${asking} ${text.replace(asking, ' ').replace(/\s+/g, ' ').trim()}`;
}

import { groupForms } from './template-groups.ts';
import { templateTokens, variableToken } from './template-tokens.ts';

/** Collects the wordings of a document and groups them into templates at the end. Memory is bounded. */
export interface TemplateMiner {
  /** The wording's number; the same words give the same number. */
  add(message: string): number;
  /** The template of each wording, and each template's text. */
  finish(): { templateOfWording: Int32Array; texts: string[] };
}

/** Wordings kept one by one, and how many words they may have together; later ones are known by their first word. */
const maxWordings = 20_000;
const maxWords = 400_000;
const maxCoarse = 5_000;

export function createTemplateMiner(): TemplateMiner {
  const numbers = new Map<string, number>();
  // Words joined by blanks: whole strings take a fraction of what lists of pieces do.
  const wordings: string[] = [];
  let wholeWordings = 0;
  let words = 0;
  return { add, finish };

  function add(message: string): number {
    const tokens = templateTokens(message);
    const key = tokens.join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (wholeWordings === wordings.length && wholeWordings < maxWordings && words + tokens.length <= maxWords) {
      wholeWordings++;
      words += tokens.length;
      return keep(key);
    }
    const coarse = tokens.length > 1 ? `${tokens[0]} ${variableToken}` : key;
    const knownCoarse = numbers.get(coarse);
    if (knownCoarse !== undefined) return knownCoarse;
    if (wordings.length < wholeWordings + maxCoarse) return keep(coarse);
    return numbers.get(variableToken) ?? keep(variableToken);
  }

  function keep(key: string): number {
    wordings.push(key);
    numbers.set(key, wordings.length - 1);
    return wordings.length - 1;
  }

  function finish(): { templateOfWording: Int32Array; texts: string[] } {
    const { templateOf, templates } = groupForms(
      wordings.slice(0, wholeWordings).map((text) => ({ tokens: text.split(' ') })),
    );
    const templateOfWording = new Int32Array(wordings.length);
    templateOfWording.set(templateOf);
    const texts = templates.map((tokens) => tokens.join(' '));
    for (let wording = wholeWordings; wording < wordings.length; wording++) {
      templateOfWording[wording] = texts.length;
      texts.push(wordings[wording]!);
    }
    return { templateOfWording, texts };
  }
}

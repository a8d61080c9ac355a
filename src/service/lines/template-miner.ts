import { groupForms } from './template-groups.ts';
import { templateTokens, variableToken } from './template-tokens.ts';

/** Collects the wordings of a document and groups them into templates at the end. Memory is bounded. */
export interface TemplateMiner {
  /** The wording's number; the same words give the same number. */
  add(message: string): number;
  /** The template of each wording, and each template's text. */
  finish(): { templateOfWording: Int32Array; texts: string[] };
}

/** Wordings kept one by one; later ones are known by their first word and length only. */
const maxWordings = 40_000;
const maxCoarse = 10_000;
const maxGrouped = 20_000;

export function createTemplateMiner(): TemplateMiner {
  const numbers = new Map<string, number>();
  const wordings: string[][] = [];
  return { add, finish };

  function add(message: string): number {
    const tokens = templateTokens(message);
    const key = tokens.join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    if (wordings.length < maxWordings) return keep(key, tokens);
    const coarse = [tokens[0] ?? '', ...(tokens.length > 1 ? [variableToken] : [])];
    const coarseKey = `${tokens.length} ${coarse[0]}`;
    const knownCoarse = numbers.get(coarseKey);
    if (knownCoarse !== undefined) return knownCoarse;
    if (wordings.length < maxWordings + maxCoarse) return keep(coarseKey, coarse);
    return numbers.get(variableToken) ?? keep(variableToken, [variableToken]);
  }

  function keep(key: string, tokens: string[]): number {
    wordings.push(tokens);
    numbers.set(key, wordings.length - 1);
    return wordings.length - 1;
  }

  function finish(): { templateOfWording: Int32Array; texts: string[] } {
    const grouped = groupForms(wordings.slice(0, maxGrouped).map((tokens) => ({ tokens })));
    const templateOfWording = new Int32Array(wordings.length);
    templateOfWording.set(grouped.templateOf);
    const texts = grouped.templates.map((tokens) => tokens.join(' '));
    for (let wording = maxGrouped; wording < wordings.length; wording++) {
      templateOfWording[wording] = texts.length;
      texts.push(wordings[wording]!.join(' '));
    }
    return { templateOfWording, texts };
  }
}

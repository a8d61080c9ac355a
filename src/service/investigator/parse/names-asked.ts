import type { Schema } from '../facts/schema.ts';
import { isSomewhere } from '../facts/somewhere.ts';
import type { Scene } from '../investigation.ts';
import { tokensOfPhrase } from './phrase.ts';
import { isAddress, isKnownElsewhere, looksLikeName } from './told-words.ts';

/** A question names few things; what comes behind is looked for in what was learnt alone. */
const mostNames = 6;

/** A number, a time or a date is no name: there are letters, or more marks than an amount has. */
const isNumber = /^[-+]?[\d.,:]*\d[a-zµ%°]{0,3}$/i;

/** The schema with those names of a question that stand somewhere in the file, though no value or word learnt is one. */
export async function withNames(schema: Schema, question: string, scene: Scene): Promise<Schema> {
  const asked = tokensOfPhrase(question.slice(0, 400)).filter(
    (token) =>
      token.length >= 4 &&
      looksLikeName(token) &&
      (!isNumber.test(token) || isAddress.test(token)) &&
      !isKnownElsewhere(schema, token),
  );
  const named = new Set<string>();
  for (const name of asked.slice(0, mostNames)) if (await isSomewhere(scene, name)) named.add(name.toLowerCase());
  return named.size === 0 ? schema : { ...schema, named };
}

const hardware = /^[\da-f]{2}(?<sign>[-:]?)(?:[\da-f]{2}\k<sign>){4}[\da-f]{2}$|^(?:[\da-f]{4}\.){2}[\da-f]{4}$/i;

/** `3C-84-6A-00-00-02`, `0x3D2`: an address of hardware or a number as the file writes it. */
export async function asWritten(question: string, scene: Scene): Promise<string> {
  let text = question;
  for (const token of tokensOfPhrase(question.slice(0, 400))) {
    const ways = waysToWrite(token);
    if (ways.length === 0 || (await isSomewhere(scene, token))) continue;
    for (const way of ways)
      if (await isSomewhere(scene, way)) {
        text = text.replace(token, () => way);
        break;
      }
  }
  return text;
}

function waysToWrite(token: string): string[] {
  const [, hex] = /^0x0*([\da-f]{2,16})$/i.exec(token) ?? [];
  if (hex !== undefined) return [hex];
  if (!hardware.test(token) || !/[a-f]/i.test(token)) return [];
  const digits = token.replace(/[^\da-f]/gi, '').toLowerCase();
  const inGroups = (size: number, sign: string) => digits.match(new RegExp(`.{${size}}`, 'g'))?.join(sign) ?? digits;
  return [inGroups(2, ':'), inGroups(2, '-'), inGroups(4, '.'), digits];
}

import { oncePer } from '#core/once-per.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import { columnsCalled } from './columns-called.ts';
import { isToldOf } from './told-words.ts';
import { singular } from './words.ts';

/** What programs do again and again, each line by the words that people take for one another. */
const families: readonly (readonly string[])[] = [
  'build compilation compile pipeline',
  'transcode transcoding encoding conversion',
  'print printout printing job task run execution',
  'transfer upload download copy sync transmission xfer',
  'backup snapshot archive job run',
  'login logon sign-in',
  'session connection call',
  'charge charging session recharge',
  'payment transaction purchase sale txn checkout',
  'mission trip journey ride drive tour delivery task',
  'parcel package shipment consignment item',
  'batch publish produce',
  'request call query lookup fetch invocation',
  'scan reading measurement assay test check',
  'order booking reservation ticket sale purchase',
  'import export load ingest',
  'flight pass contact',
  'cycle watering irrigation',
  'deployment deploy rollout release',
  'message mail email delivery letter',
].map((line) => line.split(' '));

const vocabulary = new Set(families.flat());
/** Said of anything that is done again and again. */
const ofAny = /^(?:job|run|task|execution|transaction|item|cycle|test|check)$/;
const single = (word: string): string => singular(word.toLowerCase().replace(/(?<=tch|sh|x)es$/, '')).replace(' ', '-');

/** "Logins" of a file that numbers mails: things of another kind, and no other word for these. */
export const isOfOtherTrade = (word: string): boolean => vocabulary.has(single(word)) && !ofAny.test(single(word));

/** Of those that the file has a word of. */
const familyOf = (word: string, schema: Schema): readonly string[] | undefined =>
  families.find((all) => all.includes(single(word)) && all.some((one) => isToldOf(schema, one)));

/** An order is no payment: where lines have a noun of some trade for what they number, others of its family are meant. */
function isOfFamily(word: string, { operation }: Schema): boolean {
  const name = single(operation?.name ?? '');
  const own = ofAny.test(name) ? [] : families.filter((all) => all.includes(name));
  return own.length === 0 || own.some((all) => all.includes(single(word)));
}

export function meansOperation(word: string, schema: Schema): boolean {
  if (columnsCalled(schema, [word]).length > 0 || isOfOthers(word, schema) || isOfSome(word, schema)) return false;
  return isOfFamily(word, schema) && familyOf(word, schema) !== undefined;
}

/** Their own lines say that noun, or another one for the same. */
export function isNounTheySay(word: string, schema: Schema): boolean {
  const name = single(schema.operation?.name ?? '');
  const { own, all } = wordsIn(schema);
  const isSaid = (one: string) => one === name || (own.get(one)?.size ?? 0) > all / 3;
  return families.some((alike) => alike.includes(single(word)) && alike.some(isSaid));
}

/** Lines that number none of them tell of such a thing, in a word of its own and not in the name of a setting. */
const isOfOthers = (word: string, schema: Schema): boolean => wordsIn(schema).others.has(single(word));

/** Some of them are so, and others are not: "backup job" beside "restore job", and an order whose payment came. */
const isOfSome = (word: string, schema: Schema): boolean => {
  const { own, all } = wordsIn(schema);
  const count = own.get(single(word))?.size ?? 0;
  return count > 0 && count < all * nearlyAll;
};
const nearlyAll = 0.95;

interface Words {
  /** Of lines that number none. */
  others: ReadonlySet<string>;
  /** Of those that are numbered by which lines say it, but for what says that they failed: "could not print job 4". */
  own: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many there are. */
  all: number;
}

const wordsIn = oncePer((schema: Schema): Words => {
  const { sample, operation } = schema;
  const outcome = columnNamed(schema, 'outcome');
  const others = new Set<string>();
  const own = new Map<string, Set<string>>();
  for (const record of sample) {
    const id = operation?.read(record);
    if (id !== undefined && outcome?.read(record) === 'failed') continue;
    // What a field or a setting is called tells of no thing.
    for (const token of record
      .row()
      .message.replace(/[\w.-]{1,60}(?= ?=)/g, ' ')
      .split(/[^a-z\d-]+/i)) {
      const word = single(token);
      if (!vocabulary.has(word)) continue;
      if (id === undefined) others.add(word);
      else own.set(word, (own.get(word) ?? new Set()).add(id));
    }
  }
  return { others, own, all: operation?.values.size ?? 0 };
});

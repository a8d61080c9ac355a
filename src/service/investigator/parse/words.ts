import type { Schema } from '../facts/schema.ts';
import { stem } from '../facts/stem.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Words that hold a question together and narrow nothing. */
export const plainWords =
  set(`a an the of in on at by for from to with and or that which who whom whose is are was were be been being am
 do does did done has have had having there here any all some this these those file log logs logfile it its they their them he she his her
 we us me my i you your our please ever yet just only exactly overall entire whole altogether total during while when then than how what where as got get gets getting
 see seen saw occurred occur occurs occurring happen happened happens appear appeared appears recorded record logged contain contains mention mentions mentioned show shows showed showing
 exist exists found find reported report reports present came come comes made make makes given give also actually really still so if into onto within throughout
 across about against over data up end again once would could can should will shall may might must tell say says said look looks like one ones thing things
 were're that's there's among ended being via through out off upon always readings reading values value measurements measurement single altogether keep keeps kept continuously steadily during anything something anyone someone anybody somebody them whichever altogether in-between
 currently now presently going go-down been-to today system entries-of according based terms respect regard regarding concerning much many more most other
 experience experienced encounter encountered hit suffer suffered produce produced produces throw threw thrown write wrote written emit emitted generate generated issue issued raise raised log-file
 become becomes became becoming enter entered enters stay stayed stays remain remained point moment once stretch period several altogether
 return returned returns respond responded answered answer had-a ran went go goes observed observe witnessed witness noted listed list register registered occurrence-of spend spends spent number amount total times kind-of sort-of
 because due thing-of writes logging according writing anyway back percent`);

/** "Longest" asks for something; that no line has the word says nothing. */
export const isOfQuestions = (word: string): boolean =>
  plainWords.has(word.toLowerCase()) ||
  /est$|^(?:most|more|least|less|first|last|average|mean|median|total|together|different|distinct|often|rate|share|percent\w*|per|able|true|included|only|summar\w*|overview|brief|quick|difference|spread)$/i.test(
    word,
  );

/** Of any line: "how many lines", "how many times". */
export const recordNouns = set(
  'line lines entry entries message messages event events time times occurrence occurrences row rows record records instance instances case cases log-lines occasion occasions count number amount things incidents logline loglines readings measurements samples datapoints',
);

/** A line of an access log is one of these. */
export const requestNouns = set(
  'request requests call calls hit hits response responses visit visits access accesses query queries',
);

/** "Slow query took 900 ms" beside lines with a path: what other lines speak of is no request. */
export function meansRequests(word: string, { kinds }: Pick<Schema, 'kinds'>): boolean {
  const low = word.toLowerCase();
  if (!requestNouns.has(low)) return false;
  return (
    /^requests?$/.test(low) || !kinds.some(({ stems, example }) => stems.has(stem(low)) && !withPath.test(example))
  );
}
const withPath = /(?:^|[\s"'=])\/|[a-z]:\/\//i;

/** What lines of a trade are called, by the names of their fields. */
const tradeNouns: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:packets?|datagrams?|frames?)$/, /^(?:src|dst|proto|dpt|spt|src_?ip|dst_?ip|dport|sport)$/i],
  [/^(?:e-?mails?|mails?)$/, /^(?:nrcpt|relay|to domain|from domain|recipient)$/i],
];

/** The file numbers things that are called so. */
export const isOwnThing = (low: string, columns: Schema['columns']): boolean =>
  columns.some(
    ({ name, isSerial, isNumber, unit }) =>
      (isSerial === true && (name === low || `${name}s` === low)) ||
      (isNumber && unit.name === '' && name === low && /s$/.test(low)),
  );

/** A field of the file has the word, or what it is the plural of, as its value. */
const isOwnValue = (low: string, columns: Schema['columns']): boolean =>
  columns.some(({ isNumber, values }) => !isNumber && (values.has(low) || values.has(singular(low))));

export const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

/** A line of this file is one of these. */
export function isNounForLines(
  word: string,
  { isAccess, columns, rows, kinds }: Pick<Schema, 'isAccess' | 'columns' | 'rows' | 'kinds'>,
): boolean {
  const low = word.toLowerCase();
  // The entries of cars that entered.
  if (/^entr(?:y|ies)$/.test(low) && kinds.some(({ stems }) => stems.has('ent'))) return false;
  // Samples that lines number are things of the file, and `event=entry` is one of its own words.
  if (isOwnThing(low, columns) || isOwnValue(low, columns)) return false;
  if (rows.has(stem(low)) && !columns.some(({ stems }) => stems.has(stem(low)))) return true;
  if (recordNouns.has(low) || (isAccess && meansRequests(low, { kinds }))) return true;
  return tradeNouns.some(([noun, field]) => noun.test(low) && columns.some(({ name }) => field.test(name)));
}

/** Verbs that say no more of a line than that it is there, where the lines do not use them. */
export const softWords = set(
  `sent send sends sending served serve serves server answer answers handed hand out tried try tries trying attempt attempts attempted
 make arrive arrived arrives received receive receives come-in incoming performed perform executed done did-so placed finally actually ended
 altogether caused cause seen tested test used use uses using carried reached reach reaches targeted addressed taken lasted measured measures money everything played submit submits submitted id ids transferred processed handled delivered consumed drawn pulled picked`,
);

export const negations = set("not no without excluding except never n't neither");

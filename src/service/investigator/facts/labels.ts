import { isKindOfThing } from './tokens.ts';

/** What was seen of a column whose values may number or name things. */
export interface Counted {
  name: string;
  isPlace?: boolean | undefined;
  values: ReadonlyMap<string, { shown: string; count: number }>;
  seen: number;
  /** So many values are numbers, and so many of these stand right behind a noun. */
  numbers: number;
  numbering: number;
  /** Of the values that were not seen before, how many are greater than the one seen before. */
  rising: number;
}

const serialField = /[a-z\d](?:Id|ID|Uuid|No)$|(?:^|[_.-])(?:id|Id|ID|uuid|no|nr|number)$|^(?:s|r|x|j|tx)id$/;
/** The number of one is its name, and numbers nothing that happens. */
const port =
  /^(?:port|p?pid|tid)$|(?:^|[_.-]|src|dst|dest|source|client|server|remote|local)port$|(?:Port|^dpt|^spt|^dport|^sport)$/;
/** Things of which each has its number, where it is one. */
const numbered = /^(?:run|build|job|order|task|batch|session|transaction|invoice|ticket|match|snapshot|cycle|case)$/i;

const measured =
  /(?:^| )(?:temp\w*|depth|backlog|size|len|length|count|level|load|usage|used|free|total|speed|rate|rpm|volt\w*|pressure|humidity|lag|delay|age|offset|position|heap|memory|cpu|rssi|signal|score|progress|percent|version|line|port|code)$/;

/** Its numbers are names, and none is added up. */
export function isLabel(column: Counted): boolean {
  const { name, numbering, numbers, seen, isPlace, values } = column;
  if (isCoded(values, seen) || name === 'port' || areStamps(column)) return true;
  if (isPlace !== true)
    return (
      serialField.test(name) || port.test(name) || (numbered.test(name) && numbers >= seen * 0.9) || isCounting(column)
    );
  return numbering >= seen * 0.9 && !/s$/.test(name) && !measured.test(name) && !areMeasured(column);
}

/** Seconds or milliseconds of a clock, by whichever name: a count that never falls, far above any measure. */
const areStamps = ({ values, numbers, rising }: Counted): boolean =>
  values.size >= 5 &&
  numbers > 0 &&
  rising >= values.size * 0.9 &&
  [...values.keys()].every((value) => /^1\d{9}(?:\.\d+|\d{3,9})?$/.test(value));

/** `parcel` is 88904, then 88908: each stands on few lines, and counts up. What grows, such as a total, is a measure. */
const isCounting = ({ name, values, seen, rising }: Counted): boolean =>
  (values.size >= 20 ? values.size * mostLinesOfThing >= seen : values.size >= 5 && values.size === seen) &&
  rising >= values.size * 0.95 &&
  /^[a-z]{3,20}$/.test(name) &&
  !growing.test(name) &&
  !measured.test(name) &&
  [...values.keys()].every((value) => /^\d{4,15}$/.test(value));
const growing =
  /^(?:p?pid|a?uid|gid|tid|port|line)$|s$|total|time|count|sum|seq|offset|meter|odo|energy|bytes|cycle|tick|mileage|distance|elapsed|epoch/i;

/** "GOOD 835 REJECT 32": behind a word that is no kind of thing, many numbers that neither come again nor count up. */
function areMeasured({ name, values, seen, rising }: Counted): boolean {
  const isMany = values.size >= 5 && values.size >= seen * 0.4;
  return isMany && !isKindOfThing(name) && rising < values.size * 0.85 && !areOfOneLength([...values.keys()]);
}

/** "P2001", "run_7085": each line of a thing states its code, and a thing has few lines. */
function isCoded(values: Counted['values'], seen: number): boolean {
  if (values.size < 8 || values.size * mostLinesOfThing < seen) return false;
  const shown = [...values.values()].map((one) => one.shown);
  return shown.every((one) => code.test(one)) || (seen >= values.size * ofPairs && areShortHashes(shown));
}

/** The last have a letter for what they number: `t7a060c`. */
const shortHashes = [/^[\da-f]{6,7}$/, /^[\dA-F]{6,7}$/, /^[g-zA-Z][\da-f]{4,8}$/];

/** `3bdccc`, `204917`, `fedcab`: of one length, and most of them mix letters and digits. Other lines may call else so. */
const areShortHashes = (shown: readonly string[]): boolean =>
  shortHashes.some((form) => {
    const own = shown.filter((one) => form.test(one) && one.length === shown[0]?.length);
    const areMixed = own.filter((one) => /\d/.test(one) && /[a-f]/i.test(one)).length > shown.length * 0.7;
    return own.length >= shown.length * 0.9 && areMixed;
  });
const mostLinesOfThing = 12;
/** Nearly each has a line that begins it and one that ends it. */
const ofPairs = 1.5;
const code =
  /^(?:[A-Za-z]{1,8}(?:[-_#]?\d{2,12}[A-Za-z]{0,3}|[-_#](?=[a-f]*\d)[\da-f]{5,16})|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=[\dA-F]*\d)(?=\d*[A-F])[\dA-F]{8,40}|(?=[\da-f]*\d)(?=\d*[a-f])[\da-f]{8,40})$/;

/** Few lines share a value, and new ones count up: an error code or a step is of a few kinds. */
export function isSerial(column: Counted): boolean {
  const { values, seen, rising, isPlace } = column;
  const isOfFew = (values.size < 8 && values.size < seen * 0.3) || (values.size < 20 && values.size < seen * 0.1);
  if (!isLabel(column) || port.test(column.name) || areStamps(column) || values.size < 2 || isOfFew) return false;
  const isOneEach = values.size >= 20 && values.size === seen;
  // `user.id=ada@acme.example` is a name, though the field is called an id.
  const isNamed = ![...values.keys()].some((value) => /\d/.test(value));
  return (isPlace !== true && !isNamed) || isOneEach || rising >= values.size * 0.85 || isCoded(values, seen);
}

/** Numbers of bags and parcels, though they come in no order. */
const areOfOneLength = (values: readonly string[]): boolean =>
  values.every((value) => /^\d{4,15}$/.test(value) && value.length === values[0]?.length);

import { hideValue } from '#core/secrets/hide-value.ts';
import { mask, maskSecrets } from '#core/secrets/mask-secrets.ts';
import { levelNamed } from '../../lines/level-words.ts';
import type { Scene } from '../investigation.ts';
import { aliasesOf } from './aliases.ts';
import { plainUnit, type Unit, unitNamed, unitOfFieldName } from './amount.ts';
import { whereFormsHave } from './by-form.ts';
import { outcomeReader } from './outcome.ts';
import { shortReason, statedReason } from './reason.ts';
import { documentsOf, eachRecord, type LogRecord } from './records.ts';
import { requestIn } from './request.ts';
import { longFormsOf, stem, stemsOf, wordsOf } from './stem.ts';
import { newValue, oldValue, type Turned, turnIn } from './turns.ts';
import { valueAt, type Wording, WordingBook } from './wording.ts';

/** Something each of many lines states: a field, a place in its message, its level, its host. */
export interface Column {
  name: string;
  /** Stems it may be called by. */
  stems: ReadonlySet<string>;
  /** Further stems, of other words for the same thing. */
  aliases: ReadonlySet<string>;
  isNumber: boolean;
  /** A place in messages that was found by comparing them: not each message with the name was seen to have it. */
  isPlace?: boolean;
  /** Its numbers are names: "order 8812". None is added up because many orders are asked about. */
  isLabel?: boolean;
  /** Tells one thing from the next of its kind: "build #4512", `order_id`. What is asked about such things is counted by them. */
  isSerial?: boolean;
  unit: Unit;
  /** By lower case: as written, and how many of the sample have it. */
  values: Map<string, { shown: string; count: number }>;
  seen: number;
  read(record: LogRecord): string | undefined;
  /** In the base of its unit. */
  number(record: LogRecord): number | undefined;
}

export interface KindOfLine {
  stems: ReadonlySet<string>;
  text: string;
  count: number;
  example: string;
  document: string;
  line: number;
}

/** What the file can be asked about: the names that are its own. */
export interface Schema {
  columns: Column[];
  kinds: KindOfLine[];
  book: WordingBook;
  said: Said;
  /** All records were learnt from: what is not here is not in the file. */
  isWhole: boolean;
  /** False where the time of the run was used up on the way: nothing can be said to be absent. */
  isComplete: boolean;
  /** Most lines state a level. */
  hasLevels: boolean;
  records: number;
  /** Names of the question that stand in lines, wherever: in small letters. */
  named: ReadonlySet<string>;
  /** What was learnt from. */
  sample: readonly LogRecord[];
  /** Lines are requests, with a path or method and a status. */
  isAccess: boolean;
  /** What tells requests from other lines, where not all lines are requests. */
  requests: string | undefined;
  clock: { firstMs: number; lastMs: number; zoneMinutes: number; isBoot: boolean; isTimeOfDay: boolean } | undefined;
}

/** Logs are learnt from whole up to so many lines, longer ones from a sample. */
export const columnNamed = ({ columns }: Pick<Schema, 'columns'>, name: string | undefined): Column | undefined =>
  name === undefined ? undefined : columns.find((one) => one.name === name);

const wholeLines = 30_000;
const sampleLines = 12_000;
const mostValues = 4000;
const mostColumns = 160;
const mostKinds = 5000;

export async function learnSchema(scene: Scene): Promise<Schema> {
  const book = new WordingBook();
  const texts: { row: ReturnType<LogRecord['row']>; record: LogRecord }[] = [];
  const total = documentsOf(scene).reduce((sum, { lines }) => sum + lines, 0);
  const isWhole = total <= wholeLines;
  let passed = 0;
  const totals = await eachRecord(scene, {
    ...(isWhole ? {} : { sampleLines: Math.ceil(sampleLines / documentsOf(scene).length) }),
    see(record) {
      passed++;
      const row = record.row();
      const level = record.level();
      const kept: LogRecord = { ...record, row: () => row, level: () => level };
      book.learn(row.message);
      texts.push({ row, record: kept });
    },
  });
  const builder = new ColumnBuilder(book);
  for (const { record } of texts) builder.see(record);
  const columns = builder.columns();
  const said = saidBy(book, columns);
  const kinds = new Map<string, KindOfLine>();
  for (const { record, row } of texts) {
    const { key, stems } = said(record);
    const known = kinds.get(key);
    if (known !== undefined) known.count++;
    else if (kinds.size < mostKinds)
      kinds.set(key, {
        stems: stems(),
        text: key,
        count: 1,
        example: row.message,
        document: record.document.name,
        line: record.line,
      });
  }
  const isAccess = columns.some(({ name }) => name === 'path') && columns.some((column) => isStatus(column));
  return {
    columns,
    kinds: [...kinds.values()],
    book,
    said,
    isWhole,
    isComplete: totals.isWhole,
    hasLevels: texts.filter(({ record }) => record.level() !== undefined).length > texts.length * 0.3,
    records: passed,
    named: new Set(),
    sample: texts.map(({ record }) => record),
    isAccess,
    requests: isAccess ? columns.find(({ name, seen }) => name === 'path' && seen < texts.length)?.name : undefined,
    clock: clockOf(scene),
  };
}

/** The words of a record: of its message, and of fields that say in words what happened. */
export type Said = (record: LogRecord) => { key: string; stems: () => ReadonlySet<string> };

const noSaying =
  /^(?:level|from|to|old|new|previous|current|before|after|old_\w+|new_\w+|outcome|host|hostname|method|message|new value|old value|user_?agent)$/i;
const inWords = /^[A-Za-z]{2,}(?:[ _.:-]+[A-Za-z]{2,}){0,7}$/;

function saidBy(book: WordingBook, columns: readonly Column[]): Said {
  const sayings = columns.filter(
    ({ name, isPlace, isNumber, values }) =>
      isPlace !== true &&
      !isNumber &&
      !noSaying.test(name) &&
      values.size <= 60 &&
      [...values.values()].filter(({ shown }) => inWords.test(shown)).length >= values.size * 0.8,
  );
  return (record) => {
    const { wording } = book.of(record.row().message);
    const told = sayings.flatMap(({ read }) => read(record) ?? []);
    return told.length === 0
      ? { key: wording.text, stems: () => wording.stems }
      : {
          key: `${wording.text} ${told.join(' ')}`,
          stems: () => new Set([...wording.stems, ...stemsOf(told.join(' ').replace(/[_.:-]/g, ' '))]),
        };
  };
}

/** Times that are printed with decimals are seconds, as web servers write them. */
function isSeconds({ name, isNumber, values }: Column): boolean {
  if (!isNumber || !/(?:time|duration|latency|elapsed|took|seconds)$/i.test(name)) return false;
  const shown = [...values.keys()];
  return shown.filter((value) => /^\d{1,6}\.\d{3,9}$/.test(value)).length >= shown.length * 0.8;
}

/** Holds the numbers of HTTP's answers. */
export const isStatus = ({ stems, aliases, isNumber }: Column): boolean =>
  isNumber && (stems.has('status') || aliases.has('status'));

function clockOf(scene: Scene): Schema['clock'] {
  const timed = documentsOf(scene).filter((info) => info.firstTimeMs !== undefined && info.clock !== 'none');
  const [first] = timed;
  if (first === undefined) return undefined;
  return {
    firstMs: Math.min(...timed.map((info) => info.firstTimeMs!)),
    lastMs: Math.max(...timed.map((info) => info.lastTimeMs ?? info.firstTimeMs!)),
    zoneMinutes: first.zoneMinutes ?? 0,
    isBoot: first.clock === 'boot' && first.isTimeOfDay !== true,
    isTimeOfDay: first.isTimeOfDay === true,
  };
}

interface Growing extends Column {
  numbers: number;
  numbering: number;
  /** Of the values that were not seen before, how many are greater than the one seen before. */
  rising: number;
  latest: number;
  unitNames: Map<string, number>;
}

const syslogHost =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?[\d:.]{8,15}|\d{4}-\d\d-\d\dT\S{8,30}) ([\w.-]{1,100}) [\w./()-]{1,60}?(?:\[\d+\])?:/;

/** A level may stand where others have the host. */
function hostOf({ text: line }: LogRecord): string | undefined {
  const host = syslogHost.exec(line.slice(0, 200))?.[1];
  return host === undefined || levelNamed(host) !== undefined ? undefined : host;
}

const mailAddress = /^<?(?<user>[^@\s<>]{1,64})@(?<domain>[\w.-]{1,200})>?$/;

function addressParts(value: string | number | undefined): { user: string; domain: string } | undefined {
  const { user, domain } = typeof value === 'string' ? (mailAddress.exec(value)?.groups ?? {}) : {};
  return user === undefined || domain === undefined ? undefined : { user, domain };
}

/** "10.7.9.192:34074": the same machine at each of its ports. */
const hostOfPort = (value: string | undefined): string | undefined =>
  /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(value ?? '')?.[1];

const thrownType = ({ thrown }: LogRecord): string | undefined => /^ ?([\w.$]+)/.exec(thrown)?.[1];

const reasonOf = (record: LogRecord) => shortReason(record.row().message);

/** One of the two values, whose unit may stand behind it. */
const isEndOf = ({ from, to }: Turned, value: string): boolean =>
  [from, to].some((one) => one === value || one?.startsWith(`${value} `) === true);

const turnOf = (record: LogRecord) => turnIn(record.row().message, record.row().values);

class ColumnBuilder {
  private readonly found = new Map<string, Growing>();
  /** Names of places in messages where secrets stand. */
  private readonly secret = new Set<string>();
  private readonly joined = new Set<string>();
  private readonly book: WordingBook;
  private readonly outcome: ReturnType<typeof outcomeReader>;

  constructor(book: WordingBook) {
    this.book = book;
    this.outcome = outcomeReader(book);
  }

  see(record: LogRecord): { wording: Wording } {
    const row = record.row();
    const level = record.level();
    if (level !== undefined) this.add('level', ['sever'], level, undefined, (one) => one.level());
    for (const [name, value] of row.values) {
      if (String(value).length <= 300 && !(name === 'level' && level !== undefined))
        this.add(name, [], value, undefined, (one) => text(one.row().values.get(name)));
      if (addressParts(value) !== undefined)
        for (const part of ['user', 'domain'] as const)
          this.add(`${name} ${part}`, [], addressParts(value)?.[part] ?? '', undefined, (one) => {
            return addressParts(one.row().values.get(name))?.[part];
          });
    }
    if (record.thrown !== '') this.add('exception', [], thrownType(record) ?? '', undefined, thrownType);
    const host = hostOf(record);
    if (host !== undefined) this.add('host', [], host, undefined, hostOf);
    const outcome = this.outcome(record);
    if (outcome !== undefined) this.add('outcome', [], outcome, undefined, this.outcome);
    const request = row.values.has('path') ? undefined : requestIn(record);
    if (request !== undefined) {
      this.add('path', [], request.path, undefined, (one) => requestIn(one)?.path);
      this.add('method', [], request.method, undefined, (one) => requestIn(one)?.method);
      if (request.status !== undefined)
        this.add('status', [], request.status, undefined, (one) => requestIn(one)?.status);
    }
    const turned = turnIn(row.message, row.values);
    if (turned !== undefined) {
      this.add(newValue, [], turned.to, undefined, (one) => turnOf(one)?.to);
      if (turned.from !== undefined) this.add(oldValue, [], turned.from, undefined, (one) => turnOf(one)?.from);
    }
    const reason = row.values.has('reason') ? undefined : reasonOf(record);
    if (reason !== undefined) this.add(statedReason, ['caus'], reason, undefined, reasonOf, true);
    const { wording, tokens } = this.book.of(row.message);
    const shown = maskSecrets(row.message);
    for (const slot of wording.slots) {
      const value = valueAt(tokens, slot.at);
      if (value === '' || row.values.has(slot.name) || (request !== undefined && value === request.status)) continue;
      // What something was set to is no number to be summed up.
      if (
        slot.isNumber &&
        turned !== undefined &&
        isEndOf(turned, value) &&
        !row.message.includes(`${value} ${slot.name}`)
      )
        continue;
      this.add(slot.name, slot.names, value, slot.unit, (one) => slotValue(this.book, one, slot.name), true);
      const host = hostOfPort(value);
      if (host !== undefined)
        this.add(
          `${slot.name} ip`,
          [],
          host,
          undefined,
          (one) => hostOfPort(slotValue(this.book, one, slot.name)),
          true,
        );
      const column = slot.isNumbering === true ? this.found.get(slot.name) : undefined;
      if (column !== undefined) column.numbering++;
      // Words of the message say that it is a secret.
      if (shown !== row.message && !shown.includes(value)) this.secret.add(slot.name);
    }
    return { wording };
  }

  private add(
    name: string,
    stems: readonly string[],
    value: string | number,
    unit: string | undefined,
    read: Column['read'],
    isPlace = false,
  ): void {
    let column = this.found.get(name);
    if (column === undefined) {
      if (this.found.size >= mostColumns * 4) return;
      column = {
        name,
        stems: new Set([...wordsOf(name).flatMap(longFormsOf).map(stem), ...stems]),
        aliases: new Set(),
        isNumber: false,
        isPlace,
        unit: plainUnit,
        values: new Map(),
        seen: 0,
        numbers: 0,
        numbering: 0,
        rising: 0,
        latest: Number.NEGATIVE_INFINITY,
        unitNames: new Map(),
        read: whereFormsHave((record) => {
          const found = read(record);
          if (found === undefined) return undefined;
          return isPlace && this.secret.has(name) ? mask : hideValue(name, found);
        }),
        number: () => undefined,
      };
      this.found.set(name, column);
    } else {
      for (const one of stems) (column.stems as Set<string>).add(one);
      // One name may be a field of some lines and a place in others.
      if (isPlace !== (column.isPlace === true) && !this.joined.has(name)) {
        this.joined.add(name);
        const first = column.read;
        const other = whereFormsHave((record: LogRecord) => {
          const found = read(record);
          if (found === undefined) return undefined;
          return this.secret.has(name) ? mask : hideValue(name, found);
        });
        column.read = (record) => first(record) ?? other(record);
      }
    }
    column.seen++;
    const shown = String(hideValue(name, value));
    if (amountIn(shown) !== undefined || clockedIn(name, shown) !== undefined) column.numbers++;
    const own = unit ?? unitIn(shown) ?? (clockedIn(name, shown) === undefined ? undefined : 's');
    if (own !== undefined) column.unitNames.set(own, (column.unitNames.get(own) ?? 0) + 1);
    const low = shown.toLowerCase();
    const known = column.values.get(low);
    if (known !== undefined) known.count++;
    else if (column.values.size < mostValues) {
      column.values.set(low, { shown, count: 1 });
      if (Number(shown) > column.latest) column.rising++;
      column.latest = Number(shown);
    }
  }

  columns(): Column[] {
    const kept = [...this.found.values()].sort((a, b) => b.seen - a.seen).slice(0, mostColumns);
    for (const column of kept) {
      if (column.isPlace && this.secret.has(column.name)) {
        column.values = new Map([[mask, { shown: mask, count: column.seen }]]);
        column.numbers = 0;
      }
      column.isLabel = isLabel(column);
      column.isSerial = isSerial(column);
      // Numbers that are names are neither added up nor compared.
      column.isNumber = !column.isSerial && column.numbers >= column.seen * 0.9;
      const [unitName] = [...column.unitNames].sort((a, b) => b[1] - a[1]);
      column.unit =
        (unitName === undefined
          ? undefined
          : (unitNamed(unitName[0]) ?? { name: unitName[0], dimension: 'plain' as const, factor: 1 })) ??
        unitOfFieldName(column.name) ??
        (isSeconds(column) ? unitNamed('s') : undefined) ??
        plainUnit;
      const { unit, read } = column;
      column.number = (record) => {
        const value = read(record);
        const amount = value === undefined ? undefined : (amountIn(value) ?? clockedIn(column.name, value));
        if (amount === undefined) return undefined;
        const ownUnit = unitNamed(unitIn(value!) ?? '');
        return amount * (ownUnit ?? unit).factor;
      };
      column.aliases = new Set(aliasesOf(column));
    }
    const level = kept.find(({ name }) => name === 'level');
    if (level !== undefined) level.isNumber = false;
    return kept.some(({ name }) => name === 'message') ? kept : [...kept, this.messages()];
  }

  /** The messages by their wording: what most lines say. */
  private messages(): Column {
    return {
      name: 'message',
      stems: new Set(['message', 'kind', 'wording'].map(stem)),
      aliases: new Set(),
      isNumber: false,
      unit: plainUnit,
      values: new Map(),
      seen: 0,
      read: (record) => this.book.of(record.row().message).wording.text,
      number: () => undefined,
    };
  }
}

const serialField = /[a-z\d](?:Id|ID|Uuid|No)$|(?:^|[_.-])(?:id|Id|ID|uuid|no|nr|number)$/;
/** Things of which each has its number, where it is one. */
const numbered = /^(?:run|build|job|order|task|batch|session|transaction|invoice|ticket|match|snapshot|cycle|case)$/i;

const measured =
  /(?:^| )(?:temp\w*|depth|size|len|length|count|level|load|usage|used|free|total|speed|rate|rpm|volt\w*|pressure|humidity|lag|delay|age|offset|position|heap|memory|cpu|rssi|signal|score|progress|percent|version|line|port|code)$/;

function isLabel({ name, numbering, numbers, seen, isPlace, values }: Growing): boolean {
  if (isPlace === true)
    return (numbering >= seen * 0.9 && !/s$/.test(name) && !measured.test(name)) || isCoded(values, seen);
  return serialField.test(name) || (numbered.test(name) && numbers >= seen * 0.9) || isCoded(values, seen);
}

/** "P2001", "run_7085": each line of a thing states its code, and a thing has few lines. */
function isCoded(values: Growing['values'], seen: number): boolean {
  if (values.size < 8 || values.size * mostLinesOfThing < seen) return false;
  return [...values.values()].every(({ shown }) => code.test(shown));
}
const mostLinesOfThing = 12;
const code =
  /^(?:[A-Za-z]{1,8}(?:[-_#]?\d{2,12}[A-Za-z]{0,3}|[-_#](?=[a-f]*\d)[\da-f]{6,16})|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/;

/** Few lines share a value, and new ones count up: an error code or a step is of a few kinds. */
function isSerial(column: Growing): boolean {
  const { values, seen, rising, isPlace } = column;
  if (!isLabel(column) || values.size < 2 || (values.size < 8 && values.size < seen * 0.3)) return false;
  const isOneEach = values.size >= 20 && values.size === seen;
  // `user.id=ada@acme.example` is a name, though the field is called an id.
  const isNamed = ![...values.keys()].some((value) => /\d/.test(value));
  return (
    (isPlace !== true && !isNamed) ||
    isOneEach ||
    rising >= values.size * 0.85 ||
    isCoded(values, seen) ||
    areLongNumbers(values, seen)
  );
}

/** Numbers of one length, of which each stands on a few lines: of bags and parcels, though they come in no order. */
function areLongNumbers(values: Growing['values'], seen: number): boolean {
  const [first] = values.keys();
  if (first === undefined || values.size < 20 || values.size * mostLinesOfThing < seen) return false;
  return [...values.keys()].every((value) => /^\d{4,15}$/.test(value) && value.length === first.length);
}

function text(value: string | number | undefined): string | undefined {
  return value === undefined || value === '' || value === '-' ? undefined : String(value);
}

function slotValue(book: WordingBook, record: LogRecord, name: string): string | undefined {
  const { wording, tokens } = book.of(record.row().message);
  for (const slot of wording.slots) {
    if (slot.name !== name) continue;
    const value = valueAt(tokens, slot.at);
    const isGlued = slot.unit !== undefined && unitIn(value) === undefined;
    return isGlued ? `${value}${slot.unit}` : value;
  }
  return undefined;
}

const amount = /^([+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[+-]?\d+(?:\.\d+)?)\s?([A-Za-zµ%°]{0,12}(?:\/[a-z]{1,6})?)$/;

const partedTime = /^(?=.*\d[hms]$)(?:(\d{1,4})d)?(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,4}(?:\.\d+)?)s)?$/;

/** Seconds of "1h2m3s"; undefined where it is one number with one unit. */
function partedSeconds(value: string): number | undefined {
  const found = /\d[dhm]\d/.test(value) ? partedTime.exec(value) : null;
  if (found === null) return undefined;
  const [d, h, m, s] = found.slice(1).map((part) => Number(part ?? 0));
  return (d ?? 0) * 86_400 + (h ?? 0) * 3600 + (m ?? 0) * 60 + (s ?? 0);
}

const timed = /elapsed|duration|runtime|run_?time|uptime|took|wall|cpu_?time|walltime/i;

/** Seconds of "00:12:33" or "2-03:04:05", in a field that is named for how long something took. */
function clockedIn(name: string, value: string): number | undefined {
  const found = timed.test(name) ? /^(?:(\d{1,4})-)?(\d{1,4}):(\d\d):(\d\d(?:\.\d+)?)$/.exec(value) : null;
  if (found === null) return undefined;
  const [, d, h, m, s] = found;
  return Number(d ?? 0) * 86_400 + Number(h) * 3600 + Number(m) * 60 + Number(s);
}

export function amountIn(value: string): number | undefined {
  const parted = partedSeconds(value);
  if (parted !== undefined) return parted;
  const found = amount.exec(value);
  if (
    found === null ||
    (found[2] !== '' &&
      unitNamed(found[2]!) === undefined &&
      !/^°?[CFVAWKGHz]{1,3}$|^rpm$|^dbm?$|^bar$|^kg$|^m[AV]$|ps$|\/(?:s|sec|second|min|minute|h|hour)$/i.test(
        found[2]!,
      ))
  )
    return undefined;
  return Number(found[1]!.replace(/,/g, ''));
}

function unitIn(value: string): string | undefined {
  if (partedSeconds(value) !== undefined) return 's';
  // `00005F` is a number in hexadecimal.
  if (/^0\d/.test(value)) return undefined;
  return amount.exec(value)?.[2] || undefined;
}

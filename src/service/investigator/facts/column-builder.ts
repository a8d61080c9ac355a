import { hideValue } from '#core/secrets/hide-value.ts';
import { mask, maskSecrets } from '#core/secrets/mask-secrets.ts';
import { levelNamed } from '../../lines/level-words.ts';
import { aliasesOf } from './aliases.ts';
import { metresOf, plainUnit, unitNamed, unitOfFieldName } from './amount.ts';
import { onceForEachForm } from './by-form.ts';
import { withKin } from './kin-columns.ts';
import { type Counted, isLabel, isSerial } from './labels.ts';
import { statesLevelInWords } from './levels.ts';
import { outcomeReader } from './outcome.ts';
import { partsOf } from './parts-of-value.ts';
import { shortReason, statedReason } from './reason.ts';
import type { LogRecord } from './records.ts';
import { requestIn } from './request.ts';
import { Shapes } from './same-places.ts';
import type { Column } from './schema.ts';
import { settingChanged, settingIn } from './settings-told.ts';
import { amountIn, clockedIn, unitIn } from './stated-amount.ts';
import { longFormsOf, stem, wordsOf } from './stem.ts';
import { valueAt } from './tokens.ts';
import { newValue, oldValue, turnIn } from './turns.ts';
import type { Slot, WordingBook } from './wording.ts';

const mostValues = 4000;
const mostColumns = 160;
/** So many show which columns stand on one line. */
const mostRecords = 300;

/** A column while lines are looked at. */
interface Growing extends Column, Counted {
  values: Column['values'];
  latest: number;
  unitNames: Map<string, number>;
  /** On how many lines it was called by what stems. */
  called: Map<string, number>;
  records: Set<number>;
  isField: boolean;
  /** Where its values are read from: one name may be a field of some lines and a place in others. */
  origins: Set<string>;
}

/** What one line adds to a column. */
interface Stated {
  value: string | number;
  /** Further stems the column may be called by. */
  stems?: readonly string[];
  unit?: string | undefined;
  read: Column['read'];
  isPlace?: boolean;
  /** Read once for each form of lines by itself. */
  isOfForm?: true;
  /** Of the same name only what is read from elsewhere is read as well. */
  origin?: string;
}

const syslogHost =
  /^(?:<\d{1,3}>)?(?:[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?[\d:.]{8,15}|\d{4}-\d\d-\d\dT\S{8,30}) ([\w.-]{1,100}) [\w./()-]{1,60}?(?:\[\d+\])?:/;

/** A level may stand where others have the host, or GitLab's mark of a stream. */
function hostOf({ text: line }: LogRecord): string | undefined {
  const host = syslogHost.exec(line.slice(0, 200))?.[1];
  return host === undefined || levelNamed(host) !== undefined || /^\d\d[OE]$/.test(host) ? undefined : host;
}

/** The file and line of the innermost frame. */
export const thrownAt = 'thrown at';
const thrownType = ({ thrown }: LogRecord): string | undefined => /^ ?([\w.$]+)/.exec(thrown)?.[1];

const settingOf = (record: LogRecord) => settingIn(turnOf(record), record.row().message, record.row().values);
const turnOf = (record: LogRecord) => turnIn(record.row().message, record.row().values);

/** "BatteryService: level 41%", beside the level of the line. */
const ofLines = /^(?:level|host|source|outcome|exception)$/;

function fieldIn(record: LogRecord, name: string): string | undefined {
  const value = record.row().values.get(name);
  return value === undefined || value === '' || value === '-' ? undefined : String(value);
}

/** A name and its value, and the next: "tx=00001 approved" is a sentence. */
const cells = /^[\w.-]{1,60}=\S{1,200}(?:\s+[\w.-]{1,60}=|$)/;

/** Learns what lines state, each by its name. */
export class ColumnBuilder {
  private readonly found = new Map<string, Growing>();
  /** Names of places in messages where secrets stand. */
  private readonly secret = new Set<string>();
  /** What lines say has changed, by its name: what it was set to. */
  private readonly changed = new Map<string, string[]>();
  /** Names of places where some lines have what was before: "state follower -> leader". */
  private readonly turning = new Set<string>();
  private records = 0;
  private readonly shapes = new Shapes();
  private readonly book: WordingBook;
  private readonly outcome: ReturnType<typeof outcomeReader>;
  private readonly level = onceForEachForm((record) => ({
    value: record.level(),
    isOfForm: statesLevelInWords(record.text),
  }));
  private readonly reason: (record: LogRecord) => string | undefined;

  constructor(book: WordingBook) {
    this.book = book;
    this.outcome = outcomeReader(book);
    this.reason = (record) => shortReason(record.row().message, this.outcome(record) === 'failed');
  }

  see(record: LogRecord): void {
    this.records++;
    const row = record.row();
    const level = record.level();
    if (level !== undefined) this.add('level', { value: level, stems: ['sever'], read: this.level, isOfForm: true });
    for (const [name, value] of row.values)
      if (String(value).length <= 300 && !(name === 'level' && level !== undefined))
        this.addWhole(name, { value, read: (one) => fieldIn(one, name) });
    this.addOfLine(thrownAt, record.thrownAt || undefined, (one) => one.thrownAt || undefined);
    this.addOfLine('exception', record.thrown === '' ? undefined : thrownType(record), thrownType);
    if (!row.values.has('host')) this.addOfLine('host', hostOf(record), hostOf);
    this.addOfLine('outcome', this.outcome(record), this.outcome);
    const request = row.values.has('path') ? undefined : requestIn(record);
    for (const name of ['path', 'method', 'status'] as const)
      this.addOfLine(name, request?.[name], (one) => requestIn(one)?.[name]);
    const turned = turnIn(row.message, row.values);
    this.addOfLine(newValue, turned?.to, (one) => turnOf(one)?.to);
    this.addOfLine(oldValue, turned?.from, (one) => turnOf(one)?.from);
    if (turned?.what !== undefined) this.noteChange(turned.what, turned.to);
    this.addOfLine(settingChanged, settingIn(turned, row.message, row.values), settingOf);
    const reason = row.values.has('reason') ? undefined : this.reason(record);
    if (reason !== undefined)
      this.add(statedReason, { value: reason, stems: ['caus'], read: this.reason, isPlace: true });
    // A line of a table is no sentence: its cells are named.
    if (record.isInColumns && cells.test(row.message)) return;
    const { wording, tokens } = this.book.of(row.message);
    const shown = maskSecrets(row.message);
    for (const slot of wording.slots) {
      const value = valueAt(tokens, slot.at);
      if (value === '' || (slot.isNumber && value === request?.status)) continue;
      // What something was set to is no number to be summed up.
      if (slot.isNumber && (turned?.from === value || turned?.to === value)) continue;
      if (row.values.has(slot.name)) this.addUnit(slot);
      else if (turned === undefined || slot.isNumber || value !== turned.from) this.addSlot(slot, value);
      else {
        this.turning.add(slot.name);
        this.addSlot(slot, turned.to);
      }
      // Words of the message say that it is a secret.
      if (shown !== row.message && !shown.includes(value)) this.secret.add(slot.name);
    }
  }

  private noteChange(name: string, value: string): void {
    const values = this.changed.get(name) ?? [];
    if (values.length === 0) this.changed.set(name, values);
    if (values.length < mostValues) values.push(value);
  }

  private addOfLine(name: string, value: string | number | undefined, read: Column['read']): void {
    if (value !== undefined) this.add(name, { value, read });
  }

  private addSlot(slot: Slot, value: string): void {
    const name = ofLines.test(slot.name) ? `stated ${slot.name}` : slot.name;
    const read = (one: LogRecord) => slotValue(this.book, one, slot.name, this.turning.has(slot.name));
    this.addWhole(name, { value, stems: slot.names, unit: slot.unit, read, isPlace: true });
    const column = slot.isNumbering === true ? this.found.get(name) : undefined;
    if (column !== undefined) column.numbering++;
  }

  /** "write=9.005 s": the field is read without what stands behind it. */
  private addUnit({ name, unit }: Slot): void {
    const column = this.found.get(name);
    if (column !== undefined && unit !== undefined) column.unitNames.set(unit, (column.unitNames.get(unit) ?? 0) + 1);
  }

  /** The value, and what else it tells. */
  private addWhole(name: string, stated: Stated): void {
    this.add(name, stated);
    for (const part of partsOf(name, String(stated.value))) {
      const read = (one: LogRecord) => {
        const whole = stated.read(one);
        return whole === undefined ? undefined : part.of(whole);
      };
      this.add(part.name, { ...stated, value: part.value, stems: [], unit: undefined, read, origin: name });
    }
  }

  private add(name: string, stated: Stated): void {
    const { value, stems = [], unit, isPlace = false, origin = '' } = stated;
    let column = this.found.get(name);
    const from = `${isPlace} ${origin}`;
    if (column === undefined) {
      if (this.found.size >= mostColumns * 4) return;
      column = newColumn(name, isPlace, this.reader(name, stated));
      this.found.set(name, column);
    } else if (!column.origins.has(from)) {
      const first = column.read;
      const other = this.reader(name, stated);
      column.read = (record) => first(record) ?? other(record);
    }
    for (const one of stems) column.called.set(one, (column.called.get(one) ?? 0) + 1);
    column.origins.add(from);
    column.isField ||= !isPlace;
    if (column.records.size < mostRecords) column.records.add(this.records);
    count(column, name, isPlace ? String(value) : String(hideValue(name, value)), unit);
  }

  /** Of a message its own words say what is secret, of a field its name. */
  private reader(name: string, { read, isPlace, isOfForm }: Stated): Column['read'] {
    const find = isOfForm === true ? read : this.shapes.atSamePlace(read);
    return (record) => {
      const found = find(record);
      if (found === undefined) return undefined;
      if (isPlace !== true) return hideValue(name, found);
      return this.secret.has(name) ? mask : found;
    };
  }

  columns(): Column[] {
    const kept = [...this.found.values()].sort((a, b) => b.seen - a.seen).slice(0, mostColumns);
    for (const column of kept) {
      if (column.isPlace && this.secret.has(column.name)) {
        column.values = new Map([[mask, { shown: mask, count: column.seen }]]);
        column.numbers = 0;
      }
      settle(column);
      this.addChanges(column);
    }
    const level = kept.find(({ name }) => name === 'level');
    if (level !== undefined) level.isNumber = false;
    const columns = withKin(kept);
    return columns.some(({ name }) => name === 'message') ? columns : [...columns, this.messages()];
  }

  /** A line that tells of a change of `version` states the version there is from then on. */
  private addChanges(column: Growing): void {
    const { name, read, isNumber } = column;
    const values = this.changed.get(name);
    if (values === undefined || isNumber || column.isPlace !== true) return;
    for (const value of values) count(column, name, value, undefined);
    column.read = (record) => read(record) ?? changedTo(record, name);
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

function changedTo(record: LogRecord, name: string): string | undefined {
  const turned = turnOf(record);
  return turned?.what === name ? turned.to : undefined;
}

const newColumn = (name: string, isPlace: boolean, read: Column['read']): Growing => ({
  name,
  stems: new Set(wordsOf(name).flatMap(longFormsOf).map(stem)),
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
  called: new Map(),
  records: new Set(),
  isField: !isPlace,
  origins: new Set(),
  read,
  number: () => undefined,
});

function count(column: Growing, name: string, shown: string, unit: string | undefined): void {
  column.seen++;
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

/** What all its values together tell of it. */
function settle(column: Growing): void {
  // What a setting among many machines is called is no name for them.
  const usual = [...column.called].filter(([, lines]) => lines >= column.seen * seldom).map(([one]) => one);
  column.stems = new Set([...column.stems, ...usual]);
  column.isLabel = isLabel(column);
  column.isSerial = isSerial(column);
  // Numbers that are names are neither added up nor compared.
  column.isNumber = !column.isSerial && column.numbers >= column.seen * 0.9;
  const [unitName] = column.isNumber ? [...column.unitNames].sort((a, b) => b[1] - a[1]) : [];
  column.unit =
    (unitName === undefined
      ? undefined
      : (metresOf(column.name, unitNamed(unitName[0])) ??
        unitNamed(unitName[0]) ?? { name: unitName[0], dimension: 'plain' as const, factor: 1 })) ??
    unitOfFieldName(column.name) ??
    (isSeconds(column) ? unitNamed('s') : undefined) ??
    plainUnit;
  const { unit, read, name } = column;
  const numberOf = onceForEach((value) => {
    const amount = amountIn(value) ?? clockedIn(name, value);
    const own = unitNamed(unitIn(value) ?? '');
    return amount === undefined ? undefined : amount * (metresOf(name, own) ?? own ?? unit).factor;
  });
  column.number = (record) => {
    const value = read(record);
    return value === undefined ? undefined : numberOf(value);
  };
  column.aliases = new Set(aliasesOf(column));
}

/** Of a column's lines. */
const seldom = 0.02;

const mostNumbers = 10_000;

/** Most lines have a number that others have had. */
function onceForEach(read: (value: string) => number | undefined): (value: string) => number | undefined {
  const known = new Map<string, number | undefined>();
  return (value) => {
    const found = known.get(value);
    if (found !== undefined || known.has(value)) return found;
    if (known.size >= mostNumbers) known.clear();
    const number = read(value);
    known.set(value, number);
    return number;
  };
}

/** Times that are printed with decimals are seconds, as web servers write them. */
function isSeconds({ name, isNumber, values }: Column): boolean {
  if (!isNumber || !/(?:time|duration|latency|elapsed|took|seconds)$/i.test(name)) return false;
  const shown = [...values.keys()];
  return shown.filter((value) => /^\d{1,6}\.\d{3,9}$/.test(value)).length >= shown.length * 0.8;
}

function slotValue(book: WordingBook, record: LogRecord, name: string, isTurning: boolean): string | undefined {
  const { wording, tokens } = book.of(record.row().message);
  for (const slot of wording.slots) {
    if (slot.name !== name) continue;
    const value = valueAt(tokens, slot.at);
    const isGlued = slot.unit !== undefined && unitIn(value) === undefined;
    if (isGlued) return `${value}${slot.unit}`;
    // "Leader changed from broker 1 to broker 2": what it came to.
    const isTwice = wording.slots.some((other) => other !== slot && other.name === name);
    const turned = isTwice || (isTurning && !slot.isNumber) ? turnOf(record) : undefined;
    return turned !== undefined && value === turned.from ? turned.to : value;
  }
  return undefined;
}

import { createFormTable } from './form-table.ts';
import type { StoredTemplate } from './index-format.ts';
import { levelOfLine, noLevel } from './level.ts';
import { hintBytes, mayTellLevel } from './level-hint.ts';
import { messageStart } from './message-start.ts';
import { createTemplateMiner } from './template-miner.ts';
import { variableToken } from './template-tokens.ts';

/** What watches a document while it is read: rules ask once for each form whether its lines are of interest. */
export interface LineWatch {
  /** 0: lines of this form are of no interest. `message` is where the message begins in `line` (Latin-1). */
  interest(line: string, message: number): number;
  /** Called for each line of an interesting form, in order. Bytes are only valid during the call. */
  line(line: WatchedLine): void;
}

export interface WatchedLine {
  bytes: Uint8Array;
  start: number;
  end: number;
  number: number;
  /** NaN: no time. */
  timeMs: number;
  interest: number;
  form: number;
  level: number;
  isContinuation: boolean;
  /** The last line that bore a time of its own, this one if it does; 0 where none has. */
  entryLine: number;
}

/** Known forms of a document's lines with what all lines of a form share. Arrays are by form number. */
export interface FormBook {
  find(first: number, second: number): number;
  /** Learns a form from its first line. */
  learn(first: number, second: number, sample: FormSample): number;
  /** The form of all lines of a level in a document with more forms than are told apart. */
  overflow(level: number): number;
  count(form: number, line: number, timeMs: number): void;
  interests(): Uint8Array;
  levels(): Uint8Array;
  size(): number;
  /** Groups the forms into templates. */
  finish(): { templates: StoredTemplate[]; levelOfForm: Uint8Array; templateOfForm: Int32Array; isStated: Uint8Array };
}

export interface FormSample {
  bytes: Uint8Array;
  start: number;
  head: number;
  end: number;
  seed: number;
  isContinuation: boolean;
}

const sampleBytes = 4096;

export function createFormBook(watch: LineWatch | undefined): FormBook {
  const table = createFormTable();
  const miner = createTemplateMiner();
  let capacity = 64;
  let counts = new Uint32Array(capacity);
  let firstLines = new Float64Array(capacity);
  let lastLines = new Float64Array(capacity);
  let firstTimes = new Float64Array(capacity);
  let lastTimes = new Float64Array(capacity);
  let levels = new Uint8Array(capacity);
  let stated = new Uint8Array(capacity);
  let interests = new Uint8Array(capacity);
  let wordings = new Int32Array(capacity);

  return {
    find: table.find,
    learn,
    overflow,
    count,
    interests: () => interests,
    levels: () => levels,
    size: table.size,
    finish,
  };

  function learn(first: number, second: number, sample: FormSample): number {
    const form = table.add(first, second);
    if (form >= capacity) grow();
    const { bytes, start, end, head, seed, isContinuation } = sample;
    const line = latin1(bytes, start, Math.min(end, start + sampleBytes));
    const at = head - start;
    const isSilent = (seed & 0xffff) === 0 && !mayTellLevel(bytes, head, Math.min(end, head + hintBytes));
    const level = isSilent ? noLevel : levelOfLine(line, at, seed & 0xffff);
    levels[form] = isContinuation && !level.isStated ? 0 : level.level;
    stated[form] = level.isStated ? 1 : 0;
    const message = isContinuation ? 0 : messageStart(line, at);
    wordings[form] = miner.add(utf8(bytes, start + message, Math.min(end, start + message + 2000)));
    interests[form] = watch?.interest(line, message) ?? 0;
    firstTimes[form] = Number.NaN;
    lastTimes[form] = Number.NaN;
    return form;
  }

  function overflow(level: number): number {
    const known = table.find(0, level);
    if (known >= 0) return known;
    const form = table.add(0, level);
    if (form >= capacity) grow();
    levels[form] = level;
    wordings[form] = miner.add(variableToken);
    firstTimes[form] = lastTimes[form] = Number.NaN;
    return form;
  }

  function count(form: number, line: number, timeMs: number): void {
    if (counts[form]!++ === 0) firstLines[form] = line;
    lastLines[form] = line;
    if (Number.isNaN(timeMs)) return;
    if (Number.isNaN(firstTimes[form]!)) firstTimes[form] = timeMs;
    lastTimes[form] = timeMs;
  }

  function grow(): void {
    capacity *= 2;
    counts = copied(new Uint32Array(capacity), counts);
    firstLines = copied(new Float64Array(capacity), firstLines);
    lastLines = copied(new Float64Array(capacity), lastLines);
    firstTimes = copied(new Float64Array(capacity), firstTimes);
    lastTimes = copied(new Float64Array(capacity), lastTimes);
    levels = copied(new Uint8Array(capacity), levels);
    stated = copied(new Uint8Array(capacity), stated);
    interests = copied(new Uint8Array(capacity), interests);
    wordings = copied(new Int32Array(capacity), wordings);
  }

  function finish() {
    const size = table.size();
    const { templateOfWording, texts } = miner.finish();
    const templateOfForm = new Int32Array(size);
    const templates: StoredTemplate[] = texts.map((text) => ({
      text,
      count: 0,
      level: 0,
      firstLine: 0,
      lastLine: 0,
      firstTimeMs: null,
      lastTimeMs: null,
    }));
    // A template is as grave as most of its lines.
    const byLevel = new Float64Array(templates.length * 5);
    for (let form = 0; form < size; form++) {
      const template = templateOfWording[wordings[form]!]!;
      templateOfForm[form] = template;
      byLevel[template * 5 + levels[form]!]! += counts[form]!;
      include(templates[template]!, form);
    }
    templates.forEach((template, id) => {
      const votes = byLevel.subarray(id * 5, id * 5 + 5);
      template.level = votes.lastIndexOf(Math.max(...votes));
    });
    return { templates, levelOfForm: levels.slice(0, size), templateOfForm, isStated: stated.slice(0, size) };
  }

  function include(template: StoredTemplate, form: number): void {
    template.count += counts[form]!;
    if (template.firstLine === 0 || firstLines[form]! < template.firstLine) template.firstLine = firstLines[form]!;
    template.lastLine = Math.max(template.lastLine, lastLines[form]!);
    const first = firstTimes[form]!;
    const last = lastTimes[form]!;
    if (!Number.isNaN(first)) template.firstTimeMs = Math.min(template.firstTimeMs ?? first, first);
    if (!Number.isNaN(last)) template.lastTimeMs = Math.max(template.lastTimeMs ?? last, last);
  }
}

function copied<T extends Uint8Array | Uint32Array | Int32Array | Float64Array>(bigger: T, from: T): T {
  bigger.set(from);
  return bigger;
}

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1');
const utf8 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from)).toString('utf8');

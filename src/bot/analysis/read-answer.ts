import type { Chart, ProofQuote, Verdict } from '../cases/messages.ts';
import { readSections } from './answer-sections.ts';
import { isObject, own, ownText, readResource } from './read-body.ts';
import { readChart } from './read-chart.ts';

/** What a search came to, from an answer of any shape. */
export interface ServiceAnswer {
  /** Markdown, as it came. Undefined: there was no text that reads as an answer. */
  text: string | undefined;
  verdict?: Verdict;
  cause?: string;
  quotes: ProofQuote[];
  next: string[];
  signature?: string;
  engine?: string;
  /** The question in the written form it was read as, where the service tells. */
  readAs?: string;
  /** The result itself, drawn. */
  chart?: Chart;
  durationMs?: number;
}

/** A figure, a list or a value was asked for, and no cause. */
export function isFigure({ readAs }: Pick<ServiceAnswer, 'readAs'>): boolean {
  return readAs !== undefined && !/^(?:explain|next)\b/.test(readAs);
}

const maxTextLength = 200_000;
const answerNames = [
  'answer',
  'report',
  'result',
  'response',
  'final_answer',
  'content',
  'text',
  'markdown',
  'summary',
  'output',
  'message',
];
const neverAnswers = new Set(['id', 'url', 'query', 'status', 'type', 'name', 'state', 'mode', 'file_id', 'search_id']);

/** Reads the answer text and, where they are found, verdict, cause and citations. Nothing but the text is required. */
export function readAnswer(body: unknown): ServiceAnswer {
  const data = readResource(body);
  const places = [data, own(data, 'result'), own(data, 'search'), own(data, 'report')];
  const text = typeof data === 'string' ? data : (firstText(places) ?? searchText(data));
  const verdict = readVerdict(places, text);
  const cause = readCause(places) ?? (text === undefined ? undefined : readSections(text).cause?.slice(0, 500));
  const signature = textAmong(places, 'signature');
  const engine = textAmong(places, 'engine', 'model');
  const readAs = textAmong(places, 'read_as');
  const chart = places.map((place) => readChart(own(place, 'chart'))).find((found) => found !== undefined);
  const durationMs = places.map((place) => own(place, 'duration_ms')).find((value) => typeof value === 'number');
  return {
    text: text?.slice(0, maxTextLength),
    ...(verdict ? { verdict } : {}),
    ...(cause ? { cause } : {}),
    quotes: readQuotes(places),
    next: readSentences(places, ['next_actions', 'next_steps', 'next', 'recommendations']),
    ...(signature ? { signature: signature.slice(0, 300) } : {}),
    ...(engine ? { engine: engine.slice(0, 100) } : {}),
    ...(readAs ? { readAs: readAs.slice(0, 2_000) } : {}),
    ...(chart ? { chart } : {}),
    ...(typeof durationMs === 'number' ? { durationMs } : {}),
  };
}

function firstText(places: unknown[]): string | undefined {
  for (const place of places) {
    for (const name of answerNames) {
      const found = readText(own(place, name));
      if (found) return found;
    }
  }
  return undefined;
}

/** Breadth first, five levels, the names of answers before all others on each. */
function searchText(data: unknown): string | undefined {
  let level: unknown[] = [data];
  for (let depth = 0; depth < 5 && level.length > 0; depth += 1) {
    const found = firstText(level);
    if (found) return found;
    level = level.flatMap(children).slice(0, 5_000);
  }
  return undefined;
}

function children(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter(([name]) => !neverAnswers.has(name))
    .map(([, child]) => child);
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (!Array.isArray(value)) return undefined;
  const chunks = value.map((chunk) =>
    typeof chunk === 'string' ? chunk : (ownText(chunk, 'text', 'chunk', 'content', 'delta') ?? ''),
  );
  const joined = chunks.join('');
  return joined.trim() === '' ? undefined : joined;
}

function textAmong(places: unknown[], ...names: string[]): string | undefined {
  for (const place of places) {
    const found = ownText(place, ...names);
    if (found) return found;
  }
  return undefined;
}

function readVerdict(places: unknown[], text: string | undefined): Verdict | undefined {
  const roots = places.map((place) => own(place, 'root_cause'));
  const word = textAmong([...places, ...roots], 'verdict') ?? /^\W{0,8}([A-Z]{6,12})\b/.exec(text ?? '')?.[1];
  switch (word?.trim().toUpperCase()) {
    case 'CONFIRMED':
      return 'CONFIRMED';
    case 'LIKELY':
      return 'LIKELY';
    case 'INCONCLUSIVE':
      return 'INCONCLUSIVE';
    default:
      return undefined;
  }
}

function readCause(places: unknown[]): string | undefined {
  for (const place of places) {
    const root = own(place, 'root_cause');
    const cause =
      ownText(place, 'cause') ??
      (typeof root === 'string' ? root : ownText(root, 'cause', 'title', 'summary', 'description', 'text'));
    const line = cause?.replace(/\s+/g, ' ').trim();
    if (line) return line.slice(0, 500);
  }
  return undefined;
}

function readSentences(places: unknown[], names: readonly string[]): string[] {
  for (const place of places) {
    for (const name of names) {
      const list = own(place, name);
      if (!Array.isArray(list)) continue;
      const sentences = list
        .map((item) => (typeof item === 'string' ? item : ownText(item, 'text', 'title', 'action', 'description')))
        .filter((item) => item !== undefined && item.trim() !== '') as string[];
      if (sentences.length > 0) return sentences.slice(0, 8).map((sentence) => sentence.trim().slice(0, 1_000));
    }
  }
  return [];
}

function readQuotes(places: unknown[]): ProofQuote[] {
  for (const place of places) {
    for (const name of ['citations', 'sources', 'evidence', 'references']) {
      const list = own(place, name);
      if (!Array.isArray(list)) continue;
      const quotes = list.slice(0, 200).flatMap((item) => readQuote(item) ?? []);
      if (quotes.length > 0) return quotes.slice(0, 60);
    }
  }
  return [];
}

function readQuote(item: unknown): ProofQuote | undefined {
  const file = ownText(item, 'file', 'file_name', 'filename', 'path', 'document', 'source');
  const excerpt = ownText(item, 'excerpt', 'quote', 'text', 'snippet', 'content', 'line_text');
  const lines = own(item, 'lines');
  const [first, last] = Array.isArray(lines) ? lines : [];
  const lineStart = firstLine(own(item, 'line_start'), own(item, 'start_line'), own(item, 'line'), first);
  const lineEnd = firstLine(own(item, 'line_end'), own(item, 'end_line'), last, lineStart);
  if (!file || excerpt === undefined || lineStart === undefined || lineEnd === undefined) return undefined;
  if (lineEnd < lineStart || lineEnd - lineStart > 500) return undefined;
  return { file: file.slice(0, 500), lineStart, lineEnd, excerpt: excerpt.slice(0, 100_000) };
}

function firstLine(...values: unknown[]): number | undefined {
  return values.find((value): value is number => Number.isSafeInteger(value) && (value as number) > 0);
}

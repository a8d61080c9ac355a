import { tool } from 'ai';
import { z } from 'zod';
import type { DocumentInfo } from '../../formats/reading.ts';
import type { OpenDocument, TemplateInfo } from '../../lines/open-document.ts';
import type { OpenDocuments } from '../evidence/open-documents.ts';
import { withoutSecretsIn } from '../evidence/secrets.ts';
import { timeWordsOf } from '../wording/times.ts';
import type { ShownText } from './shown-text.ts';

const maxLines = 60;
const maxLineChars = 400;
const maxKinds = 60;
const buckets = 30;

export type ToolUsed = (name: string, input: Record<string, string | number>, summary: string) => void;

const file = z.string().max(1000);
/** The gravest first. */
const levels = ['critical', 'error', 'warning', 'info'] as const;
const level = z.enum(levels).describe('this level or a graver one');
const time = z.string().max(40).describe('as the tools print it: 2026-05-12 06:00:00, or 12.5 for seconds after boot');
const narrowing = { level: level.optional(), from_time: time.optional(), to_time: time.optional() };
const narrowingSchema = z.object(narrowing);

const grepInput = z.object({
  words: z.array(z.string().min(1).max(200)).min(1).max(6),
  without: z.array(z.string().min(1).max(200)).max(6).optional(),
  file: file.optional(),
  ...narrowing,
  from_line: z.number().int().min(1).optional(),
});

/** The read-only tools of a model: they look into the documents of the run and can do nothing else. */
export function createModelTools(documents: OpenDocuments, shown: ShownText, used: ToolUsed) {
  const inText = async (file: string, read: (document: OpenDocument) => Promise<string>): Promise<string> => {
    const document = await documents.open(file);
    return document === undefined ? 'There is no text of that name; ask list_files.' : read(document);
  };
  return {
    list_files: tool({
      description: 'Names the texts of this file with their number of lines and the times they reach over.',
      inputSchema: z.object({}),
      async execute() {
        used('list_files', {}, `${documents.infos.length} texts`);
        return shown.asData(documents.infos.slice(0, 200).map(fileLine));
      },
    }),
    list_kinds: tool({
      description: `Lists the kinds of lines of a text, the variable words as <*>, with how often, level, first and last line and time. Up to ${maxKinds}; "rare" begins with what is told least often.`,
      inputSchema: z.object({ file, order: z.enum(['frequent', 'rare']).default('frequent'), level: level.optional() }),
      execute: ({ file, order, level }) =>
        inText(file, async ({ info, templates }) => {
          const all = (await templates()).filter(({ severity }) => level === undefined || isAtLeast(severity, level));
          if (order === 'rare') all.reverse();
          used('list_kinds', { file, order }, `${all.length} kinds`);
          return shown.asData([`${all.length} kinds`, ...all.slice(0, maxKinds).map((kind) => kindLine(info, kind))]);
        }),
    }),
    count_over_time: tool({
      description: `Counts lines in ${buckets} equal stretches of time; of one kind by its number, or of a level.`,
      inputSchema: z.object({ file, kind: z.number().int().optional(), ...narrowing }),
      execute: ({ file, kind, ...narrowed }) =>
        inText(file, async ({ info, histogram }) => {
          const template = kind === undefined ? {} : { template: kind };
          const counts = await histogram(buckets, { ...template, ...narrowedTo(narrowed, info) });
          const times = timeWordsOf(info);
          used('count_over_time', { file }, `${counts.length} stretches`);
          if (counts.length === 0) return 'This text has no clock.';
          return shown.asData(counts.map(({ startMs, count }) => `from ${times.at(startMs)}: ${count}`));
        }),
    }),
    grep: tool({
      description: `Finds lines that hold all the given words, upper and lower case alike. Tells how many there are, the last one, and the first ${maxLines} with numbers; "from_line" goes on.`,
      inputSchema: grepInput,
      async execute(asked) {
        const { total, found } = await grep(documents, asked);
        used('grep', { words: asked.words.join(' ') }, `${total} lines`);
        return shown.asData([`${total} lines in all`, ...found]);
      },
    }),
    read_lines: tool({
      description: `Reads up to ${maxLines} lines of a text.`,
      inputSchema: z.object({ file, from: z.number().int().min(1), to: z.number().int().min(1) }),
      execute: ({ file, from, to }) =>
        inText(file, async (document) => {
          const lines = await document.lines(from, Math.min(to, from + maxLines - 1));
          used('read_lines', { file, from, to }, `${lines.length} lines`);
          return shown.asData(
            shownLines(document.info, from, lines).map((line, at) => `${file}:${from + at}: ${line}`),
          );
        }),
    }),
  };
}

async function grep(
  documents: OpenDocuments,
  { words, without = [], file, from_line = 1, ...narrowed }: z.infer<typeof grepInput>,
): Promise<{ total: number; found: string[] }> {
  const found: string[] = [];
  let total = 0;
  for (const info of documents.infos.filter(({ name }) => file === undefined || name === file)) {
    const document = await documents.open(info.name);
    if (document === undefined) continue;
    const matches = await document.search({
      all: words,
      none: without,
      fromLine: from_line,
      ...narrowedTo(narrowed, info),
      ignoreCase: true,
      limit: maxLines,
      budgetMs: 3000,
    });
    total += matches.total;
    if (matches.readToLine !== undefined) found.push(`${info.name}: read to line ${matches.readToLine} only`);
    const last = matches.total > matches.lines.length ? [matches.lastLine!] : [];
    for (const line of [...matches.lines.slice(0, Math.max(0, maxLines - found.length)), ...last]) {
      const [text = ''] = await document.lines(line, line);
      found.push(`${info.name}:${line}: ${shownLines(info, line, [text]).join('')}`);
    }
    if (found.length > maxLines) break;
  }
  return { total, found };
}

function isAtLeast(severity: TemplateInfo['severity'], level: (typeof levels)[number]): boolean {
  return severity !== undefined && levels.indexOf(severity) <= levels.indexOf(level);
}

const fileLine = (info: DocumentInfo): string =>
  `${info.name}: ${info.lines} lines, ${info.fileType}${spanOf(info, info)}`;

function kindLine(info: DocumentInfo, kind: TemplateInfo): string {
  const span = spanOf(info, kind);
  const told = `${kind.count} times, ${kind.severity ?? 'no level'}, lines ${kind.firstLine} to ${kind.lastLine}${span}`;
  return `kind ${kind.id} (${told}): ${shownLines(info, kind.firstLine, [kind.text]).join('')}`;
}

function spanOf(info: DocumentInfo, { firstTimeMs, lastTimeMs }: Pick<DocumentInfo, 'firstTimeMs' | 'lastTimeMs'>) {
  if (firstTimeMs === undefined || lastTimeMs === undefined) return '';
  return `, ${timeWordsOf(info).span(firstTimeMs, lastTimeMs)}`;
}

function narrowedTo({ level, from_time = '', to_time = '' }: z.infer<typeof narrowingSchema>, info: DocumentInfo) {
  const [fromTimeMs, toTimeMs] = [timeMsOf(from_time, info), timeMsOf(to_time, info)];
  return {
    ...(level === undefined ? {} : { severityAtLeast: level }),
    ...(fromTimeMs === undefined ? {} : { fromTimeMs }),
    ...(toTimeMs === undefined ? {} : { toTimeMs }),
  };
}

/** Masked before a name stands in front of them: some secrets are known by where a line begins. */
function shownLines(info: DocumentInfo, from: number, lines: string[]): string[] {
  return withoutSecretsIn(info, from, lines).map((line) => line.slice(0, maxLineChars));
}

/** A time as the tools print it, on the clock of one text: milliseconds. Undefined where it is none. */
function timeMsOf(text: string, info: Pick<DocumentInfo, 'clock' | 'isTimeOfDay' | 'zoneMinutes'>) {
  const clock = /(?:(\d{4})-(\d\d)-(\d\d)[T ])?(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?/.exec(text);
  if (clock !== null) {
    const [, year, month, day, hours, minutes, seconds = '0'] = clock;
    const ofDayMs = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000;
    if (year === undefined) return info.isTimeOfDay === true ? ofDayMs : undefined;
    return Date.UTC(Number(year), Number(month) - 1, Number(day)) + ofDayMs - (info.zoneMinutes ?? 0) * 60_000;
  }
  const seconds = /^\s*(-?\d{1,10}(?:\.\d{1,9})?)/.exec(text);
  return info.clock === 'boot' && seconds !== null ? Number(seconds[1]) * 1000 : undefined;
}

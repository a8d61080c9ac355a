import { z } from 'zod';
import { type FileType, fileTypes, type Reading, type ReadingFailure } from '../formats/reading.ts';

/** Checks what a child process says before anything else believes it: shapes and bounds of a Reading. */
export function parseReading(value: unknown): Reading | undefined {
  const parsed = readingSchema.safeParse(value);
  // The schema mirrors the type; exactOptionalPropertyTypes alone keeps zod's inference from being it.
  return parsed.success ? (withoutUndefined(parsed.data) as Reading) : undefined;
}

export function parseFileType(value: unknown): FileType | undefined {
  return fileType.safeParse(value).data;
}

export function parseFailure(value: unknown): ReadingFailure | undefined {
  const parsed = failureSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

const text = (most: number) => z.string().transform((value) => (value.length > most ? value.slice(0, most) : value));
const finite = z.number();
const optionalTime = finite.nullish().transform((value) => value ?? undefined);
const line = z.int().min(0);
const severity = z.enum(['critical', 'error', 'warning', 'info']);
const fileType = z.enum(fileTypes);
const scalarRecord = z.record(z.string(), z.union([z.string(), finite]));

const documentSchema = z.object({
  name: text(4096),
  fileType,
  path: z.string().max(8192),
  sizeBytes: z.int().min(0),
  lines: line,
  indexPath: z.string().max(8192).optional(),
  clock: z.enum(['absolute', 'boot', 'none']),
  isTimeOfDay: z.boolean().optional(),
  firstTimeMs: optionalTime,
  lastTimeMs: optionalTime,
  namesZone: z.boolean().optional(),
  zoneMinutes: z.number().min(-1440).max(1440).optional(),
  clockOffsetMs: finite.optional(),
  bootAtMs: finite.optional(),
  writing: z.enum(['program', 'document']).optional(),
  secretLines: z.array(line).max(20_000).optional(),
});

const rangeSchema = z.object({ document: text(4096), lineStart: z.int().min(1), lineEnd: z.int().min(1) });

const findingSchema = z.object({
  rule: text(200),
  title: text(2000),
  explanation: text(8000),
  severity,
  role: z.enum(['cause', 'symptom', 'context']),
  certainty: z.enum(['certain', 'likely', 'possible']),
  count: finite,
  firstTimeMs: optionalTime,
  lastTimeMs: optionalTime,
  evidence: z.array(rangeSchema).transform((ranges) => ranges.slice(0, 12)),
  signature: text(2000).optional(),
  subjects: z.array(text(1000)).optional(),
  next: z.array(text(4000)).optional(),
});

const readingSchema = z.object({
  fileType,
  documents: z.array(documentSchema).max(20_000),
  findings: z.array(findingSchema).max(20_000),
  series: z.array(
    z.object({
      name: text(500),
      unit: text(100),
      document: text(4096),
      points: z.array(z.object({ timeMs: finite, value: finite, line: line.optional() })).max(20_000),
    }),
  ),
  timeline: z
    .array(z.object({ timeMs: finite, document: text(4096), line, severity, text: text(4000) }))
    .transform((events) => events.slice(0, 5000)),
  unread: z.array(text(4000)),
  facts: scalarRecord,
  crash: z.object({ title: text(2000), guilty: text(2000).nullable(), corrupted: z.boolean() }).nullish(),
  capture: z.object({ packets: finite, protocols: z.record(z.string(), finite), conversations: finite }).optional(),
  trace: z
    .object({ processes: finite, threads: finite, slices: finite, unreadSources: z.array(text(1000)) })
    .optional(),
  dump: z.object({ dmesgLines: finite }).optional(),
  members: z.array(z.object({ name: text(4096), fileType, sha256: z.string().max(64) })).optional(),
  tables: z
    .record(z.string(), z.array(z.record(z.string(), z.union([z.string(), finite, z.null()]))).max(20_000))
    .optional(),
});

const failureSchema = z.object({
  code: z.enum(['file_empty', 'encrypted', 'unreadable', 'unsupported', 'limit_exceeded', 'reader_failed']),
  message: text(4000),
  isPermanent: z.boolean(),
});

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === undefined ? [] : [[key, withoutUndefined(inner)]])),
  );
}

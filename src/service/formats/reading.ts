import type { TsharkSection } from './pcap/tshark-section.ts';

/**
 * What reading a file comes to: the contract between the readers of formats/, the investigator, the charts
 * and `analyze`. Plain JSON, so that it crosses from the reading child process and lies on disk.
 */

/** The nine types. `capture` is shown to the outside as CAPTURE_TYPE ("the service"): Android logcat text. */
export const fileTypes = [
  'bugreport',
  'capture',
  'dmesg',
  'log',
  'perfetto',
  'pcap',
  'ramdump',
  'config',
  'bundle',
] as const;
export type FileType = (typeof fileTypes)[number];

export type Severity = 'critical' | 'error' | 'warning' | 'info';

/** A text whose lines can be cited: the file itself, a member of an archive, or the printed form of a binary file. */
export interface DocumentInfo {
  /** As cited: the path in the archive, else the given name; `<name>#packets|#events|#dmesg` for printed forms. */
  name: string;
  fileType: FileType;
  /** Its bytes, relative to the reading's folder; decompressed. Absolute where it is the uploaded file itself. */
  path: string;
  sizeBytes: number;
  /** Split at LF; a last line without LF counts. */
  lines: number;
  /** Line index beside it (see lines/), relative to the reading's folder. Absent for a document without one. */
  indexPath?: string;
  /** How its clock reads: wall clock, time since boot, or none. */
  clock: 'absolute' | 'boot' | 'none';
  /** Of `boot`: times of day without a date, counted from the midnight before its first line. */
  isTimeOfDay?: boolean;
  /** Milliseconds: since the epoch for `absolute`, since boot for `boot`. */
  firstTimeMs?: number;
  lastTimeMs?: number;
  /** Its lines name their time zone; without one they are read as UTC. */
  namesZone?: boolean;
  /** The one offset from UTC, in minutes, that its lines print: its times are told with it. Absent for none or several. */
  zoneMinutes?: number;
  /** Added to the times its lines print, they are on the clock of the other documents; all its times here have it. */
  clockOffsetMs?: number;
  /** When the device booted, of a text with a wall clock that holds lines with times since boot too. */
  bootAtMs?: number;
  /** Set where it is no record of what happened: the text of a program, or one written for readers (Markdown). */
  writing?: 'program' | 'document';
  /** Lines that hold a secret, also where only their surroundings tell (the inside of a key): never quoted. */
  secretLines?: number[];
}

/** 1-based, inclusive, in the document's own lines. */
export interface LineRange {
  document: string;
  lineStart: number;
  lineEnd: number;
}

/**
 * One thing that happened or is wrong, found by a reader's rule. Everything in `title` and `explanation`
 * that comes from the file is data: whoever prints it escapes it.
 */
export interface Finding {
  /** Which rule: `kernel.oops`, `tcp.reset`, `java.exception`, `log.error-burst`. Stable, for grouping and tests. */
  rule: string;
  /** One line, says what happened to what: "NULL pointer dereference in foo_irq". */
  title: string;
  /** One or two plain sentences: what it means, from facts of this file. */
  explanation: string;
  severity: Severity;
  /** `cause` explains others, `symptom` follows from something, `context` is worth knowing (reboot, config reload). */
  role: 'cause' | 'symptom' | 'context';
  /** `certain`: the file states it (an oops report). `likely`: inferred by a stated rule. `possible`: worth a look. */
  certainty: 'certain' | 'likely' | 'possible';
  /** How often, 1 for a single event. */
  count: number;
  /** Of the first and last occurrence, on the clock of the first evidence's document. */
  firstTimeMs?: number;
  lastTimeMs?: number;
  /** Most telling first; at most 12 ranges of at most 40 lines. */
  evidence: LineRange[];
  /** Short and stable over builds, addresses and devices: crash title, exception and top frames, template. */
  signature?: string;
  /** Process, function, interface, address, file: what it is about; for linking findings to each other and to questions. */
  subjects?: string[];
  /** What would settle or mend it: an exact command or step. */
  next?: string[];
}

/** Numbers over time for charts and trends. At most 2,000 points; `line` where a point stands on one. */
export interface Series {
  name: string;
  unit: string;
  document: string;
  points: { timeMs: number; value: number; line?: number }[];
}

/** One row of the timeline shown to people and used across files; at most 5,000 a reading, the unusual ones first. */
export interface TimelineEvent {
  timeMs: number;
  document: string;
  line: number;
  severity: Severity;
  text: string;
}

export interface Reading {
  fileType: FileType;
  documents: DocumentInfo[];
  findings: Finding[];
  series: Series[];
  timeline: TimelineEvent[];
  /** Plain sentences: what was not read and why ("modem.bin: damaged after byte 1,048,576, 312 records used"). */
  unread: string[];
  /** Facts for people and charts, by label: device, build, kernel version, top talkers. Bounded, small. */
  facts: Record<string, string | number>;
  crash?: { title: string; guilty: string | null; corrupted: boolean } | null;
  capture?: { packets: number; protocols: Record<string, number>; conversations: number };
  trace?: { processes: number; threads: number; slices: number; unreadSources: string[] };
  dump?: { dmesgLines: number };
  /** Put here by the process that started the reading, never by a reader; kept from rules, answers and counts. */
  tshark?: TsharkSection;
  members?: { name: string; fileType: FileType; sha256: string }[];
  /** Tables a chart is drawn from, by name: rows of scalars, at most 2,000 each. */
  tables?: Record<string, Record<string, string | number | null>[]>;
}

/** Why a file cannot be read at all. `isPermanent` false: our own trouble, worth another try. */
export interface ReadingFailure {
  code: 'file_empty' | 'encrypted' | 'unreadable' | 'unsupported' | 'limit_exceeded' | 'reader_failed';
  message: string;
  isPermanent: boolean;
}

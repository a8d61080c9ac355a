import type { Quote } from '../formats/format.ts';
import type { Finding, Reading, Severity } from '../formats/reading.ts';
import type { ResultChart } from './tell/chart-of.ts';

export type Verdict = 'CONFIRMED' | 'LIKELY' | 'INCONCLUSIVE';
export type SearchMode = 'quick' | 'deep';

/** A file as the investigator sees it: what reading came to, and the folder its documents lie in. */
export interface ReadFile {
  id: string;
  name: string;
  /** Folder of the reading: document paths are relative to it. */
  folder: string;
  reading: Reading;
}

export interface InvestigationRequest {
  /** One file, or two to five for a comparison, baseline first. */
  files: readonly ReadFile[];
  /** Empty: tell what is wrong with the file. */
  question: string;
  mode: SearchMode;
  signal: AbortSignal;
  /** Wall clock the run may use, in milliseconds. */
  budgetMs: number;
}

export interface Hypothesis {
  title: string;
  verdict: Verdict;
  /** Each sentence carries its own quotes by number into `citations`. */
  speaksFor: { text: string; citations: number[] }[];
  speaksAgainst: { text: string; citations: number[] }[];
}

export interface Report {
  verdict: Verdict;
  /** One sentence of plain words: the cause, or what could not be settled. */
  cause: string;
  /** The answer as Markdown: verdict, cause, proof as `file:line` quotes, what is not the cause, next. */
  answer: string;
  /** Numbered from 1; each verified byte for byte against the file before it is put here. */
  citations: (Quote & { n: number; sha256: string })[];
  confidence: 'high' | 'medium' | 'low' | 'none';
  /** What the answer rests on, most important first. */
  findings: { title: string; severity: Severity; citations: number[]; rule: Finding['rule'] }[];
  hypotheses: Hypothesis[];
  steps: InvestigationStep[];
  nextActions: string[];
  signature: string | null;
  /** Claims dropped because a quote of theirs was not in the file. */
  droppedClaims: number;
  /** The result of the question itself, where it is better looked at than read. */
  chart?: ResultChart;
  /** `builtin`, or `<provider>/<model>`. */
  engine: string;
  /** The written form of the query the question was read as; null without a question. */
  query: string | null;
}

export interface InvestigationStep {
  n: number;
  tool: string;
  input: Record<string, string | number>;
  status: 'done' | 'failed';
  summary: string;
  citations: number[];
}

/** What a run tells while it goes on; maps one to one onto the streamed messages of the specification. */
export type InvestigationEvent =
  | { type: 'query_intent'; intent: string; plan: string[]; filters: Record<string, string> }
  | { type: 'stage'; name: 'plan' | 'retrieve' | 'investigate' | 'verify' | 'report'; status: 'started' | 'done' }
  | { type: 'progress'; percent: number; message: string; scannedBytes: number; totalBytes: number }
  | { type: 'step'; step: InvestigationStep }
  | { type: 'report_chunk'; index: number; text: string };

/** The chunks of `report_chunk` joined are `answer`, byte for byte. Same files and question: same report. */
export type Investigate = (request: InvestigationRequest, emit: (event: InvestigationEvent) => void) => Promise<Report>;

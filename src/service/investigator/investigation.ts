import type { Observation } from './detect/observation.ts';
import type { OpenDocuments } from './evidence/open-documents.ts';
import type { InvestigationStep, ReadFile, SearchMode } from './report.ts';
import type { Survey } from './survey/survey.ts';

/** What the parts of one run share. */
export interface Scene {
  files: readonly ReadFile[];
  documents: OpenDocuments;
  mode: SearchMode;
  signal: AbortSignal;
  /** False once the time is used up: what is optional is then left out. */
  hasTime(): boolean;
  /** Kept in the report and told while it goes on. */
  step(tool: string, input: InvestigationStep['input'], summary: string): void;
  progress(message: string, scannedBytes: number): void;
}

/** What was found out about the file before the answer is written. */
export interface Evidence {
  /** Of each text looked through, whole. */
  surveys: Survey[];
  /** Ranked, cause first. */
  observations: Observation[];
}

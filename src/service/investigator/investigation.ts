import type { Observation } from './detect/observation.ts';
import type { OpenDocuments } from './evidence/open-documents.ts';
import type { AboutSubject } from './look-into-subject.ts';
import type { Chosen, PresentTerm } from './question/needles.ts';
import type { Question } from './question/question.ts';
import type { WordFound } from './question/units.ts';
import type { InvestigationStep, ReadFile, SearchMode } from './report.ts';
import type { Survey } from './survey/survey.ts';
import type { NamedUnit } from './units/named-unit.ts';

/** What the parts of one run share. */
export interface Investigation {
  files: readonly ReadFile[];
  documents: OpenDocuments;
  question: Question;
  /** The one of several things of a kind that the question names: its lines are looked at before all others. */
  unit?: NamedUnit;
  /** The same, where no other lines are read at all. */
  within?: NamedUnit;
  mode: SearchMode;
  signal: AbortSignal;
  /** False once the time is used up: what is optional is then left out. */
  hasTime(): boolean;
  /** Kept in the report and told while it goes on. */
  step(tool: string, input: InvestigationStep['input'], summary: string, status?: InvestigationStep['status']): void;
  progress(message: string, scannedBytes: number): void;
  /** The service, pod or host asked about where the lines are of several others, most lines first. */
  notHere?: { name: string; services: readonly string[] };
}

/** What was found out about the file before the answer is written. */
export interface Evidence {
  /** Of each text looked through, whole. */
  surveys: Survey[];
  /** Of the lines the question is about, where they are but a part. */
  scoped: Survey[];
  /** Ranked, cause first. */
  observations: Observation[];
  /** Words of the question that are in the file, with how many lines hold them. */
  present: PresentTerm[];
  /** Words that look like names and are nowhere in it. */
  missing: string[];
  /** What lines `scoped` holds: one of these groups of words stands in each; empty where only the time counts. */
  needles: string[][];
  /** Which lines those are, before the time narrows them down; absent where no word does. */
  chosen?: Chosen;
  /** Each word that was looked for with what was found of it. */
  found: WordFound[];
  /** Texts there was no time to look for those words in. */
  unsearched: number;
  /** What the lines of the part of the system tell that was asked about; absent where none was. */
  about?: AboutSubject;
}

import type { FileType, Reading, ReadingFailure } from '../formats/reading.ts';
import type { ModelSettings } from '../investigator/choose-investigator.ts';
import type { InvestigationEvent, ReadFile, Report, SearchMode } from '../investigator/report.ts';
import type { ReadFileInput } from './reading-room.ts';

/** What a child may be kept ready for: to look at a file and read it, or to answer a question about files that are read. */
export type ChildWork = 'read' | 'investigate';

/**
 * What the parent writes to a child's standard input: one JSON line, then it closes it. After `detect` another may come,
 * about the same file.
 */
export type ChildRequest =
  | { type: 'detect'; path: string; name: string }
  | { type: 'read'; input: ReadFileInput }
  | {
      type: 'investigate';
      files: ReadFile[];
      question: string;
      mode: SearchMode;
      budgetMs: number;
      /** Only here may its key stand: neither arguments nor the environment are as private. */
      model?: ModelSettings;
    };

/** What a child writes to its standard output, one JSON line each; `done` or `failed` ends each answer. */
export type ChildMessage =
  | { type: 'progress'; fraction: number }
  | { type: 'event'; event: InvestigationEvent }
  /** The language model failed and the built-in report is used; the reason holds no log text. */
  | { type: 'fallback'; reason: string }
  | { type: 'done'; result: FileType | Reading | Report }
  | { type: 'failed'; failure: ReadingFailure };

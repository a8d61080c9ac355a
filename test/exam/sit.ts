import type { SearchMode } from '#service/investigator/report.ts';
import type { Item, Sheet } from './item.ts';
import type { Graded } from './score.ts';
import { openSubject, type Subject } from './subject.ts';

export interface SitOptions {
  /** After each file. */
  progress?(files: number, answers: number): void;
  /** A file that cannot be read. Throws by default. */
  unread?(message: string): void;
}

/** Asks everything of every sheet, one file after the other, and grades the answers. */
export async function sit(sheets: readonly Sheet[], mode: SearchMode, options: SitOptions = {}): Promise<Graded[]> {
  const graded: Graded[] = [];
  for (const [index, sheet] of sheets.entries()) {
    try {
      graded.push(...(await sitOne(sheet, mode)));
    } catch (error) {
      if (options.unread === undefined) throw error;
      options.unread(`${sheet.fileKey}: ${error instanceof Error ? error.message : error}`);
    }
    options.progress?.(index + 1, graded.length);
  }
  return graded;
}

async function sitOne(sheet: Sheet, mode: SearchMode): Promise<Graded[]> {
  const subject = await openSubject(sheet.files(), mode);
  try {
    const graded: Graded[] = [];
    for (const item of sheet.items) graded.push(await answered(item, subject));
    return graded;
  } finally {
    subject.close();
  }
}

/** A run that fails gave no answer, and no admission either. */
async function answered(item: Item, subject: Subject): Promise<Graded> {
  try {
    const told = await subject.ask(item.question);
    return { item, told, ...item.grade(told) };
  } catch (error) {
    const reason = `the investigator failed: ${error instanceof Error ? error.message : error}`;
    const told = { verdict: 'INCONCLUSIVE', answer: '', readAs: undefined, elapsedMs: 0 } as const;
    return { item, told, mark: 'wrong', reason };
  }
}

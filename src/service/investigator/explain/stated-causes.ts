import type { DocumentInfo } from '../../formats/reading.ts';
import type { Observation } from '../detect/observation.ts';
import type { Scene } from '../investigation.ts';
import type { Draft } from '../tell/draft.ts';
import { type Candidate, rankStatements } from './choose-cause.ts';
import { readStatements } from './statements.ts';

/** What the documents of a scene state as causes, best first. */
export async function statedCauses(scene: Scene, asked: ExplainAsked): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const info of scene.documents.infos.filter(isRecordOfEvents).slice(0, maxDocuments)) {
    if (!scene.hasTime()) break;
    const document = await scene.documents.open(info.name);
    if (document === undefined) continue;
    found.push(...rankStatements(await readStatements(document, scene.signal), asked.about ?? []));
  }
  return found.sort((a, b) => b.score - a.score);
}

const maxDocuments = 40;

function isRecordOfEvents({ writing, fileType, lines }: DocumentInfo): boolean {
  return writing === undefined && lines > 0 && (fileType === 'log' || fileType === 'dmesg' || fileType === 'capture');
}

interface ExplainAsked {
  /** Names and words that stand in the file: they choose component and lines, never the rank inside them. */
  about?: readonly string[];
}

/** A statement of a lower score is no cause. */
export const weakest = 1.5;

/** Why it went wrong, before its quotes are looked up. `lead` is the cause told, where one was found. */
export interface Explanation extends Draft {
  lead?: Observation;
}

export type Explain = (scene: Scene, asked?: ExplainAsked) => Promise<Explanation>;

import type { Finding, LineRange, Severity } from '../../formats/reading.ts';
import type { MessageGroup, Spot } from '../survey/survey.ts';
import type { Text } from '../wording/say.ts';

/** A sentence and the lines it rests on. It is dropped where they are not in the document. */
export interface Claim {
  text: Text;
  ranges: LineRange[];
  /** What such words usually mean; told only where the file itself gives no cause. */
  isStock?: boolean;
}

/** Of a document one line, or those up to `lineEnd`. */
export function linesAt(document: string, lineStart: number, lineEnd = lineStart): LineRange {
  return { document, lineStart, lineEnd };
}

/** Something that happened or is wrong, told in our words: a reader's finding or what the survey shows. */
export interface Observation {
  rule: string;
  kind: 'finding' | 'failure' | 'trend' | 'share' | 'restart';
  title: Text;
  /** Sentences that say more, each with its own lines. */
  details: Claim[];
  severity: Severity;
  role: Finding['role'];
  certainty: Finding['certainty'];
  count: number;
  document: string;
  firstLine: number;
  firstTimeMs?: number | undefined;
  lastTimeMs?: number | undefined;
  /** Most telling first. */
  evidence: LineRange[];
  signature?: string | undefined;
  next: string[];
  /** Its rank among the others; higher is nearer to the cause. */
  weight: number;
  /** It comes all over the document at the same small rate: no cause of what begins somewhere. */
  isRoutine?: boolean;
  /** The kind of lines it tells of. */
  group?: MessageGroup | undefined;
  /** How far after its stated beginning it may truly begin: where a slope leaves its level is not seen at once. */
  slackMs?: number;
  /** Of a slope: which failures it explains when they come at its end. */
  endsIn?: RegExp;
  /** Something is used up: a failure at its end is explained by it, however loud. */
  isExhaustion?: boolean;
}

/** Where it is first told. */
export function startOf({ firstLine, firstTimeMs }: Observation): Spot {
  return { line: firstLine, lineEnd: firstLine, timeMs: firstTimeMs };
}

import type { LineFields } from '../../lines/line-fields.ts';
import { statesZone } from '../answer/times.ts';
import type { Investigation } from '../investigation.ts';
import { gravityOf } from '../survey/failure.ts';
import { fieldsOf } from '../survey/fields-of.ts';
import type { LinesByDocument } from '../words/unit.ts';

/** One line of what is followed. */
export interface Step {
  document: string;
  line: number;
  message: string;
  timeMs?: number;
  isZoned: boolean;
  source?: string;
  isFailure: boolean;
  fields: LineFields['fields'];
}

const maxSteps = 600;

/** The lines of all documents in the order of their times; without times in the order they stand. */
export async function stepsOf(run: Investigation, byDocument: LinesByDocument): Promise<Step[]> {
  const steps: Step[] = [];
  for (const [name, lines] of byDocument) {
    const document = await run.documents.open(name);
    if (document === undefined) continue;
    for (const line of lines.subarray(0, Math.max(0, maxSteps - steps.length))) {
      const [text = ''] = await document.lines(line, line);
      const fields = fieldsOf(text, document.layout);
      const meta = await document.meta(line);
      const timeMs = meta.timeMs ?? fields.timeMs;
      if (fields.severity === undefined && meta.severity !== undefined) fields.severity = meta.severity;
      steps.push({
        document: name,
        line,
        message: fields.detail === undefined ? fields.message : `${fields.message} (${fields.detail.slice(0, 160)})`,
        ...(timeMs === undefined ? {} : { timeMs }),
        isZoned: statesZone(text),
        ...(fields.source === undefined ? {} : { source: fields.source }),
        isFailure: gravityOf(text, fields).isFailure,
        fields: fields.fields,
      });
    }
  }
  return steps.sort((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0) || a.line - b.line);
}

import { type ReadDocument, withoutCodes } from '../investigator/evidence/open-documents.ts';
import { recordReader } from '../investigator/facts/records.ts';
import type { Schema } from '../investigator/facts/schema.ts';
import { isOfSeveralLines } from '../investigator/facts/stamping.ts';
import { compile, textOfValue } from '../investigator/run/conditions.ts';
import { formBytes } from '../lines/line-form.ts';
import { maxFullForms } from '../lines/line-scan.ts';
import type { LineBytes, LineTest } from '../lines/open-document.ts';
import type { GoesOn } from './read-view.ts';
import { createValuePlaces } from './value-places.ts';

export interface FieldTest {
  /** Stands in each line that passes. */
  text: string | undefined;
  test: LineTest;
}

const digits = /\d/g;

/** Told by the lines below a record, or by all lines of a thing. */
const ofSeveralLines = /^(?:exception|thrown at|outcome|time taken|further tries|start)$/;

/**
 * Which lines state a value of a field, as a written query reads them: read where neither their form nor the place of
 * the value in it was read before. Undefined where other lines of a record may state it.
 */
export async function createFieldTest(
  document: ReadDocument,
  { field, value }: { field: string; value: string },
  schema: Schema,
  goesOn: GoesOn,
): Promise<FieldTest | undefined> {
  if (ofSeveralLines.test(field) || (await isOfSeveralLines(document))) return undefined;
  const passes = compile([{ field, is: '=', value }], schema);
  const read = recordReader(document);
  const text = textOfValue(field, value, schema);
  const places = text === undefined ? undefined : createValuePlaces(text);
  const known = new Map<number, boolean>();

  function holds(line: string, at: LineBytes, form: number | undefined): boolean {
    if (goesOn(line)) return false;
    const record = read({ text: line, line: at.line, timeMs: undefined, form });
    return record !== undefined && passes(record);
  }

  function ofLine(at: LineBytes): boolean {
    const hasForm = document.marks !== undefined && at.form < maxFullForms && at.end - at.start <= formBytes;
    const settled = hasForm ? places?.settled(at) : undefined;
    if (settled !== undefined) return settled;
    const line = withoutCodes(at.bytes.toString('utf8', at.start, at.end));
    const isHeld = holds(line, at, hasForm ? at.form : undefined);
    if (!hasForm) return isHeld;
    places?.learn(at, isHeld);
    // Lines of a form differ in their digits alone: what another number changes is not settled by the form.
    if (!/\d/.test(value) && holds(line.replace(digits, '1'), at, undefined) === isHeld) known.set(at.form, isHeld);
    return isHeld;
  }

  return { text, test: { ofForm: (form) => known.get(form), ofLine } };
}

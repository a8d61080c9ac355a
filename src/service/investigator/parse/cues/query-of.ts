import type { Schema } from '../../facts/schema.ts';
import type { Query } from '../../query/query.ts';
import { ofLinesMeant } from './of-lines.ts';
import { ofOutages } from './of-outages.ts';
import { ofReadings } from './of-readings.ts';
import { ofSettings } from './of-settings.ts';
import { ofSpells } from './of-spells.ts';
import { ofStates } from './of-states.ts';
import type { Subject, SubjectOf } from './subject.ts';
import type { Told } from './told.ts';

/** What a question asks of its subject, where that is more than rows with its words. */
export function queryOf(
  subject: Exclude<Subject, SubjectOf<'rows'>>,
  phrase: string,
  told: Told,
  schema: Schema,
): Query | undefined {
  switch (subject.kind) {
    case 'reading':
      return ofReadings(subject, told, schema);
    case 'setting':
      return ofSettings(phrase, told, schema);
    case 'state':
      return ofStates(phrase, told, schema);
    case 'outage':
      return ofOutages(subject, told, schema);
    case 'spells':
      return ofSpells(subject.spells, told, schema);
    case 'lines':
      return ofLinesMeant(subject.lines, told, schema);
  }
}

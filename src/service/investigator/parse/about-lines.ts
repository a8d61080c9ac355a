import type { Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';
import type { Frame, QueryAt } from './frame.ts';
import { type LinesMeant, linesMeant } from './lines-meant.ts';
import type { Asked, Slots } from './operation-meant.ts';

/** A query about the lines that the slot speaks of. */
export function aboutLines({ where, taken, isSure }: LinesMeant, { When }: Slots, query: Asked): QueryAt {
  return { query: { ...query, where: [...where, ...(query.where ?? [])] }, at: When?.trim() ?? '', taken, isSure };
}

/** Of lines of one kind. */
export const ofLines =
  (query: (slots: Slots, lines: LinesMeant, schema: Schema) => Asked | undefined): Frame['plain'] =>
  (slots, _, schema) => {
    const lines = linesMeant(slots.Lines ?? '', schema);
    const asked = lines && query(slots, lines, schema);
    return lines && asked && aboutLines(lines, slots, asked);
  };

/** What the program numbers is counted by its numbers, all else by its lines. */
export const counted = ({ operation }: LinesMeant): Pick<Query, 'of'> =>
  operation === undefined ? {} : { of: operation.name };

/** How forms say it. */
export const lines = '(?<Lines>[a-z][^,:;?("]{2,80}?)';

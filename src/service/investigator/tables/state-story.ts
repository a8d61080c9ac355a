import { apart } from './gravity.ts';
import type { CellValue, StateChange, Table } from './table.ts';

/** A change of state with what was noted around it. */
export interface StateStory {
  change: StateChange;
  /** What the file notes near it, in order. */
  notes: CellValue[];
}

const nearShare = 0.01;
const mostNotes = 3;

/** The change of state that the question means, else the one that grave notes stand around. */
export function stateStory(table: Table, text: string): StateStory | undefined {
  const near = Math.max(5, table.records * nearShare);
  const states = new Set(table.changes.map(({ column }) => column));
  const notes = [...table.values.values()].filter((one) => one.count <= 5 && !states.has(one.column));
  const stories = table.changes.map((change) => {
    const around = notes
      .filter(({ first }) => first.record <= change.at.record + 2 && change.at.record - first.record <= near)
      .sort((a, b) => a.first.record - b.first.record);
    const grave = Math.max(0, ...around.map(({ gravity }) => gravity));
    const isNamed = apart(change.to)
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .some((word) => word.length >= 4 && text.toLowerCase().includes(word));
    return {
      change,
      notes: around.filter(({ gravity }) => gravity >= Math.min(2, grave)),
      score: (isNamed ? 3 : 0) + grave,
    };
  });
  const [best] = stories.sort((a, b) => b.score - a.score || a.change.at.record - b.change.at.record);
  return best === undefined || best.score < 2 || best.notes.length === 0
    ? undefined
    : { change: best.change, notes: best.notes.slice(-mostNotes) };
}

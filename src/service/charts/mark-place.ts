import type { Row } from './panel.ts';

/** Where in the file a mark of a chart leads: lines of a text, or a stretch of its time. Part of the mark's row. */
export type MarkPlace =
  | { document: string; line: number; line_end?: number }
  | { document: string; from_ms: number; to_ms: number; level?: string };

/** Encodings by which a mark says its row's words, to whoever points at it and to a screen reader. */
export const toldByRow = {
  tooltip: { field: 'told', type: 'nominal' },
  description: { field: 'told', type: 'nominal' },
} as const;

/** For marks that only repeat what another one says. */
export const silent = { aria: false, tooltip: null } as const;

export function readPlace({ document, line, line_end, from_ms, to_ms, level }: Row): MarkPlace | undefined {
  if (typeof document !== 'string') return undefined;
  if (typeof line === 'number') {
    return { document, line, ...(typeof line_end === 'number' && line_end > line ? { line_end } : {}) };
  }
  if (typeof from_ms !== 'number' || typeof to_ms !== 'number') return undefined;
  return { document, from_ms, to_ms, ...(typeof level === 'string' ? { level } : {}) };
}

/** An opaque word that leads to the next page of a list. */
export function writeCursor(offset: number): string {
  return btoa(String(offset));
}

/** Undefined: not one of ours, whatever else it is. */
export function readCursor(cursor: unknown): number | undefined {
  const isEncoded = typeof cursor === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(cursor) && cursor.length % 4 === 0;
  const offset = isEncoded ? Number(atob(cursor)) : Number.NaN;
  return Number.isInteger(offset) && offset >= 0 ? offset : undefined;
}

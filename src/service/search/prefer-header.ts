export interface Preference {
  waitMs: number;
  /** For `Preference-Applied`. */
  applied: string;
}

const longestWaitSeconds = 600;

/** RFC 7240. `wait` says how long to wait; `respond-async` alone asks not to wait at all. */
export function readPreference(header: string | null): Preference | undefined {
  const preferences = (header ?? '').split(/[,;]/).map((part) => part.trim().toLowerCase());
  const wait = preferences
    .map((part) => /^wait *= *"?(\d{1,6})"?$/.exec(part)?.[1])
    .find((value) => value !== undefined);
  if (wait !== undefined) {
    const seconds = Math.min(Number(wait), longestWaitSeconds);
    return { waitMs: seconds * 1000, applied: `wait=${seconds}` };
  }
  return preferences.includes('respond-async') ? { waitMs: 0, applied: 'respond-async' } : undefined;
}

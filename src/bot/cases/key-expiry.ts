/** A key of the service lives so long from its creation. */
export const keyLifetimeMs = 90 * 86_400_000;

const steps = [14, 7, 3, 1, 0];

/**
 * The warning that is due, as days left: 14, 7, 3, 1, and 0 once the key has expired; null where none is due or the
 * due one was given. `isUpperBound`: nobody told when the key was made, only when it was first seen here.
 */
export function dueKeyWarning(createdMs: number, warnedAtDays: number | null, nowMs: number): number | null {
  const daysLeft = (createdMs + keyLifetimeMs - nowMs) / 86_400_000;
  const due = steps.filter((step) => daysLeft <= step).at(-1);
  if (due === undefined || (warnedAtDays !== null && warnedAtDays <= due)) return null;
  return due;
}

export function keyWarningWords(createdMs: number, days: number, isUpperBound: boolean): string[] {
  const day = new Date(createdMs + keyLifetimeMs).toISOString().slice(0, 10);
  const when = isUpperBound ? `at the latest on ${day}` : `on ${day}`;
  const first =
    days === 0
      ? `The API key of the log service expired ${when}.`
      : `The API key of the log service expires ${when}, in ${days === 1 ? 'a day' : `${days} days`} or less.`;
  return [
    first,
    'In the service’s console, under Settings, API keys: revoke it, generate a new one, and put it in API_KEY or API_KEY_FILE. ' +
      'Work that needs the key in between waits and resumes automatically.',
  ];
}

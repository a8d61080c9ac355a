const dayMs = 86_400_000;

export const keyLifetimeMs = 90 * dayMs;

/** When the embedded bot's own key is replaced. */
export const ownKeyRotationMs = 80 * dayMs;

/** Days before the expiry at which its owner hears of it. */
export const warningDays = [14, 7, 3, 1, 0] as const;

export function daysLeft(expiresAtMs: number, nowMs: number): number {
  return Math.ceil((expiresAtMs - nowMs) / dayMs);
}

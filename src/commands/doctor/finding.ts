/** What one look found. */
export interface Finding {
  state: 'ok' | 'warn' | 'fail';
  /** What was looked at: `Slack scopes`. */
  about: string;
  /** What was seen. */
  words: string;
  /** What mends it, in one sentence; only where something is to be mended. */
  fix?: string;
}

export const ok = (about: string, words: string): Finding => ({ state: 'ok', about, words });
export const warn = (about: string, words: string, fix: string): Finding => ({ state: 'warn', about, words, fix });
export const fail = (about: string, words: string, fix: string): Finding => ({ state: 'fail', about, words, fix });

const mostSkewMs = 60_000;

/** Signatures are good for five minutes: a clock that is wrong refuses every event. */
export function clockFinding(about: string, response: Response, nowMs: number): Finding[] {
  const theirs = Date.parse(response.headers.get('date') ?? '');
  const skewMs = nowMs - theirs;
  if (Number.isNaN(skewMs) || Math.abs(skewMs) < mostSkewMs) return [];
  const seconds = Math.round(skewMs / 1000);
  return [
    fail(
      'Clock',
      `it is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of ${about}`,
      'Synchronise the clock of this machine with NTP (timedatectl set-ntp true).',
    ),
  ];
}

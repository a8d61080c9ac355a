/** What tells that a state is over, by the words that tell of it. */
const opposites: readonly [RegExp, RegExp][] = [
  [
    /^(?:down|offline|out|unavailable|unreachable|dead|gone|dark|not available|not reachable)$/,
    /\b(?:up|online|available|reachable|alive|restored|recovered|back|resumed|responding|healthy|ok)\b/i,
  ],
  [/^(?:disconnected|lost|cut)$/, /\b(?:connected|reconnected|re-?established|restored|up|recovered)\b/i],
  [
    /^(?:degraded|unhealthy|broken|failing|red|yellow)$/,
    /\b(?:optimal|healthy|recovered|restored|normal|green|repaired|rebuilt|ok)\b/i,
  ],
  [
    /^(?:blocked|stuck|paused|suspended|stopped|frozen|locked|throttled|halted)$/,
    /\b(?:unblocked|resumed?|started|released|unlocked|continu\w+|running|unthrottled|lifted)\b/i,
  ],
];
const spoken: Record<string, string> = {
  down: 'down|offline|unavailable|unreachable|lost',
  offline: 'offline|down|unreachable',
  unavailable: 'unavailable|down|unreachable',
  unreachable: 'unreachable|unavailable|down',
  disconnected: 'disconnected|lost|down',
};
const state =
  /\bhow (?:long|much time) (?:was|were|is|has|had|have|did|are|stayed)\b.{0,60}?\b(?:been |being |stay |remain(?:ed)? |be )?(down|offline|unavailable|unreachable|disconnected|degraded|unhealthy|blocked|stuck|paused|suspended|stopped|frozen|locked|throttled)\b/i;

export interface StateAsked {
  /** As the question says it. */
  word: string;
  starts: RegExp;
  ends: RegExp;
}

/** "How long was app1 down": the state that is asked about, and how lines tell of its start and its end. */
export function stateAsked(text: string): StateAsked | undefined {
  const word = state.exec(text)?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  const ends = opposites.find(([known]) => known.test(word))?.[1];
  return ends === undefined ? undefined : { word, starts: new RegExp(`\\b(?:${spoken[word] ?? word})\\b`, 'i'), ends };
}

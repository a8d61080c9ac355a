import type { Finding } from '../../formats/reading.ts';

/** A kind of fault that people ask a kernel's log for. */
export interface KindAsked {
  /** As it is told: "use after free". */
  name: string;
  /** Of the title of a report of that kind. */
  isTitled: RegExp;
  /** What a line says that tells of it under another title; the engine without backtracking searches for it. */
  said: string;
}

const kinds: readonly [RegExp, KindAsked][] = [
  [
    /\b(?:use[- ]after[- ]free|uaf)\b/i,
    { name: 'use after free', isTitled: /use-after-free/i, said: 'use-after-free|use after free' },
  ],
  [
    /\b(?:out[- ]of[- ]bounds?|oob|(?:buffer|heap|slab) (?:overflow|overrun|overread))\b/i,
    {
      name: 'access out of bounds',
      isTitled: /out-of-bounds|buffer overflow/i,
      said: 'out[- ]of[- ]bounds|buffer overflow|[Rr]edzone overwritten',
    },
  ],
  [
    /\b(?:double|invalid)[- ]free\b/i,
    {
      name: 'double or invalid free',
      isTitled: /(?:double|invalid)[- ]free|already free/i,
      said: '(?:double|invalid)[- ]free|[Oo]bject already free',
    },
  ],
  [
    /\bnull[- ]?(?:ptr|pointers?|deref\w*)\b/i,
    {
      name: 'NULL pointer dereference',
      isTitled: /null(?:-ptr-deref| pointer)/i,
      said: 'null-ptr-deref|NULL pointer',
    },
  ],
  [
    /\bdead-?lock(?:s|ed)?\b/i,
    {
      name: 'deadlock',
      isTitled: /deadlock|inconsistent lock state/i,
      said: 'DEADLOCK|possible (?:circular|recursive)|blocked for more than|soft lockup|rcu.*detected.*stall',
    },
  ],
  [
    /\b(?:hang(?:s|ing)?|hung|stall(?:s|ed)?|(?:hard |soft )?lock(?:ed)?[- ]?ups?|fr(?:eeze|oze|ozen)|stuck)\b/i,
    {
      name: 'hang',
      isTitled: /hung|can't die|stall|lockup/i,
      said: "blocked for more than|can't die for more|(?:soft|hard) lockup|LOCKUP|BUG: workqueue lockup|rcu.*detected.*stall",
    },
  ],
  [
    /\bmemory leak(?:s|ed)?\b|\bleak(?:s|ed)? memory\b/i,
    { name: 'memory leak', isTitled: /^memory leak/i, said: 'memory leak|unreferenced object' },
  ],
  [/\b(?:data )?race(?: condition)?s?\b/i, { name: 'data race', isTitled: /^KCSAN|data-race/i, said: 'data-race' }],
  [
    /\buninit(?:iali[sz]ed)?\b/i,
    { name: 'use of a value never written', isTitled: /^KMSAN|uninit/i, said: 'uninit-value|infoleak|kmsan' },
  ],
  [
    /\bstack (?:overflow|corruption|overrun)\b/i,
    {
      name: 'overrun stack',
      isTitled: /stack (?:overflow|guard page|is corrupted)|corrupted stack end|double fault|stack-out-of-bounds/i,
      said: 'stack (?:overflow|guard page)|[Ss]tack is corrupted|[Cc]orrupted stack end|double fault',
    },
  ],
  [
    /\b(?:divi(?:de|sion)|divided) by zero\b/i,
    {
      name: 'division by zero',
      isTitled: /^divide error|division-by-zero/i,
      said: 'divide error|division[- ]by[- ]zero',
    },
  ],
];

/** Words that may stand beside the kind in a question that is about nothing else. */
const filler =
  /^(?:a|an|the|any|some|is|was|were|are|does|did|do|has|have|had|it|this|that|there|when|here|in|of|due|to|because|caused|by|really|ever|kernel|linux|system|machine|device|box|crash|panic|bug|error|fault|issue|problem|report|reported|detected|found|seen|happen|happened|occur|occurred|kind|file|log|dump|access|first|show|shown|or|not|just|after|all)$/i;

/** Undefined where the question is about more than one kind of fault; `isWhen` asks for its time. */
export function kindAsked(text: string): { kind: KindAsked; isWhen: boolean } | undefined {
  const flat = text.trim().replace(/[?!.\s]+$/, '');
  if (flat.length > 120 || !/^(?:is|was|were|are|did|does|do|has|have|had|any|when)\b/i.test(flat)) return undefined;
  const named = kinds.filter(([asks]) => asks.test(flat));
  const [one] = named;
  if (one === undefined || named.length > 1) return undefined;
  const rest = flat.replace(new RegExp(one[0].source, 'gi'), ' ').match(/[^\s,;:'"]+/g) ?? [];
  return rest.every((word) => filler.test(word)) ? { kind: one[1], isWhen: /^when\b/i.test(flat) } : undefined;
}

export function areOfKind(reports: readonly Finding[], { isTitled }: KindAsked): Finding[] {
  return reports.filter(({ title }) => isTitled.test(title));
}

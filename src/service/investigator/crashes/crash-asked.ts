/** What is asked of the crashes that a kernel's log reports. */
export interface CrashAsked {
  wants: 'why' | 'when' | 'whether' | 'how often' | Part;
}

/** What of the report is asked for. */
export type Part = 'function' | 'file' | 'task' | 'processor';

const crash = String.raw`(?:crash\w*|panic\w*|oops\w*|die[sd]?|dead|kernel bugs?|go(?:es)? down|went down|fell over|fall over|kernel faults?|call traces?)`;
const machine =
  'kernel|linux|system|machine|device|board|phone|host|box|guest|vm|server|target|dut|unit|it|this|there|everything';
const filler = new RegExp(
  `^(?:a|an|the|our|my|that|any|some|did|does|do|has|have|had|was|were|is|are|been|be|ever|really|actually|first|last|time|times|many|often|how|when|why|what|which|who|at|of|in|on|for|to|made|make|caused?|causes|causing|triggered|triggers?|led|leads|reason|behind|happen(?:ed|s)?|since|and|log|file|dump|console|root|${machine}|${crash})$`,
  'i',
);
const isCrash = new RegExp(String.raw`\b${crash}\b`, 'i');
const blame = new RegExp(
  String.raw`\b(?:fault|to blame|guilty|responsible|culprit|buggy|broken|caus\w+|running|ran|executing|trigger\w*|${crash})\b`,
  'i',
);
const parts: readonly [RegExp, Part][] = [
  [/^(?:which|what|whose) (?:kernel )?(?:driver|module|function|subsystem|code|routine|symbol)\b/i, 'function'],
  [/^(?:which|what) (?:source |kernel )*(?:file|source)\b/i, 'file'],
  [/^(?:which|what) (?:user ?space )?(?:process|program|task|thread|command|pid|application|app)\b/i, 'task'],
  [/^(?:which|what) (?:cpu|core|processor)\b/i, 'processor'],
];

/** Undefined where the question is about something else, or about one thing by its name. */
export function crashAsked(text: string): CrashAsked | undefined {
  const flat = text.trim().replace(/[?!.\s]+$/, '');
  if (flat.length > 120) return undefined;
  const part = parts.find(([asks]) => asks.test(flat));
  if (part !== undefined)
    return blame.test(flat) && namesNothing(flat.replace(part[0], '')) ? { wants: part[1] } : undefined;
  if (!isCrash.test(flat) || !namesNothing(flat)) return undefined;
  if (
    /^(?:why|what (?:caused?|made|triggered|led)|(?:what (?:is|was) )?(?:the )?(?:root )?(?:cause|reason))\b/i.test(
      flat,
    )
  )
    return { wants: 'why' };
  if (/^(?:when|at what time|since when)\b/i.test(flat)) return { wants: 'when' };
  if (/^how (?:often|many)\b/i.test(flat)) return { wants: 'how often' };
  return /^(?:did|has|have|had|was|were|is|are|any)\b/i.test(flat) ? { wants: 'whether' } : undefined;
}

function namesNothing(text: string): boolean {
  const rest = text.replace(blame, ' ').match(/[^\s,;:'"]+/g) ?? [];
  return rest.every((word) => filler.test(word));
}

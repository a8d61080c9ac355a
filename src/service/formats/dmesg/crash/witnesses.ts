import type { ReportLine } from './collect-report.ts';
import { matchFrame } from './find-frame.ts';
import { isInnocent, plainName } from './innocent-functions.ts';
import { lockSite } from './pattern.ts';
import { readableName } from './rust-symbol.ts';

/** A second place a report tells about: where the memory came from or went back, or the lock already held. */
export interface Witness {
  role: 'allocated' | 'freed' | 'holding';
  functionName: string;
  /** The document's line naming it. */
  line: number;
}

const heldLock = /but task is already holding lock|and this task is already holding/;
const bookKeeping = {
  allocated: /alloc|save_stack|save_track|set_track|stack_depot|^_*(?:kmem|slab|kasan)_/,
  freed:
    /^_*kv?free|^_*vfree|cache_free|slab_free|free_hook|free_debug|save_stack|save_track|set_track|stack_depot|^_*(?:kmem|slab|kasan)_|^_*rcu_|softirq/,
};
const longestStack = 30;

/** The further places named in a report whose title is `title`; at most one of each role. */
export function findWitnesses(title: string, lines: readonly ReportLine[]): Witness[] {
  if (/^(?:KASAN|KFENCE)/.test(title)) {
    return [
      ...afterHeading(lines, /^\s*[Aa]llocated(?: by task \d{1,40}.*)?:/, 'allocated'),
      // Memory still in use names who had it before.
      ...(/free|invalid-access/.test(title)
        ? afterHeading(lines, /^\s*[Ff]reed(?: by task \d{1,40}.*)?:/, 'freed')
        : []),
    ];
  }
  return title.startsWith('possible deadlock') ? holding(lines) : [];
}

function afterHeading(lines: readonly ReportLine[], heading: RegExp, role: 'allocated' | 'freed'): Witness[] {
  const at = lines.findIndex(({ text }) => heading.test(text));
  if (at === -1) return [];
  for (const { number, text } of lines.slice(at + 1, at + 1 + longestStack)) {
    // An empty line ends the stack.
    if (text.trim() === '' || /^\s*(?:[Ff]reed|The buggy)/.test(text)) return [];
    const name = matchFrame(text)?.[1];
    if (name === undefined) continue;
    const readable = readableName(name);
    if (!isInnocent(readable) && !bookKeeping[role].test(readable)) {
      return [{ role, functionName: plainName(readable), line: number }];
    }
  }
  return [];
}

// Inlined callers repeat the lock's line; the one with an offset names the function.
function holding(lines: readonly ReportLine[]): Witness[] {
  const at = lines.findIndex(({ text }) => heldLock.test(text));
  if (at === -1) return [];
  for (const { number, text } of lines.slice(at + 1, at + 5)) {
    const name = lockSite.exec(text)?.[1];
    if (name !== undefined) return [{ role: 'holding', functionName: plainName(readableName(name)), line: number }];
  }
  return [];
}

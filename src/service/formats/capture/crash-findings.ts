import type { Finding } from '../reading.ts';
import type { AppCrash } from './crash-assembler.ts';

const label = {
  java: 'crashed',
  native: 'crashed',
  anr: 'does not respond (ANR)',
  watchdog: 'killed by the watchdog',
} as const;
const next: Record<AppCrash['kind'], string> = {
  java: 'Open the top frame of the application in its source.',
  native: 'Symbolise the backtrace: `ndk-stack -sym SYMBOLS -dump LOG`.',
  anr: 'Read the main thread in /data/anr: `adb bugreport` holds it.',
  watchdog: 'Read the system_server traces in /data/anr of the same minute.',
};

/** One finding for all crashes of one signature. */
export function crashFindings(document: string, crashes: readonly AppCrash[]): Finding[] {
  const bySignature = new Map<string, AppCrash[]>();
  for (const crash of crashes) {
    const signature = signatureOf(crash);
    const list = bySignature.get(signature);
    if (list) list.push(crash);
    else bySignature.set(signature, [crash]);
  }
  return [...bySignature].map(([signature, group]) => {
    const first = group[0]!;
    const said = first.detail ? `: ${first.detail.slice(0, 140)}` : '';
    const where = first.frames[0] ? ` in ${first.frames[0]}` : '';
    return {
      rule: `android.${first.kind === 'java' ? 'crash' : first.kind === 'native' ? 'native-crash' : first.kind}`,
      title: `${first.process} ${label[first.kind]}: ${first.what}${first.kind === 'anr' ? '' : said}${where}`.slice(
        0,
        260,
      ),
      explanation: explanation(first, group.length),
      severity: 'critical',
      role: 'cause',
      certainty: 'certain',
      count: group.length,
      ...(!Number.isNaN(first.timeMs) && { firstTimeMs: first.timeMs, lastTimeMs: group.at(-1)!.timeMs }),
      evidence: group.slice(0, 4).map((crash) => ({
        document,
        lineStart: crash.lineStart,
        lineEnd: Math.min(crash.lineEnd, crash.lineStart + 39),
      })),
      signature,
      subjects: [first.process, first.what, ...first.frames.slice(0, 2)],
      next: [next[first.kind]],
    } satisfies Finding;
  });
}

function explanation(crash: AppCrash, count: number): string {
  const often = count > 1 ? ` ${count} times in this log.` : '';
  if (crash.kind === 'anr')
    return `The main thread of ${crash.process} (pid ${crash.pid}) did not answer. Reason: ${crash.detail || 'not printed'}.${often}`;
  if (crash.kind === 'watchdog') return `system_server hung and was killed: ${crash.detail}.${often}`;
  const path = crash.frames.slice(0, 3).join(', called by ');
  return `Process ${crash.process} (pid ${crash.pid}) ended with ${crash.what}${path ? ` in ${path}` : ''}.${often}`;
}

/** The same over builds, addresses and devices. */
function signatureOf(crash: AppCrash): string {
  const what = crash.what.replace(/^.*[.](?=\w+$)/, '');
  return [`${crash.process} ${what}`, ...crash.frames.slice(0, 3)].join(' < ').slice(0, 200);
}

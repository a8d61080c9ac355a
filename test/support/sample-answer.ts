import type { Answer } from '../../src/bot/cases/messages.ts';

export const sampleAnswer: Answer = {
  kind: 'answer',
  file: { name: 'bugreport-1142.zip', fileType: 'bundle', sizeBytes: 21_340_000, sha256: 'ab'.repeat(32) },
  question: 'why did it reboot?',
  verdict: 'CONFIRMED',
  cause: 'NULL pointer dereference in foo_drv_irq, 3 ms after foo_drv was unbound',
  explanation:
    'The interrupt handler `foo_drv_irq` ran on a device whose data had been freed.\n\n- unbound by the update service\n- never released',
  proof: [
    {
      file: 'dmesg.txt',
      lineStart: 18211,
      lineEnd: 18211,
      excerpt: '[   12.5] foo_drv 2-0048: unbinding, <freeing> drvdata & more',
    },
    {
      file: 'dmesg.txt',
      lineStart: 18219,
      lineEnd: 18220,
      excerpt: '[   12.6] Call Trace:\n[   12.6]  foo_drv_irq+0x1c/0x90',
    },
  ],
  notTheCause: ['The 212 `i2c timeout` lines start after the crash.'],
  next: ['Free the interrupt before the data.'],
  signature: 'null-deref:foo_drv_irq',
  evidence: { state: 'checked', dropped: 0 },
  otherPlaces: [{ kind: 'ticket', label: 'PROJ-88', url: 'http://jira.test/browse/PROJ-88' }],
  engine: 'builtin',
  durationMs: 2140,
  fullText: 'full',
};

/** What a hostile log would like to do to its readers. */
export const hostileLine =
  '<!channel> <@U0ADA> <https://evil.example|click> *bold* _it_ `tick` ```fence``` # heading [x](https://evil.example) @here {noformat} [~ada] h1. x';

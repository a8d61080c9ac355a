import { expect, it } from 'vitest';
import { examples } from '../../../src/sandbox/examples/examples.ts';
import { openSubject } from '../../exam/subject.ts';

const told: Record<string, [verdict: string, headline: string]> = {
  'devkit-dmesg.txt': ['CONFIRMED', 'NULL pointer dereference in foo_touch_irq'],
  'order-service.log': ['LIKELY', 'cache.max_entries 10000 -> 0'],
  'camera-logcat.txt': ['CONFIRMED', 'zoom_profile must not be null'],
  'gateway-syslog.txt': ['INCONCLUSIVE', 'Nothing in this file explains the restart'],
};

it.each(examples)(
  'what is said along with $name is answered by what it shows',
  async ({ name, about, make, asks = [] }) => {
    const subject = await openSubject([{ name, content: make() }], 'deep');
    try {
      const [verdict, headline] = told[name] ?? [];
      const answer = await subject.ask(about);
      expect(answer.verdict).toBe(verdict);
      expect(answer.answer).toContain(headline);
      const written = asks.find(({ label }) => label.startsWith('Written query'));
      if (written) expect((await subject.ask(written.text)).verdict).toBe('CONFIRMED');
    } finally {
      subject.close();
    }
  },
);

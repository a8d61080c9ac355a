import { expect, it } from 'vitest';
import { maskPersonal } from '#core/personal/mask-personal.ts';

it.each([
  ['GET /login?email=carol%40example.org&x=1', 'GET /login?email=[masked]&x=1'],
  ['user \u001b[32mcarol\u001b[0m@example.org came', 'user \u001b[32m[masked] came'],
  ['bssid=a4&#58;83&#58;e7&#58;01&#58;02&#58;03 left', 'bssid=[masked] left'],
])('what is personal is masked however it is encoded: %j', (text, masked) => {
  expect(maskPersonal(text).text).toBe(masked);
});

it('leaves codes and colours where nothing personal is', () => {
  const text = '\u001b[32mINFO\u001b[0m GET /a?q=x%40y took 5 ms &lt;br&gt; at 10:00:01';
  expect(maskPersonal(text)).toEqual({ text, counts: {} });
});

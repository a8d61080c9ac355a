import { expect, test } from 'vitest';
import { redact } from '#core/log.ts';

const secret = 'abcdefgh12345678';

test.each([
  `xoxb-${secret}`,
  `xoxe-1-${secret}`,
  `xapp-1-${secret}`,
  `ltk_${secret}`,
  `whsec_${secret}+/=`,
  `eyJhbGciOiJI.${secret}.${secret}`,
  `ATATT3x${secret}=`,
  `Authorization: Bearer ${secret}`,
  `"authorization":"Basic ${secret}"`,
  `authorization: API_KEY ${secret}`,
  `Cookie: session=${secret}`,
  `API_KEY ${secret}`,
  `https://host.example/path?token=${secret}&x=1`,
  `https://host.example/path?a=1&signature=${secret}`,
])('takes the secret out of %s', (text) => {
  expect(redact(`before ${text} after`)).not.toContain(secret);
  expect(redact(`before ${text} after`)).toMatch(/^before .*\[redacted\].*$/);
});

test.each([
  'the token of the parser',
  'GET /api/v1/files/0190?page=2',
  'bearer of bad news',
  'eyJ is how such a token begins',
])('leaves plain text alone: %s', (text) => {
  expect(redact(text)).toBe(text);
});

test('keeps what stands around a secret', () => {
  expect(redact(`GET /hooks?page=2&token=${secret}&x=1`)).toBe('GET /hooks?page=2&token=[redacted]&x=1');
});

import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { equalInConstantTime, isHubSignature, isStandardWebhook } from '../../../src/bot/intake/proof.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
const nowMs = Date.parse('2026-11-20T08:00:00Z');

function signed(body: string, sentMs = nowMs) {
  const signature = new Webhook(secret).sign('msg_1', new Date(sentMs), body);
  return { id: 'msg_1', timestamp: String(sentMs / 1000), signature };
}

it('takes the published signature of the tracker and no other', async () => {
  const header = 'sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9';
  expect(await isHubSignature(createHmac, "It's a Secret to Everybody", header, bytes('Hello World!'))).toBe(true);
  expect(
    await isHubSignature(
      createHmac,
      "It's a Secret to Everybody",
      header.toUpperCase().replace('SHA', 'sha'),
      bytes('Hello World!'),
    ),
  ).toBe(true);
  expect(await isHubSignature(createHmac, "It's a Secret to Everybody", header, bytes('Hello World'))).toBe(false);
  expect(
    await isHubSignature(
      createHmac,
      "It's a Secret to Everybody",
      header.replace('sha256', 'sha1'),
      bytes('Hello World!'),
    ),
  ).toBe(false);
  expect(await isHubSignature(createHmac, "It's a Secret to Everybody", undefined, bytes('Hello World!'))).toBe(false);
});

it('takes what the standardwebhooks package signs', async () => {
  const body = '{"type":"search.completed"}';
  expect(await isStandardWebhook(createHmac, secret, signed(body), bytes(body), nowMs)).toBe(true);
  expect(await isStandardWebhook(createHmac, secret, signed(body), bytes(`${body} `), nowMs)).toBe(false);
  expect(await isStandardWebhook(createHmac, secret, { ...signed(body), id: 'msg_2' }, bytes(body), nowMs)).toBe(false);
});

it('takes one good signature among several, for secrets that are being replaced', async () => {
  const headers = signed('x');
  const several = { ...headers, signature: `v1,AAAA v1a,BBBB ${headers.signature}` };
  expect(await isStandardWebhook(createHmac, secret, several, bytes('x'), nowMs)).toBe(true);
  expect(await isStandardWebhook(createHmac, secret, { ...headers, signature: 'v1,AAAA' }, bytes('x'), nowMs)).toBe(
    false,
  );
});

it('refuses a timestamp more than five minutes off, either way', async () => {
  for (const offMs of [-301_000, 301_000]) {
    expect(await isStandardWebhook(createHmac, secret, signed('x', nowMs + offMs), bytes('x'), nowMs)).toBe(false);
  }
  for (const offMs of [-299_000, 299_000]) {
    expect(await isStandardWebhook(createHmac, secret, signed('x', nowMs + offMs), bytes('x'), nowMs)).toBe(true);
  }
});

it('compares texts of different length as different', () => {
  expect(equalInConstantTime('token', 'token')).toBe(true);
  expect(equalInConstantTime('token', 'tokens')).toBe(false);
  expect(equalInConstantTime('tokens', 'token')).toBe(false);
  expect(equalInConstantTime('', '')).toBe(true);
});

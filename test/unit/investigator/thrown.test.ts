import { expect, it } from 'vitest';
import { fieldsOf } from '#service/investigator/facts/lines/fields-of.ts';
import { frameOf } from '#service/investigator/facts/lines/thrown.ts';

const stack =
  "TypeError: Cannot read properties of undefined (reading 'currency')\n    at priceOf (/app/price.js:48:31)";

it.each<[string, object, string, string | undefined]>([
  [
    'an error object with its stack',
    { level: 50, msg: 'order failed', err: { type: 'TypeError', message: stack.slice(11, 67), stack } },
    "TypeError: Cannot read properties of undefined (reading 'currency')",
    'priceOf',
  ],
  [
    'a type and a message alone',
    { level: 'error', message: 'sync failed', error: { name: 'TimeoutError', message: 'no answer from ldap' } },
    'TimeoutError: no answer from ldap',
    undefined,
  ],
  [
    'attributes of a trace standard',
    {
      severity_text: 'ERROR',
      body: 'unhandled',
      attributes: {
        'exception.type': 'java.io.IOException',
        'exception.message': 'disk full',
        'exception.stacktrace':
          'java.io.IOException: disk full\n\tat java.io.File.create(File.java:1)\n\tat com.acme.Spool.write(Spool.java:9)',
      },
    },
    'java.io.IOException: disk full',
    'com.acme.Spool.write',
  ],
  [
    'a message that names its type itself',
    { msg: 'job died', exc: { class: 'KeyError', msg: "KeyError: 'TZ'" } },
    "KeyError: 'TZ'",
    undefined,
  ],
  ['a plain text', { msg: 'job died', error: 'connection reset' }, 'connection reset', undefined],
])('reads %s as what was thrown', (_, record, what, frame) => {
  const { detail, stack: kept } = fieldsOf(JSON.stringify(record));
  expect(detail).toBe(what);
  expect(
    kept
      ?.split('\n')
      .map(frameOf)
      .find((each) => each !== undefined),
  ).toBe(frame);
});

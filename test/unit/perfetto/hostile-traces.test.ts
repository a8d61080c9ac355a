import { expect, it } from 'vitest';
import { message, traceFile, trackEvent, types } from './build-trace.ts';
import { readHostileTraces } from './hostile-traces.ts';
import { readTraceFile, sureness } from './read-trace-file.ts';

it('survives two hundred damaged traces', async () => {
  await readHostileTraces(200);
});

it('survives packets that claim more bytes than there are, and messages within messages without end', async () => {
  let deep: Uint8Array = Buffer.from([8, 1]);
  for (let level = 0; level < 2000; level++) deep = message([[1, deep]]);
  for (const bytes of [Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2]), deep, Buffer.alloc(100, 0x0a)]) {
    const { reading } = await readTraceFile(bytes);
    expect(reading.fileType).toBe('perfetto');
  }
});

it('knows a trace of a few bytes, and no other file', () => {
  expect(sureness(traceFile([[8, 1]]))).toBeGreaterThan(0.9);
  expect(sureness(traceFile(trackEvent(1, 0, types.instant, 'x')))).toBeGreaterThan(0.9);
  const others = [
    '\n',
    '\n\n\n\n',
    '\nhostname r1\n!\nend\n',
    'Jan  1 00:00:00 host app: x\n',
    '<html></html>',
    '{"a": 1}',
    '',
  ];
  for (const text of others) expect(sureness(Buffer.from(text))).toBe(0);
});

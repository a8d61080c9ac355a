import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openReadingRoom } from '../../../src/commands/open-reading-room.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const log = [
  '2026-05-12T06:00:00Z INFO app: started',
  '2026-05-12T06:00:01Z ERROR app: login with password=hunter2 refused',
  '2026-05-12T06:00:02Z ERROR app: connection refused by 10.0.0.9',
  '',
].join('\n');
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

it('asks the configured model from the child, keeps what is quoted rightly, and sends no secret', async () => {
  const quote = { file: 'a.log', line_start: 3, line_end: 3 };
  const endpoint = await fakeEndpoint({
    verdict: 'LIKELY',
    cause: 'The host behind 10.0.0.9 is down',
    claims: [
      { text: 'It refuses', quotes: [quote] },
      { text: 'Invented', quotes: [{ ...quote, excerpt: 'no such line' }] },
    ],
  });
  const { report, reasons } = await investigate(endpoint.url);
  expect(reasons).toEqual([]);
  expect(report).toMatchObject({ engine: 'openai-compatible/small', verdict: 'LIKELY', droppedClaims: 1 });
  expect(report.answer).toContain('connection refused by 10.0.0.9');
  expect(report.answer).not.toContain('Invented');
  expect(endpoint.authorizations).toEqual(['Bearer k-123']);
  expect(endpoint.bodies.join()).not.toContain('hunter2');
  expect(endpoint.bodies.join()).not.toContain('s3cr3t');
});

it('falls back to the built-in report and says why, where the model answers nonsense or nobody is there', async () => {
  const nonsense = await fakeEndpoint('no idea');
  for (const url of [nonsense.url, 'http://127.0.0.1:9/v1']) {
    const { report, reasons } = await investigate(url);
    expect(report.engine).toBe('builtin');
    expect(report.answer).toContain('refused');
    expect(reasons).toHaveLength(1);
    expect(reasons.join()).not.toContain('k-123');
  }
});

async function investigate(baseUrl: string) {
  const folder = temporaryFolder();
  const path = folder.file('upload', log);
  const reasons: string[] = [];
  const room = openReadingRoom({
    model: { baseUrl, model: 'small', apiKey: 'k-123' },
    onModelFallback: (reason) => reasons.push(reason),
  });
  const { signal } = new AbortController();
  const reading = join(folder.path, 'reading');
  const result = await room.read({ path, name: 'a.log', folder: reading }, { signal, progress() {} });
  if (!result.ok) throw new Error(result.failure.message);
  const files = [{ id: '1', name: 'a.log', folder: reading, reading: result.reading }];
  const question = 'Why is it refused? api_key=s3cr3t-value';
  const report = await room.investigate({ files, question, mode: 'deep', signal, budgetMs: 60_000 }, () => {});
  return { report, reasons };
}

async function fakeEndpoint(answer: unknown) {
  const bodies: string[] = [];
  const authorizations: string[] = [];
  const server = createServer(async (request, response) => {
    authorizations.push(request.headers.authorization ?? '');
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ id: '1', object: 'chat.completion', created: 1, model: 'small', choices: [choice], usage }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies, authorizations };
}

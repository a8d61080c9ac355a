import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, must, mustBe } from './check.ts';
import type { Answer, Subject } from './subject.ts';

const question = { query: 'Which disk failed, and at which sector?' };

/** The result of a search that was answered 200 or 202. */
async function resultOf(subject: Subject, answer: Answer): Promise<Record<string, unknown>> {
  if (answer.status === 200) return answer.data;
  mustBe(answer.status, 202, 'the status of a search');
  const location = answer.headers.get('location');
  must(location, '202 must come with a Location');
  const path = new URL(location, subject.options.baseUrl).pathname.replace(
    new URL(subject.options.baseUrl).pathname,
    '',
  );
  for (let n = 0; n < 300; n += 1) {
    const { data } = await subject.call('GET', path);
    if (data?.status !== 'RUNNING') return data;
    await sleep(500);
  }
  must(false, 'the search must end');
}

export const searchChecks: readonly Check[] = [
  {
    ids: ['SRCH-1', 'N-3', 'SRCH-7'],
    title: 'a quick search is answered 200 with an answer and verbatim citations',
    basis: 'specified',
    async run(subject) {
      const { id } = await subject.completedFile();
      const { status, code, data } = await subject.postJson(`/files/${id}/searches/quick`, question);
      mustBe(status, 200, 'the status');
      mustBe(code, 200, 'code');
      must(typeof data?.answer === 'string' && data.answer.length > 0, 'data.answer must be text', data);
      for (const citation of data.citations ?? []) {
        must(
          typeof citation.excerpt === 'string' && Number.isInteger(citation.line_start),
          'a citation has lines',
          citation,
        );
      }
    },
  },
  {
    ids: ['SRCH-2', 'SRCH-8', 'N-4'],
    title: 'a deep search comes to a result of at least two steps',
    basis: 'specified',
    async run(subject) {
      const { id } = await subject.completedFile();
      const data = await resultOf(subject, await subject.postJson(`/files/${id}/searches/deep`, question));
      mustBe(data.status, 'COMPLETED', 'data.status');
      must(typeof data.answer === 'string' && data.answer !== '', 'data.answer must be text', data);
      must(Array.isArray(data.steps) && data.steps.length >= 2, 'data.steps must be at least two', data.steps);
    },
  },
  {
    ids: ['N-4', 'N-5', 'SRCH-11'],
    title: 'respond-async is answered 202 with Location and Retry-After; Idempotency-Key makes it once',
    basis: 'decided',
    async run(subject) {
      const { id } = await subject.completedFile();
      const headers = { prefer: 'respond-async', 'idempotency-key': crypto.randomUUID() };
      const answer = await subject.postJson(`/files/${id}/searches/deep`, question, headers);
      mustBe(answer.status, 202, 'the status');
      mustBe(answer.code, 202, 'code');
      must(answer.headers.get('retry-after'), 'Retry-After must be there');
      mustBe(answer.headers.get('preference-applied'), 'respond-async', 'Preference-Applied');
      const again = await subject.postJson(`/files/${id}/searches/deep`, question, headers);
      mustBe(again.data?.id, answer.data?.id, 'the id of the repeated request');
      const other = await subject.postJson(`/files/${id}/searches/deep`, { query: 'Something else?' }, headers);
      must(other.status === 422 || other.status === 409, 'the key with another question must be refused', other.status);
      mustBe((await resultOf(subject, answer)).status, 'COMPLETED', 'the status in the end');
      const listed = await subject.call('GET', `/files/${id}/searches`);
      must(
        listed.data?.some((search: { id: string }) => search.id === answer.data.id),
        'the search must be listed',
      );
    },
  },
  {
    ids: ['SRCH-3', 'N-8'],
    title: 'a question that is missing, blank, no text, no JSON or of another media type is refused',
    basis: 'decided',
    async run(subject) {
      const { id } = await subject.completedFile();
      const path = `/files/${id}/searches/quick`;
      for (const body of [{}, { query: '' }, { query: '  ' }, { query: 7 }, { query: null }]) {
        mustBe((await subject.postJson(path, body)).status, 400, `the status of ${JSON.stringify(body)}`);
      }
      const tooLong = await subject.postJson(path, { query: 'x'.repeat(4001) });
      mustBe(tooLong.status, 400, 'the status of a long question');
      mustBe(tooLong.data?.error_code, 'query_too_long', 'error_code');
      const headers = { 'content-type': 'application/json' };
      mustBe((await subject.call('POST', path, { headers, body: '{' })).status, 400, 'the status of broken JSON');
      const text = { headers: { 'content-type': 'text/plain' }, body: '{"query":"x"}' };
      mustBe((await subject.call('POST', path, text)).status, 415, 'the status of text/plain');
      mustBe(
        (await subject.postJson(path, { ...question, unknown: 1 })).status,
        200,
        'the status with an unknown member',
      );
    },
  },
  {
    ids: ['N-11'],
    title: 'two files make a delta that can be asked',
    basis: 'decided',
    async run(subject) {
      const first = await subject.completedFile();
      const second = (await subject.upload('delta.log', '[    1.000000] usb 1-1: device not accepting address\n')).data;
      await subject.untilEnded(second.id);
      const made = await subject.postJson('/deltas', { file_ids: [first.id, second.id] });
      mustBe(made.status, 201, 'the status');
      mustBe(made.data.baseline_id, first.id, 'baseline_id');
      mustBe(made.data.status, 'READY', 'status');
      const answer = await subject.postJson(`/deltas/${made.data.id}/searches/quick`, { query: 'What is new?' });
      mustBe(answer.status, 200, 'the status of a search');
      mustBe((await subject.postJson('/deltas', { file_ids: [first.id] })).status, 400, 'the status of one file');
      mustBe((await subject.call('DELETE', `/deltas/${made.data.id}`)).status, 200, 'the status of DELETE');
    },
  },
  {
    ids: ['N-7', 'HOOK-3'],
    title: 'a webhook can be registered, its secret is shown once, addresses inside a network are refused',
    basis: 'decided',
    async run(subject) {
      const made = await subject.postJson('/webhooks', {
        url: 'https://example.org/hook',
        events: ['search.completed'],
      });
      mustBe(made.status, 201, 'the status');
      must(/^whsec_[\w+/]{40,}=*$/.test(String(made.data.secret)), 'the secret must be whsec_ and base64');
      const read = await subject.call('GET', `/webhooks/${made.data.id}`);
      must(!JSON.stringify(read.body).includes(made.data.secret), 'the secret must not be shown again');
      mustBe((await subject.call('DELETE', `/webhooks/${made.data.id}`)).status, 200, 'the status of DELETE');
      const inside = await subject.postJson('/webhooks', { url: 'https://169.254.169.254/' });
      mustBe(inside.status, 400, 'the status of a link-local address');
    },
  },
];

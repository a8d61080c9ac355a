import { type Check, must, mustBe } from './check.ts';
import { type Subject, sampleLog } from './subject.ts';

const types = ['step', 'stage', 'progress', 'query_intent', 'report_chunk', 'complete', 'error'];

/** A file of the account that is signed in, which need not be the key's. */
const files = new WeakMap<Subject, Promise<{ id: string; file_type: string }>>();

function fileOfAccount(subject: Subject): Promise<{ id: string; file_type: string }> {
  const known = files.get(subject) ?? upload(subject);
  files.set(subject, known);
  return known;
}

async function upload(subject: Subject): Promise<{ id: string; file_type: string }> {
  const own = await subject.completedFile();
  const form = new FormData();
  form.set('file', new Blob([sampleLog]), 'stream.log');
  const { status, data } = await subject.callSignedIn('POST', '/console/api/upload', form);
  // Another server has other ways for its console; there the key has to be of the same account.
  if (status !== 201) return own;
  for (;;) {
    const record = (await subject.callSignedIn('GET', `/console/api/files/${data.id}`)).data;
    if (record.status === 'COMPLETED') return record;
    must(record.status !== 'FAILED', 'the file must be COMPLETED', record);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export const streamChecks: readonly Check[] = (['quick', 'deep'] as const).map((mode) => ({
  ids: ['WS-1', 'WS-2', 'WS-5', 'WS-9', 'WS-10', 'WS-11', 'WS-12', 'WS-13', mode === 'deep' ? 'WS-14' : 'WS-15'],
  title: `a ${mode} search streams its report in chunks to one complete message`,
  basis: 'specified',
  needs: 'account',
  async run(subject) {
    const file = await fileOfAccount(subject);
    const frame = { query: 'Which disk failed?', entity_type: file.file_type, entity_id: file.id };
    const { messages, closeCode } = await subject.stream(`search/${mode}`, [JSON.stringify(frame)]);
    for (const message of messages) {
      mustBe(Object.keys(message).toSorted().join(), 'data,error,type', 'the members of a message');
      must(types.includes(message.type), 'the type must be one of the seven', message.type);
      must((message.error === null) === (message.type !== 'error'), 'error must be null but for type error', message);
    }
    const terminal = messages.filter(({ type }) => type === 'complete' || type === 'error');
    mustBe(terminal.length, 1, 'the number of terminal messages');
    mustBe(messages.at(-1).type, 'complete', 'the last message');
    const chunks = messages.filter(({ type }) => type === 'report_chunk');
    must(chunks.length > 0, 'there must be chunks');
    const report = chunks.map(({ data }) => data.text ?? '').join('');
    if (messages.at(-1).data.report !== undefined) mustBe(messages.at(-1).data.report, report, 'the chunks together');
    mustBe(
      messages.some(({ type }) => type === 'step'),
      mode === 'deep',
      'whether there are steps',
    );
    mustBe(closeCode, 1000, 'the close code');
  },
}));

export const frameChecks: readonly Check[] = [
  {
    ids: ['WS-6', 'WS-7', 'WS-8', 'N-18'],
    title: 'a frame with a wrong type, entity or form is answered with one error',
    basis: 'specified',
    needs: 'account',
    async run(subject) {
      const file = await fileOfAccount(subject);
      const good = { query: 'x', entity_type: file.file_type, entity_id: file.id };
      for (const [name, frame, closeCode] of [
        ['an unknown entity_type', JSON.stringify({ ...good, entity_type: 'tape' }), 1008],
        ['an unknown entity_id', JSON.stringify({ ...good, entity_id: crypto.randomUUID() }), 4404],
        ['no JSON', '{', 1007],
        ['a binary frame', Buffer.from(JSON.stringify(good)), 1003],
      ] as const) {
        const outcome = await subject.stream('search/quick', [frame]);
        mustBe(outcome.messages.length, 1, `the number of messages for ${name}`);
        mustBe(outcome.messages[0].type, 'error', `the type for ${name}`);
        must(outcome.messages[0].error !== null, 'error must hold the detail');
        mustBe(outcome.closeCode, closeCode, `the close code for ${name}`);
      }
    },
  },
];

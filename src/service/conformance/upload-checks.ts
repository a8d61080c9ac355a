import { type Check, must, mustBe } from './check.ts';
import { sampleLog } from './subject.ts';

const statuses = ['INDEXING', 'ANALYZING', 'VISUALIZING', 'COMPLETED', 'FAILED'];
const form = (parts: readonly string[]) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=conformance' },
  body: `${parts.map((part) => `--conformance\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--conformance--\r\n`,
});

export const uploadChecks: readonly Check[] = [
  {
    ids: ['UP-1', 'UP-2', 'UP-3', 'UP-4', 'UP-5', 'UP-7', 'UP-9', 'ENV-1', 'ENV-2', 'ENV-3', 'ENV-4', 'ENV-6', 'ST-2'],
    title: 'an upload is answered 201 with id, name, file_type and INDEXING in the envelope',
    basis: 'specified',
    async run(subject) {
      const { status, headers, body, code, message, data } = await subject.upload('up.log', sampleLog);
      mustBe(status, 201, 'the status');
      mustBe(code, 201, 'code');
      must(/json/.test(headers.get('content-type') ?? ''), 'the Content-Type must be application/json');
      must(
        typeof message === 'string' && /upload/i.test(message) && /success/i.test(message),
        'message must tell of success',
        message,
      );
      must(typeof data?.id === 'string' && /^[\w-]{8,}$/.test(data.id), 'data.id must be usable in a path', data);
      mustBe(data.name, 'up.log', 'data.name');
      must(typeof data.file_type === 'string', 'data.file_type must be there', data);
      mustBe(data.status, 'INDEXING', 'data.status');
      must(!('can_retry' in data), 'can_retry must be absent while not FAILED', data);
      must(!('id' in (body as object)), 'nothing of data may stand beside it', body);
    },
  },
  {
    ids: ['UP-6'],
    title: 'the name is the base name, UTF-8 kept',
    basis: 'specified',
    async run(subject) {
      mustBe((await subject.upload('журнал.log', sampleLog)).data?.name, 'журнал.log', 'data.name');
      const { data } = await subject.call(
        'POST',
        '/upload',
        form(['name="file"; filename="..\\..\\x.log"\r\n\r\ntext']),
      );
      mustBe(data?.name, 'x.log', 'data.name of ..\\..\\x.log');
    },
  },
  {
    ids: ['UP-8', 'DET-5', 'DET-11'],
    title: 'the type comes from the content, not from name, part type or a type field',
    basis: 'specified',
    async run(subject) {
      const pcap = Buffer.from('d4c3b2a1020004000000000000000000ffff000001000000', 'hex');
      const { data } = await subject.upload('plain.log', pcap, 'text/plain');
      mustBe(data?.file_type, 'pcap', 'data.file_type');
    },
  },
  {
    ids: ['DET-2', 'DET-3', 'DET-10', 'DET-12'],
    title: 'a kernel log is dmesg, any other text is log',
    basis: 'specified',
    async run(subject) {
      mustBe((await subject.upload('a.txt', sampleLog)).data?.file_type, 'dmesg', 'the type of a kernel log');
      const syslog =
        'Nov 20 08:00:01 host sshd[412]: Accepted publickey for ada from 192.0.2.7 port 50022 ssh2\n'.repeat(20);
      mustBe((await subject.upload('b.txt', syslog)).data?.file_type, 'log', 'the type of a syslog');
      mustBe(
        (await subject.upload('c.txt', 'some words\nof no kind\n')).data?.file_type,
        'log',
        'the type of other text',
      );
    },
  },
  {
    ids: ['UP-11'],
    title: 'a form without a file, with two, with an empty one, and what is no form are refused',
    basis: 'decided',
    async run(subject) {
      mustBe(
        (await subject.call('POST', '/upload', form(['name="other"\r\n\r\nx']))).status,
        400,
        'the status without a file',
      );
      const file = 'name="file"; filename="a.log"\r\n\r\n';
      mustBe(
        (await subject.call('POST', '/upload', form([`${file}x`, `${file}y`]))).status,
        400,
        'the status of two files',
      );
      const empty = await subject.call('POST', '/upload', form([file]));
      mustBe(empty.status, 400, 'the status of an empty file');
      mustBe(empty.data?.error_code, 'file_empty', 'error_code');
      mustBe((await subject.postJson('/upload', { file: 'x' })).status, 415, 'the status of a JSON upload');
    },
  },
  {
    ids: ['ST-1', 'ST-3', 'ST-10', 'ST-9', 'FILE-1'],
    title: 'the states go on in their order to COMPLETED',
    basis: 'specified',
    async run(subject) {
      const { data } = await subject.upload('states.log', sampleLog);
      const { seen } = await subject.untilEnded(data.id);
      const order = seen.map((status) => statuses.indexOf(status));
      must(!order.includes(-1), 'only the five states may be seen', seen);
      must(
        order.every((place, n) => n === 0 || place > order[n - 1]!),
        'states must not go back',
        seen,
      );
      mustBe(seen.at(-1), 'COMPLETED', 'the last state');
    },
  },
  {
    ids: ['FILE-2', 'ST-6', 'DET-10'],
    title: 'a file that cannot be read is FAILED with a boolean can_retry',
    basis: 'specified',
    async run(subject) {
      const noise = Uint8Array.from({ length: 4096 }, (_, n) => (n * 97 + (n >> 3) * 31) % 256);
      const { status, data } = await subject.upload('noise.bin', noise);
      mustBe(status, 201, 'the status');
      const { record } = await subject.untilEnded(data.id);
      if (record.status === 'FAILED')
        must(typeof record.can_retry === 'boolean', 'can_retry must be a boolean', record);
    },
  },
  {
    ids: ['FILE-3'],
    title: 'an unknown and a malformed id are 404',
    basis: 'decided',
    async run(subject) {
      for (const id of [crypto.randomUUID(), 'nothing']) {
        mustBe((await subject.call('GET', `/files/${id}`)).status, 404, `the status of /files/${id}`);
      }
    },
  },
  {
    ids: ['FILE-4', 'FILE-5'],
    title: 'GET /files is a list of records with the fields of GET /files/{id}',
    basis: 'specified',
    async run(subject) {
      const { id } = await subject.completedFile();
      const { status, code, data } = await subject.call('GET', '/files');
      mustBe(status, 200, 'the status');
      mustBe(code, 200, 'code');
      must(Array.isArray(data), 'data must be a list', data);
      const listed = data.find((file: { id?: string }) => file.id === id);
      must(listed, 'the uploaded file must be in the list');
      const single = (await subject.call('GET', `/files/${id}`)).data;
      must(
        Object.keys(single).every((name) => name in listed),
        'listed records must have the same fields',
        listed,
      );
    },
  },
  {
    ids: ['FILE-6', 'N-1'],
    title: 'the list comes in pages named in Link',
    basis: 'decided',
    async run(subject) {
      await subject.completedFile();
      await subject.upload('page.log', sampleLog);
      const first = await subject.call('GET', '/files?limit=1');
      mustBe(first.data?.length, 1, 'the length of a page of 1');
      const next = /<([^>]{1,300})>;\s{0,80}rel="?next"?/.exec(first.headers.get('link') ?? '')?.[1];
      must(next, 'Link must name the next page', first.headers.get('link'));
      const path = new URL(next, subject.options.baseUrl);
      const second = await subject.call('GET', `/files${path.search}`);
      must(second.data?.[0]?.id !== first.data[0].id, 'the next page must go on', second.data);
      mustBe((await subject.call('GET', '/files?limit=1000')).status, 400, 'the status of limit=1000');
    },
  },
  {
    ids: ['DASH-1', 'DASH-3', 'N-2'],
    title: 'a COMPLETED file has a dashboard: a Vega-Lite specification and its data',
    basis: 'specified',
    async run(subject) {
      const { id } = await subject.completedFile();
      const { status, data } = await subject.call('GET', `/files/${id}/dashboard`);
      mustBe(status, 200, 'the status');
      must(typeof data?.spec === 'object' && typeof data?.data === 'object', 'spec and data must be there', data);
      must(/vega-lite/.test(String(data.spec.$schema)), 'the specification must name its schema', data.spec.$schema);
      must(!/"url"\s*:/.test(JSON.stringify(data.spec)), 'no data may come from outside');
    },
  },
  {
    ids: ['N-10', 'LIM-4'],
    title: 'the limits can be read',
    basis: 'decided',
    async run(subject) {
      const { data } = await subject.call('GET', '/limits');
      must(Number.isInteger(data?.max_upload_bytes), 'max_upload_bytes must be there', data);
    },
  },
  {
    ids: ['N-27'],
    title: 'a file can be deleted',
    basis: 'decided',
    async run(subject) {
      const { data } = await subject.upload('delete.log', sampleLog);
      mustBe((await subject.call('DELETE', `/files/${data.id}`)).status, 200, 'the status of DELETE');
      mustBe((await subject.call('GET', `/files/${data.id}`)).status, 404, 'the status after it');
    },
  },
];

import { expect, it } from 'vitest';
import type { DocumentInfo } from '../../../src/service/formats/reading.ts';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { placesNamed } from '../../../src/service/investigator/places/place-names.ts';
import { placesIn } from '../../../src/service/investigator/places/places.ts';
import { textFile } from './text-document.ts';

const at = (second: number) =>
  new Date(Date.UTC(2026, 1, 3, 9, 0, second)).toISOString().slice(0, 19).replace('T', ' ');

/** A log of one line a second in which `told` speaks at its seconds. */
function log(name: string, told: Record<number, string> = {}): string {
  const lines = Array.from({ length: 600 }, (_, second) => {
    const plain = `${at(second)} INFO ${name} handled request ${second * 7} in ${20 + (second % 9)} ms`;
    return told[second] === undefined ? plain : `${plain}\n${at(second)} ${told[second]}`;
  });
  return lines.join('\n');
}

function from(second: number, to: number, text: string): Record<number, string> {
  return Object.fromEntries(Array.from({ length: (to - second) / 5 }, (_, index) => [second + index * 5, text]));
}

async function ask(texts: Record<string, string>, question: string) {
  const { file, openLines } = textFile(texts, { fileType: 'bundle' });
  const investigate = createInvestigator({ openLines });
  const report = await investigate(
    { files: [file], question, mode: 'deep', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
  return report;
}

const nodes = {
  'node-1/store.log': log('store', from(320, 500, 'ERROR write to node-3 rejected: read-only')),
  'node-2/store.log': log('store', from(330, 500, 'ERROR write to node-3 rejected: read-only')),
  'node-3/store.log': log('store', from(300, 500, 'ERROR append failed: No space left on device')),
};

it('names the node that failed first and those that followed', async () => {
  const { cause } = await ask(nodes, 'Which node failed first?');
  expect(cause).toMatch(/^node-3 failed first, 2026-02-03 09:05:00.*: append failed: No space left on device/);
  expect(cause).toMatch(/then node-1 20 s later, node-2 30 s later/);
});

it('tells which nodes have a kind of line, how many they are, and whether all have it', async () => {
  expect((await ask(nodes, 'Which nodes ran out of space?')).cause).toContain('node-3');
  const which = await ask(nodes, 'which nodes log the rejected write');
  expect(which.cause).toMatch(/^2 of 3 nodes: node-1 \(36\), node-2 \(34\)/);
  expect((await ask(nodes, 'how many nodes have rejected writes?')).cause).toMatch(/^2 of 3 nodes/);
  const each = await ask(nodes, 'Is the rejected write on every node?');
  expect(each.cause).toMatch(/^No: only 2 of 3 nodes/);
  expect(each.answer).toContain('Without any: `node-3`');
});

it('says of a file that could not be read that it was not, and tells no other story', async () => {
  const { file, openLines } = textFile(nodes, {
    fileType: 'bundle',
    members: [{ name: 'pictures/screen.png', fileType: 'log', sha256: '' }],
    unread: ['pictures/screen.png: not read. There is no text in it.'],
  });
  const report = await createInvestigator({ openLines })(
    {
      files: [file],
      question: 'What does screen.png show?',
      mode: 'deep',
      signal: new AbortController().signal,
      budgetMs: 60_000,
    },
    () => {},
  );
  expect(report.cause).toMatch(/^pictures\/screen\.png was not read/);
  expect(report.answer).toContain('There is no text in it');
});

it('names files by what tells them apart', async () => {
  const texts = {
    'dump/pods/redis-0/main/logs/current.log': log('redis', { 300: 'ERROR no LUN left' }),
    'dump/pods/cart-1/main/logs/current.log': log('cart'),
  };
  expect((await ask(texts, 'Which file has the LUN error?')).cause).toMatch(
    /^1 of 2 files: redis-0\/…\/current\.log \(1\)/,
  );
});

it('answers about one node from its own logs alone', async () => {
  const { cause } = await ask(nodes, 'how many errors are there on node 3?');
  expect(cause).toMatch(/^node-3: .*\b40\b/);
});

it('holds two nodes against each other', async () => {
  const texts = { ...nodes, 'node-2/store.log': log('store', from(100, 500, 'WARN certificate of peer expires soon')) };
  const { cause, answer } = await ask(texts, 'compare node-1 and node-2');
  expect(cause).toMatch(/gone: .*rejected/);
  expect(answer).toContain('certificate of peer expires soon');
});

it('finds what devices with an alarm share and the others lack', async () => {
  const device = (firmware: string, alarm: boolean) =>
    Array.from(
      { length: 60 },
      (_, second) => `${at(second)} fw=${firmware} ${alarm && second > 50 ? 'ALARM pump stalled' : 'state=RUN'}`,
    ).join('\n');
  const texts = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `fleet/SN${100 + index}.log`,
      device(index % 5 === 1 ? '2.5.1' : '2.4.0', index % 5 === 1),
    ]),
  );
  const { cause } = await ask(texts, 'What do the devices with a stalled pump have in common?');
  expect(cause).toMatch(/fw=2\.5\.1 \(none of the 9 others\)/);
});

it('follows a failure into the file its lines name, whatever is loudest', async () => {
  const texts = {
    'web/app.log': log('web', from(303, 560, 'ERROR request failed: could not get a quote from pricing: timed out')),
    'pricing/app.log': log('pricing', { 300: 'FATAL index out of range [12] with length 12' }),
    'mail/app.log': log('mail', from(20, 580, 'WARN mailbox nearly full')),
  };
  const { cause, citations } = await ask(texts, 'Why do requests time out?');
  expect(cause).toMatch(/^pricing fails first, 2026-02-03 09:05:00.*index out of range.*; 3 s later web/);
  expect(citations.map(({ file }) => file)).toContain('pricing/app.log');
});

it('surveys the grave texts of a large archive, wherever they stand in it, and says which it left out', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 1020 }, (_, index) => [`pods/pod-${index}/current.txt`, `${at(index % 60)} INFO started`]),
  );
  texts['pods/pod-1019/current.txt'] = log('last', from(300, 500, 'ERROR no LUN left on the host'));
  const finding = {
    rule: 'log.failing-template',
    title: 'no LUN left',
    explanation: '',
    severity: 'error',
    role: 'cause',
    certainty: 'likely',
    count: 40,
    evidence: [{ document: 'pods/pod-1019/current.txt', lineStart: 301, lineEnd: 301 }],
  } as const;
  const { file, openLines } = textFile(texts, {
    fileType: 'bundle',
    findings: [{ ...finding, evidence: [...finding.evidence] }],
  });
  const report = await createInvestigator({ openLines })(
    { files: [file], question: '', mode: 'deep', signal: new AbortController().signal, budgetMs: 60_000 },
    () => {},
  );
  expect(report.cause).toContain('no LUN left on the host');
  expect(report.answer).toMatch(/20 texts of 1,020 .* not looked through line by line/);
});

const info = (name: string): DocumentInfo => ({
  name,
  fileType: 'log',
  path: name,
  sizeBytes: 1,
  lines: 1,
  clock: 'absolute',
});

it('takes the part of the paths that tells logs apart for the place, and never a folder of the system', () => {
  const namesOf = (...paths: string[]) => placesIn(paths.map(info)).map(({ name }) => name);
  expect(namesOf('dump/ns/pods/redis-0/main/logs/current.log', 'dump/ns/pods/cart-1/main/logs/current.log')).toEqual([
    'redis-0',
    'cart-1',
  ]);
  expect(namesOf('gw-host01.log', 'gw-host02.log', 'gw-host02.log.1.gz')).toEqual(['gw-host01', 'gw-host02']);
  expect(namesOf(`api/${'ab'.repeat(32)}-json.log`, `web/${'cd'.repeat(32)}-json.log`)).toEqual(['api', 'web']);
  expect(namesOf('sos/var/log/messages', 'sos/proc/meminfo', 'sos/etc/fstab')).toEqual([]);
});

it('hears the names of places in the ways people write them', () => {
  const places = placesIn(['node-03/a.log', 'node-12/a.log', 'etcd-1/a.log'].map(info));
  const named = (question: string) => placesNamed(question, places).map(({ word }) => word);
  expect(named('what happened on node 3 at 14:02')).toEqual(['node 3']);
  expect(named('compare Node3 with node_12')).toEqual(['Node3', 'node_12']);
  expect(named('is etcd slow?')).toEqual(['etcd']);
  expect(named('what is wrong with this node?')).toEqual([]);
});

it('leads from the line that says a program died to the report it left beside the logs', async () => {
  const texts = {
    'var/syslog': log('cron', {
      300: 'kernel: pool-3[4177]: segfault at 18 ip 00007f1c error 4 in libimage.so.1[7f1c+8f000]',
    }),
    'hs_err_pid4121.log': '# A fatal error has been detected by the Java Runtime Environment:\n#  SIGSEGV (0xb)\n',
  };
  const { file, openLines } = textFile(texts, {
    fileType: 'bundle',
    findings: [
      {
        rule: 'java.vm-crash',
        title: 'The Java virtual machine died of SIGSEGV in image_decode in libimage.so.1',
        explanation: 'It happened in the thread pool-3.',
        severity: 'critical',
        role: 'cause',
        certainty: 'certain',
        count: 1,
        evidence: [{ document: 'hs_err_pid4121.log', lineStart: 1, lineEnd: 2 }],
        subjects: ['libimage.so.1', 'pool-3', '4121'],
      },
    ],
  });
  const report = await createInvestigator({ openLines })(
    {
      files: [file],
      question: 'Why did the pool segfault?',
      mode: 'deep',
      signal: new AbortController().signal,
      budgetMs: 60_000,
    },
    () => {},
  );
  expect(report.cause).toMatch(/^The Java virtual machine died of SIGSEGV in image_decode in libimage\.so\.1/);
  expect(report.citations.map((citation) => citation.file)).toContain('var/syslog');
});

import { describe, expect, it } from 'vitest';
import { detectLog } from '#service/formats/log/detect.ts';
import { log } from '#service/formats/log/format.ts';
import type { Finding, Reading } from '#service/formats/reading.ts';
import { lineFolder } from '../../support/line-documents.ts';

async function readingOf(text: string): Promise<Reading> {
  using folder = lineFolder();
  return await folder.read(log, text);
}

async function findingsOf(text: string): Promise<Finding[]> {
  return (await readingOf(text)).findings;
}

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();

const traces: [language: string, text: string, rule: string, signature: string, lines: [number, number]][] = [
  [
    'Java, by its root cause',
    `${at(0)} ERROR [http-1] c.e.Api - request failed
java.lang.RuntimeException: Could not load
	at com.example.Api.load(Api.java:10)
	at com.example.Api.get(Api.java:5)
	... 12 more
Caused by: java.sql.SQLException: No suitable driver
	at com.example.Db.connect(Db.java:77)
	at com.example.Db.query(Db.java:30)
	... 14 more
${at(1)} INFO next
`,
    'java.exception',
    'SQLException < com.example.Db.connect < com.example.Db.query',
    [2, 9],
  ],
  [
    'Python, by the last of a chain',
    `Traceback (most recent call last):
  File "/app/cache.py", line 12, in get
    return self.client.get(key)
redis.exceptions.ConnectionError: Error 111

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/main.py", line 80, in handle
    user = load(id)
  File "/app/users.py", line 9, in load
    raise UserError("no user")
users.UserError: no user
`,
    'python.exception',
    'UserError < users.py:load < main.py:handle',
    [8, 13],
  ],
  [
    'Go',
    `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4a1b2c]

goroutine 1 [running]:
main.(*Server).handle(0x0, 0xc000010000)
	/src/server.go:42 +0x1d
main.main()
	/src/main.go:10 +0x25
exit status 2
`,
    'go.crash',
    'panic < main.(*Server).handle',
    [1, 8],
  ],
  [
    'Node.js',
    `${at(0)} error: unhandled
TypeError: Cannot read properties of undefined (reading 'id')
    at getUser (/app/src/users.js:12:15)
    at async handler (/app/src/api.js:40:3)
`,
    'node.exception',
    'TypeError < getUser < handler',
    [2, 4],
  ],
  [
    '.NET',
    `Unhandled exception. System.InvalidOperationException: Sequence contains no elements
   at System.Linq.ThrowHelper.ThrowNoElementsException()
   at Shop.Orders.First(Int32 id) in /src/Orders.cs:line 33
`,
    'dotnet.exception',
    'InvalidOperationException < System.Linq.ThrowHelper.ThrowNoElementsException < Shop.Orders.First',
    [1, 3],
  ],
  [
    'Rust',
    `thread 'main' panicked at src/main.rs:7:20:
index out of bounds: the len is 3 but the index is 99
note: run with \`RUST_BACKTRACE=1\`
`,
    'rust.crash',
    'panic < src/main.rs',
    [1, 1],
  ],
  [
    'Ruby',
    `/app/lib/shop.rb:12:in \`total': undefined method \`+' for nil (NoMethodError)
	from /app/lib/shop.rb:5:in \`each'
	from /app/main.rb:2:in \`<main>'
`,
    'ruby.exception',
    'NoMethodError < total < each < <main>',
    [1, 3],
  ],
  [
    'a sanitizer',
    `=================================================================
==4242==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x4f2a
READ of size 4 at 0x602000000010 thread T0
    #0 0x4f2a6b in parse_header /src/http.c:88:5
    #1 0x4f2b11 in main /src/main.c:12:3
`,
    'sanitizer.crash',
    'AddressSanitizer: heap-use-after-free < parse_header < main',
    [2, 5],
  ],
  [
    'a segmentation fault',
    'Nov  3 09:23:38 host kernel: nginx[812]: segfault at 0 ip 000055d0 sp 00007ffe error 4 in nginx[55d0+1000]\n',
    'segfault.crash',
    'segfault < nginx',
    [1, 1],
  ],
];

describe('stack traces', () => {
  for (const [language, text, rule, signature, [lineStart]] of traces) {
    it(`names one of ${language}`, async () => {
      const found = (await findingsOf(text)).filter((one) => one.rule === rule);
      const finding = found.find((one) => one.signature === signature);
      expect(found.map((one) => one.signature)).toContain(signature);
      expect(finding?.evidence[0]?.lineStart).toBe(lineStart);
    });
  }

  it('gives the same signature for other lines, addresses and builds', async () => {
    const trace = (line: number) =>
      `java.lang.IllegalStateException: id ${line}\n\tat a.B.c(B.java:${line})\n\tat a.B.lambda$d$${line}(B.java:9)\n`;
    const found = await findingsOf(`${at(0)} ERROR x\n${trace(1)}${at(1)} ERROR x\n${trace(99)}`);
    const traces = found.filter((finding) => finding.rule === 'java.exception');
    expect(traces).toHaveLength(1);
    expect(traces[0]).toMatchObject({ count: 2, evidence: [{ lineStart: 2 }, { lineStart: 6 }] });
  });
});

describe('findings of a log', () => {
  it.each([
    ['log.out-of-memory', 'ERROR java.lang.OutOfMemoryError: Java heap space'],
    ['log.disk-full', 'ERROR write /var/lib/data: no space left on device'],
    ['log.pool-exhausted', 'ERROR Could not acquire connection from pool after 30s'],
    ['log.certificate', 'ERROR Certificate validation failed: CN=idp.example.com expired on 2024-01-15'],
    ['log.name-resolution', 'ERROR getaddrinfo ENOTFOUND db.internal'],
    ['log.connection-refused', 'ERROR dial tcp 10.0.0.5:5432: connect: connection refused'],
    ['log.database', 'ERROR duplicate key value violates unique constraint "users_email_key"'],
    ['log.descriptors-exhausted', 'ERROR accept4(): Too many open files'],
    ['log.permission', 'ERROR open /etc/shadow: permission denied'],
    ['log.rate-limit', 'WARN got Too Many Requests from api'],
    ['log.timeout', 'ERROR request to backend timed out after 30000ms'],
  ])('tells %s', async (rule, message) => {
    const findings = await findingsOf(`${at(0)} INFO started\n${at(1)} ${message}\n${at(2)} INFO done\n`);
    expect(findings.map((finding) => finding.rule)).toContain(rule);
    expect(findings.find((finding) => finding.rule === rule)!.evidence[0]).toEqual({
      document: 'app.log',
      lineStart: 2,
      lineEnd: 2,
    });
  });

  it('does not take what a quiet line mentions for trouble', async () => {
    const findings = await findingsOf(
      `${at(0)} INFO timeout is 30 s, permission denied handler installed\n${at(1)} INFO 0 errors\n`,
    );
    expect(findings).toEqual([]);
  });

  it('names failing lines no rule knows by their wording', async () => {
    const text = Array.from({ length: 5 }, (_, i) => `${at(i)} ERROR flux capacitor ${i} misaligned\n`).join('');
    expect((await findingsOf(text))[0]).toMatchObject({
      rule: 'log.failing-template',
      signature: 'flux capacitor <*> misaligned',
      count: 5,
    });
  });

  it('sees a number that only grows', async () => {
    const text = Array.from(
      { length: 200 },
      (_, i) => `{"timestamp":"${at(i)}","level":"INFO","memory_usage_mb":${100 + i * 20}}\n`,
    ).join('');
    const growth = (await findingsOf(text)).find((finding) => finding.rule === 'log.memory-growth');
    expect(growth?.title).toBe('memory_usage_mb grows from 100 MB to 4080 MB');
    expect(growth?.evidence.map((range) => range.lineStart)).toEqual([1, 101, 200]);
  });

  it('sees a link that does not stay up', async () => {
    const text = Array.from(
      { length: 12 },
      (_, i) => `${at(i * 10)} WARN eth0: Link is ${i % 2 ? 'Up' : 'Down'}\n`,
    ).join('');
    const flapping = (await findingsOf(text)).find((finding) => finding.rule === 'log.flapping');
    expect(flapping).toMatchObject({
      count: 11,
      evidence: [{ lineStart: 1 }, { lineStart: 2 }, {}, {}, {}, {}, {}, {}],
    });
    const once = await findingsOf(`${at(0)} WARN eth0: Link is Down\n${at(1)} WARN eth0: Link is Up\n`);
    expect(once.map((finding) => finding.rule)).not.toContain('log.flapping');
  });

  it('does not call noise growth', async () => {
    const text = Array.from({ length: 400 }, (_, i) => `${at(i)} INFO latency=${100 + ((i * 7919) % 50)}ms\n`).join('');
    expect(await findingsOf(text)).toEqual([]);
  });

  it('names the window of a burst of errors by its first and last', async () => {
    const text = Array.from(
      { length: 2000 },
      (_, i) => `${at(i)} ${i >= 1000 && i < 1030 ? 'ERROR sync failed' : 'INFO sync done'}\n`,
    ).join('');
    const burst = (await findingsOf(text)).find((finding) => finding.rule === 'log.error-burst');
    expect(burst).toMatchObject({ count: 30, firstTimeMs: Date.parse(at(1000)), lastTimeMs: Date.parse(at(1029)) });
  });

  it('tells a silence and a clock that goes back', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => `${at(i < 150 ? i : i + 7200)} INFO tick\n`);
    lines.push(`${at(60)} INFO tick\n`);
    const rules = (await findingsOf(lines.join(''))).map((finding) => finding.rule);
    expect(rules).toEqual(expect.arrayContaining(['log.silence', 'log.clock-jump']));
  });

  it('counts the requests of an access log by status, path and client', async () => {
    const line = (status: number, path: string) =>
      `10.0.0.1 - - [02/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" ${status} 12 "-" "curl \\"7\\""\n`;
    const text = `${line(200, '/api?token=x').repeat(90)}${line(404, '/api').repeat(6)}${line(304, '/logo').repeat(4)}`;
    const { tables } = await readingOf(text);
    expect(tables).toMatchObject({
      status: [
        { status: '200', lines: 90, first_line: 1 },
        { status: '404', lines: 6, first_line: 91 },
        { status: '304', lines: 4, first_line: 97 },
      ],
      path: [
        { path: '/api', lines: 96, first_line: 1 },
        { path: '/logo', lines: 4, first_line: 97 },
      ],
    });
    expect(tables).not.toHaveProperty('client');
  });

  it('counts the values of columns that repeat, and none of those that name each row', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${at(i)},job-${i},${i % 3 === 0 ? 'failed' : 'done'},${i * 7}`);
    const { tables } = await readingOf(`time,id,result,took_ms\n${rows.join('\n')}\n`);
    expect(Object.keys(tables ?? {})).toEqual(['result', 'templates']);
    expect(tables?.result).toEqual([
      { result: 'done', lines: 40, first_line: 3 },
      { result: 'failed', lines: 20, first_line: 2 },
    ]);
  });

  it('counts failed requests of an access log', async () => {
    const line = (status: number) =>
      `10.0.0.1 - - [02/Nov/2026:10:00:00 +0000] "GET /api HTTP/1.1" ${status} 12 "-" "curl"\n`;
    const findings = await findingsOf(line(200).repeat(90) + line(503).repeat(10));
    expect(findings[0]).toMatchObject({
      rule: 'http.server-error',
      title: '10 of 100 requests were answered with a server error (5xx)',
      evidence: [91, 92, 93, 94, 95, 100].map((lineStart) => ({ lineStart })),
    });
  });
});

describe('detecting a log', () => {
  const sample = (text: string | Uint8Array) => {
    const head = typeof text === 'string' ? Buffer.from(text) : text;
    return { name: 'x', sizeBytes: head.length, head, tail: head };
  };
  it('is surer the more lines bear a time, and never of binary files', () => {
    expect(detectLog(sample('2026-01-01 10:00:00 a\n'.repeat(9)))).toBeGreaterThan(detectLog(sample('hello\nworld\n')));
    expect(detectLog(sample('hello\nworld\n'))).toBeGreaterThan(0);
    expect(detectLog(sample(Uint8Array.from({ length: 4096 }, (_, i) => (i * 31) % 256)))).toBe(0);
  });
});

it('takes no line that says nothing for a failure, whatever its level', async () => {
  expect(await findingsOf(`${at(0)} ERROR worker: \t \n${at(1)} INFO next\n`.repeat(5))).toEqual([]);
});

it('tells what a Java virtual machine died of by its own report, with the frame, the thread and the caller', async () => {
  const findings = await findingsOf(`#
# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007f1c2d3e4a10, pid=4121, tid=4177
#
# JRE version: OpenJDK Runtime Environment (21.0.2+13) (build 21.0.2+13-LTS)
# Problematic frame:
# C  [libimage.so.1+0x4a10]  image_decode+0x1f0
#

Current thread (0x00007f1c68012000):  JavaThread "pool-3" daemon [_thread_in_native, id=4177]

C  [libimage.so.1+0x4a10]  image_decode+0x1f0
j  com.example.Codec.decode([BII)[B+0
`);
  const crash = findings.find(({ rule }) => rule === 'java.vm-crash');
  expect(crash).toMatchObject({
    title: 'The Java virtual machine died of SIGSEGV in image_decode in libimage.so.1',
    severity: 'critical',
    role: 'cause',
  });
  expect(crash?.explanation).toContain('in the thread pool-3, called from com.example.Codec.decode');
  expect(crash?.evidence[0]).toMatchObject({ lineStart: 2, lineEnd: 9 });
});

it('takes the text of a program or of a read-me for no log, but a log that shows code for one', async () => {
  using folder = lineFolder();
  const writing = async (text: string) => (await folder.read(log, text)).documents[0]!.writing;
  const program =
    'import os\n\ndef run():\n    try:\n        os.remove("x")\n    except OSError:\n        raise SystemExit("failed")\n';
  expect(await writing(program)).toBe('program');
  expect(await folder.read(log, program)).toMatchObject({ findings: [] });
  expect(await writing('# How to\n\nSee [the docs](https://x).\n\n```\nERROR: fatal\n```\n')).toBe('document');
  const output =
    'make[1]: Entering directory x\ngcc -c a.c\na.c:3:5: error: unknown type name foo\n    3 |     foo bar;\nmake: *** [a.o] Error 1\n';
  expect(await writing(output)).toBeUndefined();
  expect(await writing(`${at(0)} run\n${program}`)).toBeUndefined();
});

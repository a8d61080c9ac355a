import { describe, expect, it } from 'vitest';
import { createInvestigator } from '../../../src/service/investigator/create-investigator.ts';
import { textFile } from '../investigator/text-document.ts';

async function answerTo(log: string, question = ''): Promise<{ headline: string; answer: string; verdict: string }> {
  const { file, openLines } = textFile({ 'app.log': log });
  const signal = new AbortController().signal;
  const report = await createInvestigator({ openLines })(
    { files: [file], question, mode: 'quick', signal, budgetMs: 60_000 },
    () => {},
  );
  return { headline: report.answer.split('\n')[0]!, answer: report.answer, verdict: report.verdict };
}

const build = `Step 3/9 : RUN apt-get install -y libfoo-dev
debconf: delaying package configuration, since apt-utils is not installed
invoke-rc.d: policy-rc.d denied execution of start.
Reading package lists...
E: Unable to locate package libfoo-1.9-dev
ERROR: the following packages failed to install
The command '/bin/sh -c apt-get install' returned a non-zero code: 1
`;

const startup = `[2026-02-01 10:00:01,100] INFO reading settings (store.Server)
[2026-02-01 10:00:02,005] ERROR Fatal error during startup. Prepare to shutdown (store.Server)
java.io.IOException: No space left on device
	at store.Server.start(Server.java:461)
	at store.Main.main(Main.java:110)
[2026-02-01 10:00:02,007] INFO shutting down (store.Server)
[2026-02-01 10:00:02,227] INFO shut down completed (store.Server)
`;

const workers = `[CRITICAL] WORKER TIMEOUT (pid:4077)
[INFO] Worker exiting (pid: 4077)
[ERROR] Worker (pid:4077) exited with code 1
[ERROR] Worker (pid:4078) was sent SIGKILL! Perhaps out of memory?
`;

const remote = `Remote:   File "posixpath.py", line 383, in abspath
Remote: PermissionError: [Errno 13] Permission denied
Connection closed by remote host. Is the program working on the server?
Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/keep/remote.py", line 576, in __init__
    raise ConnectionClosedWithHint('...') from None
keep.remote.ConnectionClosedWithHint: Connection closed by remote host. Is the program working on the server?
`;

const hosted = `2026-04-23 13:35:41 info: Catalog.Activator[0]
2026-04-23 13:35:41       Applying initial data
2026-04-23 13:35:43 fail: Microsoft.Extensions.Hosting.Internal.Host[11]
2026-04-23 13:35:43       Hosting failed to start
2026-04-23 13:35:43       System.InvalidOperationException: Unable to configure HTTPS endpoint. No server certificate was specified.
2026-04-23 13:35:43       For more information on configuring HTTPS see https://example.com/link
`;

const compiled = `  Building wheel for thing (setup.py) ... error
      running build_ext
      cc -g -Werror=format-security -I/usr/include/python3 -c thing_module.c -o build/thing_module.o
      thing_module.c:12:10: fatal error: Thing.h: No such file or directory
         12 | #include <Thing.h>
      compilation terminated.
      error: command '/usr/bin/cc' failed with exit code 1
`;

const bridged = `Bridge:info  2024-05-01 10:00:00: Starting bridge version 3.2
Bridge:error 2024-05-01 10:00:20: Error while starting the radio
Bridge:error 2024-05-01 10:00:20: Failed to start radio
Bridge:error 2024-05-01 10:00:20: Exiting...
Bridge:error 2024-05-01 10:00:20: Error: Failed to connect to the adapter (Error: no answer to ping after 2500 ms)
`;

const supply = `D: no card in the slot
D: 2 networks known
Brownout detector was triggered

ets Jun  8 2016 00:22:57
rst:0xc (SW_CPU_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)
D: Starting radio
`;

const status = `● relay.service - Relay of readings
   Active: failed (Result: exit-code) since Mon 2025-02-10 07:40:12 UTC; 3s ago
  Process: 912 ExecStart=/usr/sbin/relay -c /etc/relay.conf (code=exited, status=1/FAILURE)

Feb 10 07:40:12 box systemd[1]: relay.service: Service RestartSec=2s expired, scheduling restart.
Feb 10 07:40:12 box systemd[1]: relay.service: Scheduled restart job, restart counter is at 3.
Feb 10 07:40:12 box systemd[1]: relay.service: Start request repeated too quickly.
Feb 10 07:40:12 box systemd[1]: relay.service: Failed with result 'exit-code'.
Feb 10 07:40:12 box systemd[1]: Failed to start Relay of readings.
`;

const checks = `[2025-02-11T09:14:09,410][INFO ][o.e.b.Checks    ] [es-1] bound to a public address, enforcing bootstrap checks
[2025-02-11T09:14:09,432][ERROR][o.e.b.Node      ] [es-1] node validation exception
[1] bootstrap checks failed. You must address the points described in the following [1] lines before starting.
bootstrap check failure [1] of [1]: max virtual memory areas vm.max_map_count [65530] is too low
[2025-02-11T09:14:09,502][INFO ][o.e.n.Node      ] [es-1] stopped
`;

const panicked = `thread 'main' panicked at src/store/load.rs:120:34:
called \`Result::unwrap()\` on an \`Err\` value: Os { code: 13, kind: PermissionDenied, message: "Permission denied" }
stack backtrace:
   0: rust_begin_unwind
             at /rustc/90b35a62/library/std/src/panicking.rs:665:5
   1: core::panicking::panic_fmt
   2: store::load::open
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.
`;

const nested = `2026-03-03 10:56:05 ERROR o.s.boot.SpringApplication - Application run failed
org.spring.UnsatisfiedDependencyException: Error creating bean with name 'shop'; nested exception is org.spring.BeanCurrentlyInCreationException: Error creating bean with name 'cart': it is part of a circular reference, consider using 'getNames' instead
	at org.spring.Factory.create(Factory.java:643)
	at org.spring.Factory.get(Factory.java:116)
`;

const suite = ` FAIL  test/server.test.ts (6.496 s)
  - sends an envelope

    listen EADDRINUSE: address already in use :::8099

  - sends an envelope

    thrown: "Exceeded timeout of 5000 ms for a test."
`;

describe('the cause that a file states', () => {
  it('is none where the file tells only that a service is over', async () => {
    const { headline, answer, verdict } = await answerTo(status);
    expect(verdict).toBe('INCONCLUSIVE');
    expect(headline).toContain('failed, but not why');
    expect(answer).toContain('journalctl -u relay.service');
    const stated = status.replace(
      /^.*Scheduled.*$/m,
      'Feb 10 07:40:12 box relay[17]: cannot open /etc/relay.conf: Permission denied',
    );
    expect((await answerTo(stated)).headline).toContain('Permission denied');
  });

  it("is the compiler's message, not the command before it", async () => {
    expect((await answerTo(compiled)).headline).toMatch(/: `thing_module\.c:12:10: fatal error: Thing\.h/);
  });

  it('is the message with a reason behind a name and a level, not that a start failed', async () => {
    expect((await answerTo(bridged)).headline).toContain('no answer to ping');
  });

  it('is told where a report in sentences ends in the plain question for it', async () => {
    const asked = 'Since the update our nightly job stops while it builds thing. What is the cause of the failure?';
    expect((await answerTo(compiled, asked)).headline).toContain('fatal error: Thing.h');
  });

  it('is told beside the point, and left open, where the asker has another word for what failed', async () => {
    const { headline, verdict } = await answerTo(bridged, 'Why does the access point not come up?');
    expect(headline).toMatch(/No line names `access`.* What stands out in the file: .*no answer to ping/);
    expect(verdict).toBe('INCONCLUSIVE');
    expect((await answerTo(bridged, 'Why did gw-9 fail?')).headline).not.toContain('no answer to ping');
  });

  it('is the supply that dropped, though the line has no level', async () => {
    expect((await answerTo(supply)).headline).toContain('Brownout detector');
  });

  it('is the line with a reason before the end, not the routine complaints before it', async () => {
    expect((await answerTo(build)).headline).toContain('Unable to locate package libfoo-1.9-dev');
  });

  it('is what was thrown, not the line that only says that start-up failed', async () => {
    const { headline, verdict } = await answerTo(startup);
    expect(headline).toContain('No space left on device');
    expect(headline).toContain('store.Server.start');
    expect(verdict).toBe('CONFIRMED');
  });

  it('is not a guess that a line ends with a question mark', async () => {
    expect((await answerTo(workers)).headline).toContain('WORKER TIMEOUT');
  });

  it('is what the other side says of itself before the connection that it closed', async () => {
    expect((await answerTo(remote)).headline).toContain('PermissionError: [Errno 13] Permission denied');
  });

  it('is below a line whose message is only its category', async () => {
    expect((await answerTo(hosted)).headline).toContain('Unable to configure HTTPS endpoint');
  });

  it.each([
    'The container build fails on our machine. Nothing gets installed.',
    'container build problem, packages do not get installed',
  ])('is the same for a ticket: %s', async (question) => {
    expect((await answerTo(build, question)).headline).toContain('Unable to locate package libfoo-1.9-dev');
  });

  it('is nothing where a line only advises against an old option', async () => {
    const { verdict, headline } = await answerTo(
      '2026-01-01 10:00:00 INFO app started\n2026-01-01 10:00:01 INFO listening on 80\n2026-01-01 10:00:02 WARN option x is deprecated\n',
    );
    expect(verdict).toBe('INCONCLUSIVE');
    expect(headline).toContain('Nothing in this file shows a failure');
  });

  it('is what a database puts beside its message', async () => {
    const record = (level: string, message: string, attr: object) =>
      JSON.stringify({ t: { $date: '2026-01-02T03:04:06Z' }, s: level, c: 'STORAGE', msg: message, attr });
    const log = [
      record('I', 'Opening', {}),
      record('E', 'Engine error', { error: 28, message: 'No space left on device' }),
      record('F', 'Fatal assertion', { msgid: 50853 }),
    ].join('\n');
    expect((await answerTo(log)).headline).toContain('No space left on device');
  });

  it('is told without packages and ids where there is no room for them, and with what settles it', async () => {
    const said =
      'Web server failed to start in com.example.platform.gateway.http.embedded.EmbeddedGatewayServer on worker ' +
      '8c1f7c9e-6f0a-4a60-9d7e-2b6f0c1f5a11 after com.example.platform.gateway.http.ports.PortBinder said: address already in use';
    const { headline, answer } = await answerTo(`2026-03-01 08:00:00 FATAL ${said}\n`);
    expect(headline).toContain('EmbeddedGatewayServer');
    expect(headline).toContain('PortBinder said: address already in use');
    expect(headline).not.toContain('com.example');
    expect(answer).toContain('`ss -ltnp`');
  });

  it('is the message of a panic that stands on the line below it, with its place', async () => {
    const { headline, verdict } = await answerTo(panicked);
    expect(headline).toContain('message: "Permission denied"');
    expect(headline).toContain('load.rs:120');
    expect(verdict).toBe('CONFIRMED');
  });

  it('is the innermost of exceptions told on one line, whatever it advises', async () => {
    const { headline } = await answerTo(nested);
    expect(headline).toContain('BeanCurrentlyInCreationException');
    expect(headline).toContain('circular reference');
  });

  it("is in the system's own words, though no word beside them tells of a failure", async () => {
    expect((await answerTo(suite)).headline).toContain('address already in use :::8099');
    const counted = Array.from({ length: 40 }, (_, at) => `press stroke ${390 + at} force ${410 + at} kN`);
    expect((await answerTo(counted.join('\n'))).verdict).toBe('INCONCLUSIVE');
  });

  it.each([
    [
      'a package manager could not do its work',
      'dpkg: error processing package ghc (--configure):\n subprocess returned error exit status 1\n',
    ],
    [
      'a stack follows',
      'Last Exception Backtrace:\n0   CoreFoundation   \t0x1815debf8 0x181499000 + 0x145bf8\n1   libobjc.A   \t0x1815debf9 0x181499000 + 0x38\n',
    ],
  ])('is none where the file says only that %s', async (_, log) => {
    expect((await answerTo(log)).verdict).toBe('INCONCLUSIVE');
  });

  it('is not what a line offers as possible causes', async () => {
    const log =
      'Error network/wifi: Did not receive a reply. Possible causes include: permission denied by policy\n' +
      'Error supplicant: cannot read key: Permission denied\n';
    expect((await answerTo(log)).headline).toContain('cannot read key');
  });

  it('is told for a report that has a longer or shorter form of its words', async () => {
    const log =
      '2026-01-01 10:00:00 ERROR repository is already locked by PID 62\n2026-01-01 10:00:01 ERROR repo check of systems failed\n';
    expect((await answerTo(log, 'Problems with Repo Locks')).verdict).not.toBe('INCONCLUSIVE');
  });

  it('is the reason listed below a line that only announces it', async () => {
    const { headline } = await answerTo(checks);
    expect(headline).toContain('vm.max_map_count [65530] is too low');
  });

  it('is what failed, though a line of information has the words of the ticket', async () => {
    const log =
      '2026-02-01 10:00:01 INFO could not reach settings cache of the checkout page, not required\n' +
      '2026-02-01 10:00:03 FATAL cannot bind listener: refused by policy\n';
    const { headline } = await answerTo(log, 'Our checkout page settings cache is broken. It does not come up.');
    expect(headline).toContain('refused by policy');
  });

  it.each([
    'Broken serial bridge in 3.2',
    'Bridge crashing on launch',
    'Initial install of the bridge fails',
    'When we run the bridge, bump into this error.',
    'I came in this morning to a dead bridge. I do push it hard. What stopped it?',
  ])('is told for a report in few words: %s', async (question) => {
    const { headline, verdict } = await answerTo(bridged, question);
    expect(headline).toContain('no answer to ping');
    expect(verdict).not.toBe('INCONCLUSIVE');
  });

  it('is no more than likely where the program lives on, and where the report names what is not there', async () => {
    const on = Array.from(
      { length: 40 },
      (_, at) => `[2026-02-01 10:01:${10 + at},000] INFO served page ${at} (store.Web)`,
    );
    expect((await answerTo(`${startup}${on.join('\n')}\n`)).verdict).toBe('LIKELY');
    const asked = 'The store on gw-77 does not come up. It stops at once.';
    const { headline, verdict } = await answerTo(startup, asked);
    expect(headline).toContain('No space left on device');
    expect(verdict).toBe('LIKELY');
  });
});

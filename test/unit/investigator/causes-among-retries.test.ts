import { expect, it } from 'vitest';
import { askLogs } from '../../support/ask-logs.ts';

const retried = [
  '2026-08-07T10:00:00Z INFO  agent starting version=1.9.2',
  ...[1, 2, 4].map(
    (wait) =>
      `2026-08-07T10:00:0${wait}Z WARN  connect failed, retrying in ${wait}s err="x509: certificate has expired or is not yet valid"`,
  ),
  '2026-08-07T10:00:30Z ERROR health check failed: not connected',
  '2026-08-07T10:00:30Z ERROR giving up after 3 attempts',
  '2026-08-07T10:00:30Z INFO  agent stopped',
];
const shutdown = [
  '[2026-08-07 15:10:14,889] INFO Cluster joined (broker.Server)',
  '[2026-08-07 15:10:14,943] ERROR Fatal error during startup. Prepare to shutdown (broker.Server)',
  "broker.common.InconsistentIdException: Configured id 1 doesn't match stored id 0 in meta.properties.",
  '\tat broker.Server.startup(Server.scala:201)',
  '[2026-08-07 15:10:14,952] INFO shutting down (broker.Server)',
  '[2026-08-07 15:10:14,960] WARN  (broker.Utils$)',
  'java.lang.NullPointerException',
  '\tat broker.Server.shutdown(Server.scala:579)',
  '[2026-08-07 15:10:14,991] ERROR Exiting. (broker.Server)',
];
const fields = [
  'ts=2026-08-07T18:50:50.001Z caller=main.go:798 level=info msg="Stopping scrape manager..."',
  'ts=2026-08-07T18:50:50.004Z caller=main.go:1017 level=error err="opening storage failed: lock DB directory: resource temporarily unavailable"',
];
const gradle = [
  '> Task :app:compileDebugKotlin',
  '> Task :app:processDebugManifest FAILED',
  '',
  'FAILURE: Build failed with an exception.',
  '',
  '* What went wrong:',
  "Execution failed for task ':app:processDebugManifest'.",
  '> Manifest merger failed : Attribute application@label value=(a) is also present at lib:2 value=(b).',
  '',
  'BUILD FAILED in 12s',
];
const terraform = [
  'aws_instance.web: Creating...',
  'Error: creating EC2 Instance: VcpuLimitExceeded: You have requested more vCPU capacity than your limit',
  '  with aws_instance.web,',
  'Releasing state lock. This may take a few moments...',
];
const ask = askLogs({
  gradle: ['build.log', gradle],
  terraform: ['apply.log', terraform],
  retried: ['agent.log', retried],
  shutdown: ['broker.log', shutdown],
  fields: ['store.log', fields],
});

it('takes for the cause what was tried again until it was given up', async () => {
  expect((await ask('retried', 'why did it fail?')).headline).toContain('certificate has expired');
});

it('takes what was thrown on the way down for no cause', async () => {
  expect((await ask('shutdown', 'why did it stop?')).headline).toContain('InconsistentIdException');
});

it.each([
  ['gradle', 'Manifest merger failed'],
  ['terraform', 'VcpuLimitExceeded'],
])('takes what %s says, and not that it failed', async (log, told) => {
  expect((await ask(log, 'why did it fail?')).headline).toContain(told);
});

it('shows what a line of fields says went wrong, and not the fields', async () => {
  expect((await ask('fields', 'what is wrong?')).headline).toMatch(/LIKELY: opening storage failed|CONFIRMED: opening/);
});

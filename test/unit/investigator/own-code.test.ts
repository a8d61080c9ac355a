import { expect, it } from 'vitest';
import { isOwnCode } from '../../../src/service/formats/log/own-code.ts';
import { shorten } from '../../../src/service/investigator/detect/shorten.ts';
import { ask, logOf, series } from './made-log.ts';

const quiet = series('06:00', 1500, 7000, (index) => `INFO c.a.Orders - order ${index} accepted`);

it('tells the own code from what it is built on', () => {
  expect(isOwnCode('com.acme.orders.InvoiceExporter.exportAll')).toBe(true);
  expect(isOwnCode('com.zaxxer.hikari.HikariDataSource.getConnection')).toBe(false);
  expect(isOwnCode('java.base/java.util.concurrent.ThreadPoolExecutor.reject')).toBe(false);
  expect(isOwnCode('run', '/usr/lib/python3.12/site-packages/urllib3/connection.py')).toBe(false);
  expect(isOwnCode('fetch', '/app/worker/secrets.py')).toBe(true);
});

it('names the own code that leaks, and not the pool it takes from', async () => {
  const leaks = series('08:00', 12, 60_000, () =>
    [
      'WARN c.z.h.p.ProxyLeakTask - Connection leak detection triggered, stack trace follows',
      'java.lang.Exception: Apparent connection leak detected',
      '\tat com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:128)',
      '\tat com.acme.orders.InvoiceExporter.exportAll(InvoiceExporter.java:77)',
    ].join('\n'),
  );
  const { headline } = await ask(logOf(quiet, leaks), 'which code leaks the db connections?');
  expect(headline).toMatch(/com\.acme\.orders\.InvoiceExporter\.exportAll\(InvoiceExporter\.java:77\)/);
});

it('follows an explicit cause to its root and names the function that was called last', async () => {
  const failing = series('08:00', 30, 60_000, () =>
    [
      'ERROR worker: task failed',
      'Traceback (most recent call last):',
      '  File "/usr/lib/python3.12/socket.py", line 852, in create_connection',
      '    raise exceptions[0]',
      "PermissionError: [Errno 13] Permission denied: '/run/vault/agent.sock'",
      '',
      'The above exception was the direct cause of the following exception:',
      '',
      'Traceback (most recent call last):',
      '  File "/app/worker/tasks.py", line 12, in run',
      '    key = fetch_secret("stripe")',
      '  File "/app/worker/secrets.py", line 40, in fetch_secret',
      '    r = session.get(url)',
      'worker.errors.SecretUnavailable: could not get secret stripe',
    ].join('\n'),
  );
  const { headline } = await ask(logOf(quiet, failing), 'which of our functions fails?');
  expect(headline).toMatch(/fetch_secret \(\/app\/worker\/secrets\.py:40\)/);
});

it('keeps the image with its tag and why it is not there, whatever has to be left out', () => {
  const pull =
    '"Error syncing pod, skipping" err="failed to \\"StartContainer\\" for \\"web\\" with ErrImagePull: \\"rpc error: code = NotFound desc = failed to pull and unpack image \\\\\\"registry.example/platform/recommender:2026.11-hotfix3\\\\\\": failed to resolve reference: not found\\"" pod="shop/web-1"';
  const short = shorten(pull, 110);
  expect(short).toContain('registry.example/platform/recommender:2026.11-hotfix3');
  expect(short).toMatch(/not found$/);
  expect(short.length).toBeLessThanOrEqual(116);
});

it('drops the package of a class before it drops what was rejected', () => {
  const rejected =
    'ticket not rendered (java.util.concurrent.RejectedExecutionException: Task java.util.concurrent.FutureTask@1 rejected from pool)';
  expect(shorten(rejected, 110)).toBe(
    'ticket not rendered (RejectedExecutionException: Task FutureTask@1 rejected from pool)',
  );
});

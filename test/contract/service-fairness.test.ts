import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../support/service-under-test.ts';

test('a bot with one file does not wait for all files of another that shares the service', async () => {
  const service = await startService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const busy = await service.addUserWithKey('busy@example.org');
  const quiet = await service.addUserWithKey('quiet@example.org');
  const gate = Promise.withResolvers<void>();
  service.room.beforeRead = () => gate.promise;
  for (let n = 0; n < 40; n += 1) await service.upload(busy.key, `busy-${n}.log`, `line of file ${n}\n`);
  await service.upload(quiet.key, 'quiet.log', 'a single line\n');
  gate.resolve();
  await expect.poll(() => service.room.reads.length).toBe(41);
  expect(service.room.reads.indexOf('quiet.log')).toBeLessThan(20);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemTimers } from '#core/clock.ts';
import { createSubject, type Subject } from '#service/conformance/subject.ts';
import { suite } from '#service/conformance/suite.ts';
import { openReadingRoom } from '../../src/commands/open-reading-room.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let under: ServiceUnderTest;
let subject: Subject;
const account = { email: 'admin@example.org', password: 'correct horse' };

beforeAll(async () => {
  under = await startService(
    { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password },
    { readingRoom: openReadingRoom(), clock: { now: () => Date.now() }, timers: systemTimers },
  );
  const { key } = await under.addUserWithKey();
  subject = createSubject({
    baseUrl: `${under.origin}/api/v1`,
    key,
    wsUrl: under.origin.replace('http', 'ws'),
    account,
  });
});
afterAll(() => under[Symbol.asyncDispose]());

it.each(suite.map((check) => [check.ids.join(' '), check.title, check] as const))(
  '%s %s',
  async (_ids, _title, check) => {
    await expect(check.run(subject)).resolves.toBeUndefined();
  },
  180_000,
);

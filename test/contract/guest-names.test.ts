import { expect, it } from 'vitest';
import type { CaseBook } from '#core/pages/case-record.ts';
import { startService } from '../support/service-under-test.ts';

const lines = Array.from({ length: 60 }, (_, n) => {
  const time = new Date(Date.UTC(2026, 10, 1, 10) + n * 60_000).toISOString();
  return n % 9 === 8 ? `${time} ERROR orders: refused ${n}` : `${time} INFO orders: stored ${n}`;
});

const caseBook: CaseBook & { knowsPerson(): Promise<boolean> } = {
  knowsPerson: async () => true,
  read: async () => undefined,
  readBehind: async () => ({ context: undefined, charts: [] }),
  judge: async () => false,
  replay: async () => false,
  retry: async () => false,
  mayReadFile: async () => ({ name: 'shared.log' }),
  filesOf: async () => [],
};

it('calls a file nowhere by the name under which somebody else brought it', async () => {
  await using under = await startService({}, { caseBook: () => caseBook });
  const { key } = await under.addUserWithKey();
  const id = await under.completed(key, 'layoffs-2027.log', lines.join('\n'));
  const { cookie } = await under.addSignedIn();
  const look = (path: string) => under.call(undefined, 'GET', `/console/files/${id}${path}`, { headers: { cookie } });
  const document = 'document=shared.log';
  const pages = [
    '',
    '/view',
    `/lines?${document}`,
    // A link of somebody who knows it by the other name.
    '/lines?document=layoffs-2027.log&line=9',
    `/log/lines?${document}&from=1&to=9`,
    `/log/find?${document}&text=refused`,
    `/log/facets?${document}`,
    `/log/query?${document}&query=count%20level%3Derror`,
    '/charts/0',
    '/charts/0.csv',
    '/charts/0.svg',
  ];
  for (const path of pages) {
    const { status, body } = await look(path);
    expect([path, status]).toEqual([path, 200]);
    expect([path, JSON.stringify(body)]).not.toEqual([path, expect.stringContaining('layoffs')]);
  }
  expect((await look('')).body).toContain('shared.log');
  expect((await look('/charts/0')).body).toContain('document=shared.log');
});

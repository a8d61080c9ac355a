import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '#core/log.ts';
import { readConfig } from '../../src/config.ts';
import { startProgram } from '../../src/program/start-program.ts';
import { type OpenPage, openPage } from './open-browser.ts';

export interface Visit extends OpenPage {
  origin: string;
  dataDir: string;
  /** Opens a page of the program. */
  go(path: string): Promise<void>;
}

/** The whole program in a data folder of its own, and a browser that has not been there yet. */
export async function visitProgram(environment: Record<string, string>, width = 1200, height = 850): Promise<Visit> {
  await using opening = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'logtriage-visit-'));
  opening.defer(() => rm(dataDir, { recursive: true, force: true }));
  const program = await startProgram(readConfig({ PORT: '0', DATA_DIR: dataDir, ...environment }), silentLog);
  opening.defer(() => program.stop());
  const { browser, page, complaints } = opening.use(await openPage(width, height));
  const open = opening.move();
  return {
    origin: program.origin,
    dataDir,
    browser,
    page,
    complaints,
    async go(path) {
      await page.goto(program.origin + path);
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

export const siteAdmin = { email: 'admin@example.org', password: 'correct horse' };

/** The service alone, with its first account. */
export const serviceAlone = { RUN: 'service', ADMIN_EMAIL: siteAdmin.email, ADMIN_PASSWORD: siteAdmin.password };

export async function signIn({ page, go }: Pick<Visit, 'page' | 'go'>): Promise<void> {
  await go('/console/sign-in');
  await page.fill('[name=email]', siteAdmin.email);
  await page.fill('[name=password]', siteAdmin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Files' }).waitFor();
}

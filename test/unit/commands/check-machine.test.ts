import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkMachine } from '../../../src/commands/doctor/check-machine.ts';
import { readConfig } from '../../../src/config.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dataFolder = async (path: string) => (await checkMachine(readConfig({ DATA_DIR: path })))[0];

test('a data folder that the first start creates is no fault', async () => {
  const { path } = temporaryFolder();
  const folder = join(path, 'var', 'data');
  expect(await dataFolder(folder)).toMatchObject({ state: 'ok', words: `${folder}, created at the first start` });
  mkdirSync(folder, { recursive: true });
  expect(await dataFolder(folder)).toMatchObject({ state: 'ok', words: folder });
});

test('one that lies where nothing can be written is', async () => {
  const file = join(temporaryFolder().path, 'file');
  writeFileSync(file, '');
  expect(await dataFolder(join(file, 'data'))).toMatchObject({ state: 'fail' });
});

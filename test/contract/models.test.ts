import { test } from 'vitest';
import { checkFileStatesAgainstModel } from '../support/file-states-model.ts';
import { checkLeasesAgainstModel } from '../support/leases-model.ts';
import { checkLedgerAgainstModel } from '../support/ledger-model.ts';

test('leases behave as their model does', async () => {
  await checkLeasesAgainstModel(15);
});

test('the ledger posts each part once and in order, as its model says', async () => {
  await checkLedgerAgainstModel(15);
});

test('files change their state as the specification has it', async () => {
  await checkFileStatesAgainstModel(40);
});

import { test } from 'vitest';
import { checkFileStatesAgainstModel } from '../support/file-states-model.ts';
import { checkLeasesAgainstModel } from '../support/leases-model.ts';
import { checkLedgerAgainstModel } from '../support/ledger-model.ts';

/** Histories of each model; a failure prints its seed and the shortest history. */
const histories = Number(process.env.FAULTS_HISTORIES ?? 3_500);

test(`leases behave as their model does in ${histories} histories`, async () => {
  await checkLeasesAgainstModel(histories);
});

test(`the ledger posts each part once and in order in ${histories} histories`, async () => {
  await checkLedgerAgainstModel(histories);
});

test(`files change their state as the specification has it in ${histories} histories`, async () => {
  await checkFileStatesAgainstModel(histories);
});

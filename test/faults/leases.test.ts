import { test } from 'vitest';
import { checkLeasesAgainstModel } from '../support/leases-model.ts';

test('leases behave as their model does in 500 runs', async () => {
  await checkLeasesAgainstModel(500);
});

import { test } from 'vitest';
import { checkLeasesAgainstModel } from '../support/leases-model.ts';

test('leases behave as their model does in 2,000 runs', async () => {
  await checkLeasesAgainstModel(2_000);
});

import { test } from 'vitest';
import { checkLeasesAgainstModel } from '../../support/leases-model.ts';

test('leases behave as their model does, whatever is done in whatever order', async () => {
  await checkLeasesAgainstModel(15);
});

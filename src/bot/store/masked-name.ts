import { customType } from 'drizzle-orm/sqlite-core';
import { maskName } from '#core/secrets/mask-secrets.ts';

/** The name of a file, in which secrets are masked as it is stored and as it is compared with what is stored. */
export const maskedName = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: maskName,
});

import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { systemClock } from '#core/clock.ts';
import { UsageError } from '#core/errors.ts';
import { addUser, teamNamed } from '#service/access/add-user.ts';
import { openServiceDatabase } from './open-service-database.ts';

export const usage =
  'logtriage user add --email E --password-stdin [--team NAME|--solo] [--role admin|member] [--plan open_source|enterprise|none] [--api-access]';
export const about = 'Adds a person who may sign in to the console.';

const optionsSchema = z.object({
  email: z.email('--email must be an e-mail address'),
  'password-stdin': z.literal(true, '--password-stdin is required: others can see a password on the command line'),
  team: z.string().trim().min(1).max(100).optional(),
  solo: z.boolean().default(false),
  role: z.enum(['admin', 'member'], '--role is admin or member').default('member'),
  plan: z.enum(['open_source', 'enterprise', 'none'], '--plan is open_source, enterprise or none').default('none'),
  'api-access': z.boolean().default(false),
});

/** Adds an account to the database in DATA_DIR, also while the service runs. */
export async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password.length < 8) throw new UsageError('The password must have at least 8 characters.');
  using database = openServiceDatabase(process.env.DATA_DIR || './data');
  const deps = { sql: database.sql, clock: systemClock };
  const user = await addUser(deps, 'command line', {
    email: options.email,
    password,
    teamId: options.solo ? null : await teamNamed(deps, options.team ?? 'default'),
    role: options.role,
    plan: options.plan,
    hasApiAccess: options['api-access'],
    isSiteAdmin: false,
  });
  if (!user) {
    process.stderr.write(`An account with the address ${options.email} already exists.\n`);
    return 1;
  }
  process.stdout.write(`${user.id}\n`);
  return 0;
}

function readOptions([verb, ...args]: readonly string[]): z.infer<typeof optionsSchema> {
  const wrong = (reason: string) => new UsageError(`${reason}\nusage: ${usage}`);
  if (verb !== 'add') throw wrong('user: the only verb is add');
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        email: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        team: { type: 'string' },
        solo: { type: 'boolean' },
        role: { type: 'string' },
        plan: { type: 'string' },
        'api-access': { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw wrong((error as Error).message);
  }
  const parsed = optionsSchema.safeParse(values);
  if (!parsed.success) throw wrong(parsed.error.issues.map((issue) => issue.message).join('\n'));
  if (parsed.data.solo && parsed.data.team !== undefined) throw wrong('--team and --solo cannot be combined');
  return parsed.data;
}

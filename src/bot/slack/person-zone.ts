import { RemoteError } from '#core/errors.ts';
import { knownZone } from '../digest/parse-setting.ts';
import type { SlackClients } from './slack-client.ts';

/** The time zone somebody keeps in Slack; undefined without the `users:read` scope, or where there is none. */
export async function readPersonZone(
  clientOf: SlackClients,
  { team, user }: { team: string; user: string },
): Promise<string | undefined> {
  try {
    const reply = await clientOf(team).call('users.info', { user });
    const zone = (reply.user as { tz?: unknown } | undefined)?.tz;
    return typeof zone === 'string' ? knownZone(zone) : undefined;
  } catch (error) {
    const isFinal = error instanceof RemoteError && ['forbidden', 'not_found', 'rejected'].includes(error.code);
    if (isFinal) return undefined;
    throw error;
  }
}

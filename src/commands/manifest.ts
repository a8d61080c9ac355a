import { UsageError } from '#core/errors.ts';
import { slackManifest } from '../bot/slack/manifest.ts';
import { environmentSchema } from '../config.ts';

export { slackManifest };

export const usage = 'logtriage manifest [--installable]';
export const about =
  'Prints the Slack app manifest for this installation; --installable: of an app for several workspaces, whose tokens rotate.';

/** Prints the manifest to create the Slack app from, as JSON. Needs PUBLIC_URL. */
export async function run(
  args: readonly string[],
  environment: Record<string, string | undefined> = process.env,
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  const isInstallable = args[0] === '--installable';
  if (args.length > (isInstallable ? 1 : 0)) throw new UsageError(`usage: ${usage}`);
  const publicUrl = environmentSchema.shape.PUBLIC_URL.safeParse(environment.PUBLIC_URL?.trim() || undefined);
  if (!publicUrl.success) throw new UsageError('PUBLIC_URL: must be an http or https address');
  if (!publicUrl.data) {
    throw new UsageError(
      'PUBLIC_URL: missing. Set it to the address Slack reaches this program at: ' +
        'PUBLIC_URL=https://triage.example.com npx logtriage manifest',
    );
  }
  write(`${JSON.stringify(slackManifest(publicUrl.data, { isInstallable }), null, 2)}\n`);
  return 0;
}

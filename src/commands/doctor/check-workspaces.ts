import { installPath } from '#bot/slack/install/install-routes.ts';
import { type Installation, installationSchema } from '#bot/slack/install/installation.ts';
import { createInstallationStore } from '#bot/store/installation-store.ts';
import { systemClock } from '#core/clock.ts';
import type { Config } from '../../config.ts';
import { withBotDatabase } from '../open-bot-database.ts';
import { type CallSlack, checkScopes, read } from './call-slack.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

type OAuth = { clientId: string; clientSecret: string; allowed: readonly string[] };

/** The client of an app that people install, who may, and the token of each workspace where they did. */
export async function checkWorkspaces(
  config: Config,
  { clientId, clientSecret, allowed }: OAuth,
  callWith: (token: string) => CallSlack,
): Promise<Finding[]> {
  const installations = await readInstallations(config);
  const address = `${config.PUBLIC_URL}${installPath}`;
  const isLetIn = ({ id }: Installation) => allowed.length === 0 || allowed.includes(id);
  const found = await Promise.all(
    installations.map((installation) =>
      isLetIn(installation) ? checkWorkspace(installation, callWith, address) : [leftOut(installation)],
    ),
  );
  return [
    await checkClient({ client_id: clientId, client_secret: clientSecret }, callWith('')),
    allowed.length > 0
      ? ok('Slack installs', `for ${allowed.join(', ')} at ${address}`)
      : warn(
          'Slack installs',
          `whoever reaches ${address} may install the app in any workspace that Slack lets it into`,
          'Set SLACK_INSTALL_TEAMS to the ids of yours; Slack shows them in the address of a workspace, app.slack.com/client/T….',
        ),
    ...(found.length > 0 ? found.flat() : [warn('Slack workspaces', 'there is none yet', `Open ${address}.`)]),
  ];
}

export async function readInstallations(config: Config): Promise<Installation[]> {
  return await withBotDatabase(config, async (opened) => {
    const stored = await createInstallationStore({ ...opened, clock: systemClock }).list();
    return stored.flatMap(({ value }) => installationSchema.safeParse(value).data ?? []);
  });
}

/** A code nobody gave out is refused for itself, once the client is known. */
async function checkClient(client: Record<string, string>, call: CallSlack): Promise<Finding> {
  const response = await call('oauth.v2.access', { ...client, code: 'doctor' });
  const { error } = await read(response);
  if (error === 'invalid_code') return ok('Slack client', 'Slack knows it');
  return fail(
    'Slack client',
    `it is refused (${String(error)})`,
    'Copy Client ID and Client Secret of the app’s page Basic Information into SLACK_CLIENT_ID and SLACK_CLIENT_SECRET.',
  );
}

function leftOut({ id, name }: Installation): Finding {
  return warn(
    `Slack workspace ${id}`,
    `${name} installed the app, and is not served`,
    'Add it to SLACK_INSTALL_TEAMS, or have somebody there remove the app.',
  );
}

async function checkWorkspace(
  { id, name, token }: Installation,
  callWith: (token: string) => CallSlack,
  address: string,
): Promise<Finding[]> {
  const about = `Slack workspace ${id}`;
  const response = await callWith(token)('auth.test');
  const self = await read(response);
  if (self.ok === true) return [ok(about, name), checkScopes(response, about)];
  const words = `the token of ${name} is refused (${String(self.error)})`;
  return [fail(about, words, `Somebody there installs the app again: ${address}.`)];
}

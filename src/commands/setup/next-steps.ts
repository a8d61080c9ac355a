import { installPath } from '../../bot/slack/install/install-routes.ts';
import type { Settings } from './settings-file.ts';

/** What is left to do once the settings are there. */
export function nextSteps(settings: Settings): string[] {
  const hasApp = 'JIRA_CLIENT_ID' in settings;
  return [
    '  npx logtriage start          runs the program',
    ...('SLACK_CLIENT_ID' in settings
      ? [`  ${settings.PUBLIC_URL}${installPath} installs the app, opened by somebody of each workspace`]
      : []),
    ...(hasApp ? ['  npx logtriage connect jira   prints where somebody of the site grants the app access'] : []),
    ...('JIRA_BASE_URL' in settings ? ['  npx logtriage webhook jira   registers the webhook'] : []),
    ...('JIRA_WEBHOOK_SECRET' in settings && !hasApp ? webhookByHand(settings) : []),
    '  npx logtriage doctor         looks at everything once it runs',
  ];
}

/** Only the token of an administrator may register a webhook. */
function webhookByHand({ PUBLIC_URL, JIRA_WEBHOOK_SECRET }: Settings): string[] {
  return [
    '    If the account is no administrator, one creates it in Jira: Settings, System, WebHooks, with',
    `      URL     ${PUBLIC_URL}/jira/webhook`,
    `      secret  ${JIRA_WEBHOOK_SECRET}`,
    '      events  Issue: created, updated; Comment: created, updated',
  ];
}

import { openVault } from '#core/vault.ts';
import { createPageLinks } from '../bot/cases/page-links.ts';
import type { ChannelPlace } from '../bot/cases/place.ts';
import { createDownloader } from '../bot/fetching/create-downloader.ts';
import { createDownloadRule } from '../bot/fetching/download-rule.ts';
import { defaultGatewayUrl } from '../bot/jira/jira-access.ts';
import { createCaseStore } from '../bot/store/case-store.ts';
import { createQueue } from '../jobs/queue.ts';
import type { BotDeps } from './bot-deps.ts';

/** What every part of the bot stands on, whichever vendors are connected. */
export type Ground = ReturnType<typeof layGround>;

export function layGround(deps: BotDeps) {
  const { config, sql, clock, timers, createHmac, log, metrics } = deps;
  const queue = createQueue({ sql, clock });
  if (deps.onWake) queue.onWake(deps.onWake);
  const rule = createDownloadRule({
    slackApiUrl: config.slack?.apiUrl,
    jiraBaseUrl: config.jira?.baseUrl,
    jiraGatewayUrl:
      config.jira?.cloudId || config.jira?.oauth ? (config.jira.gatewayUrl ?? defaultGatewayUrl) : undefined,
    allow: config.downloadAllow,
  });
  return {
    ...{ config, sql, clock, timers, createHmac, log, metrics, queue, rule },
    store: createCaseStore({ sql, clock, areAllPlacesClosed: config.keepsVendorsApart ?? false }),
    links: createPageLinks({ secret: deps.linkSecret, publicUrl: config.publicUrl, clock }),
    downloader: createDownloader(rule, deps.openAddress),
    vault: deps.vault ?? openVault,
    random: deps.random ?? Math.random,
    opsPlace: config.slack ? readOpsPlace(config.opsChannel) : null,
    sendFetch: deps.fetch ? { fetch: deps.fetch } : {},
    drawChart: deps.drawChart,
  };
}

function readOpsPlace(text: string | undefined): ChannelPlace | null {
  if (!text) return null;
  const [channel = '', team = ''] = text.split(':').reverse();
  return { kind: 'channel', team, channel };
}

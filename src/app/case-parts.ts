import { defaultPolicy } from '#core/policy.ts';
import { createAnalysisClient } from '../bot/analysis/client.ts';
import { absentChat, absentTracker } from '../bot/cases/absent-vendors.ts';
import type { CaseDeps, CaseSettings, TicketSettings } from '../bot/cases/case-deps.ts';
import { gateDeliveries } from '../bot/cases/personal-gate.ts';
import { createPrivacy } from '../bot/cases/privacy.ts';
import { removeAnswerJob } from '../bot/delivery/removal-jobs.ts';
import { createAskingLimit } from '../bot/store/asking-limit.ts';
import { createGatheredAnswers } from '../bot/store/gathered-answers.ts';
import { createMemoryStore } from '../bot/store/memory-store.ts';
import { createPolicyStore } from '../bot/store/policy-store.ts';
import type { BotDeps } from './bot-deps.ts';
import type { Ground } from './ground.ts';
import type { JoinedJira } from './join-jira.ts';
import type { JoinedSlack } from './join-slack.ts';
import { planEdits, planWithLedger, planWithMarkers } from './ledger-plans.ts';

/** What the steps of the flow are made of, with the vendors that are connected. */
export function createCaseParts(
  ground: Ground,
  deps: Pick<BotDeps, 'spool' | 'key' | 'sendHttp'>,
  vendors: { slack: JoinedSlack | undefined; jira: JoinedJira | undefined },
): CaseDeps {
  const { config, sql, clock, queue, store, metrics, links, vault, log, random } = ground;
  const slack = vendors.slack?.chat ?? absentChat;
  const jira = vendors.jira?.tracker ?? absentTracker;
  const ticketsForChat = config.keepsVendorsApart ? absentTracker : jira;
  const settings = settingsOf(ground);
  const policies = createPolicyStore({ sql, clock, defaults: { ...defaultPolicy, ...config.policy } });
  const connected = [vendors.slack, vendors.jira].flatMap((vendor) => (vendor ? [vendor.destination.kind] : []));
  return {
    ...{ store, queue, slack, jira, ticketsForChat, policies, links, settings, vault, clock, log, metrics, random },
    memory: createMemoryStore({ sql, clock }),
    gathered: createGatheredAnswers({ sql }),
    privacy: createPrivacy({ slack, jira: ticketsForChat, settings }),
    spool: deps.spool,
    analysis: createAnalysisClient({
      baseUrl: config.service.baseUrl,
      ...(config.service.name ? { serviceName: config.service.name } : {}),
      key: deps.key,
      send: deps.sendHttp,
      clock,
    }),
    asking: createAskingLimit({ sql, clock, metrics, perMinute: config.questionsPerMinute ?? 0 }),
    deliver: gateDeliveries(planWithLedger({ sql, clock, queue }, new Set(connected)), policies.policyOf),
    edit: planEdits({ sql, clock, queue }),
    progress: planWithMarkers({ sql, clock, queue }),
    removeAnswer: removeAnswerJob,
  };
}

function settingsOf({ config, opsPlace }: Ground): CaseSettings {
  return {
    fileDeadlineMs: config.fileDeadlineMs,
    deepDeadlineMs: config.deepDeadlineMs,
    maxFileBytes: config.maxFileBytes,
    opsPlace,
    retentionMs: (config.retentionDays ?? 30) * 86_400_000,
    memoryMs: (config.memoryDays ?? 400) * 86_400_000,
    answersOfDeleted: config.answersOfDeleted ?? 'offer',
    publicUrl: config.publicUrl,
    knowsPeople: config.knowsPeople ?? false,
    channelProjects: config.channelProjects,
    tickets: { ...anyTicket, ...config.tickets },
  };
}

const anyTicket: TicketSettings = {
  tokenExpiresMs: undefined,
  projects: new Set(),
  filter: undefined,
  asksForCaptures: undefined,
  commanders: new Set(),
};

import type { CaseDeps } from '../bot/cases/case-deps.ts';
import type { CaseEngine } from '../bot/cases/case-engine.ts';
import { projectsOf } from '../bot/cases/channel-projects.ts';
import { isReadByOperators } from '../bot/cases/ops-place.ts';
import { type Place, placeKey } from '../bot/cases/place.ts';
import { isStatusKey } from '../bot/cases/status/show-status.ts';
import { createDeliveryHandlers } from '../bot/delivery/deliver.ts';
import { createProgressHandlers } from '../bot/delivery/progress.ts';
import { createSettleRemoval } from '../bot/delivery/settle-removal.ts';
import { createDigestHandlers } from '../bot/digest/digest-jobs.ts';
import { createForgetInDigests } from '../bot/digest/forget-in-digests.ts';
import { createRunDigestAction } from '../bot/digest/run-digest-action.ts';
import { createProlongWebhook } from '../bot/jira/prolong-webhook.ts';
import { createWebhookRegistry, webhookPath } from '../bot/jira/webhook-registry.ts';
import { createShowHome } from '../bot/slack/home/show-home.ts';
import { createLeaveWorkspace } from '../bot/slack/install/leave-workspace.ts';
import { readPersonZone } from '../bot/slack/person-zone.ts';
import { createProgressReaction } from '../bot/slack/progress-reaction.ts';
import { createUnfurlLinks } from '../bot/slack/unfurl-links.ts';
import { forgetOnceSent } from '../bot/store/forget-words.ts';
import { createJobControl } from '../bot/store/job-control.ts';
import { findAnswers } from '../bot/store/posted-answers.ts';
import type { JobHandler } from '../jobs/queue.ts';
import type { Ground } from './ground.ts';
import type { JoinedJira } from './join-jira.ts';
import type { JoinedSlack } from './join-slack.ts';
import { tellOfFailure } from './ledger-plans.ts';

interface Parts {
  ground: Ground;
  caseDeps: CaseDeps;
  engine: CaseEngine;
}

/** What is posted, edited and taken back, on whichever vendor. */
export function createDeliveryPart({ ground, caseDeps, engine }: Parts, joined: Parameters<typeof destinationsOf>[0]) {
  const { config, sql, clock, timers, log, metrics, queue, opsPlace } = ground;
  const destinations = destinationsOf(joined);
  const { publicUrl } = config;
  const handlers = createDeliveryHandlers({
    ...{ sql, clock, timers, log, metrics, destinations },
    onSent: (delivery) => [
      ...(isStatusKey(delivery.key) ? [] : caseDeps.progress.hurry(placeKey(delivery.place as Place))),
      ...forgetOnceSent(sql, delivery),
    ],
    onFailed: (failed) => tellOfFailure({ sql, clock, queue }, opsPlace, failed),
    onRefused: (error, place) => engine.tellRefusal(error, place as Place),
  });
  return [
    ...handlers,
    ...destinations.map((destination) => createSettleRemoval({ sql, queue, publicUrl }, destination)),
  ];
}

function destinationsOf({ slack, jira }: { slack: JoinedSlack | undefined; jira: JoinedJira | undefined }) {
  return [slack, jira].flatMap((vendor) => (vendor ? [vendor.destination] : []));
}

/** What only Slack has: digests, App Home, link previews, reactions, workspaces that leave. */
export function createSlackHandlers({ ground, caseDeps, engine }: Parts, joined: JoinedSlack): JobHandler[] {
  const { sql, clock, timers, log, queue, store, links, random } = ground;
  const { settings, memory, privacy } = caseDeps;
  const { clientOf, installs, chat: slack } = joined;
  return [
    ...createDigestHandlers({
      ...{ sql, clock, queue, slack, links, memory, log, random },
      projectsOf: (of) => projectsOf(settings, of),
      isForOperators: (place) => isReadByOperators({ slack, settings }, place),
      expiries: engine.expiries,
      zoneOf: (person) => readPersonZone(clientOf, person),
    }),
    createForgetInDigests({ sql, queue }),
    createRunDigestAction({ ...caseDeps, sql, queue, control: createJobControl({ sql, clock }) }),
    createLeaveWorkspace({ ...caseDeps, installs, clientOf }),
    createShowHome({ clientOf, store, isServiceClosed: engine.gate.isClosed, clock }),
    createUnfurlLinks({
      ...{ clientOf, store, privacy, links, log },
      answersOf: (questionId) => findAnswers(sql, questionId),
    }),
    ...createProgressHandlers({ sql, clock, timers, log, markers: [createProgressReaction(clientOf)] }),
  ];
}

/** Webhooks that an app registers end by themselves; undefined where there is none of them. */
export function createWebhookKeeper(caseDeps: CaseDeps, jira: JoinedJira | undefined): JobHandler | undefined {
  const { publicUrl } = caseDeps.settings;
  if (!jira?.grants || !publicUrl) return undefined;
  return createProlongWebhook({
    ...caseDeps,
    registry: createWebhookRegistry(jira.client, true),
    url: `${publicUrl}${webhookPath(jira.connection)}`,
  });
}

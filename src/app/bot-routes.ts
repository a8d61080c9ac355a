import { Hono } from 'hono';
import type { CaseBook } from '#core/pages/case-record.ts';
import { createBoardRoutes } from '../bot/board/board-routes.ts';
import { absentTracker } from '../bot/cases/absent-vendors.ts';
import type { CaseDeps } from '../bot/cases/case-deps.ts';
import type { CaseEngine } from '../bot/cases/case-engine.ts';
import { projectsOf } from '../bot/cases/channel-projects.ts';
import { channelScope } from '../bot/cases/policy.ts';
import { createRemovalRoutes } from '../bot/delivery/removal-routes.ts';
import { createDigests } from '../bot/digest/digests.ts';
import { createIntake, type Intake } from '../bot/intake/intake.ts';
import { createReadBody } from '../bot/intake/read-body.ts';
import { createWebhookRoutes } from '../bot/intake/webhook-routes.ts';
import { createGrantRoutes } from '../bot/jira/grant-routes.ts';
import { createCaseRoutes } from '../bot/pages/case-routes.ts';
import { createAnswerCommand } from '../bot/slack/commands/answer-command.ts';
import { createAnswerInteraction } from '../bot/slack/interactions/answer-interaction.ts';
import { createSlackApp } from '../bot/slack/slack-app.ts';
import { findAnswers } from '../bot/store/posted-answers.ts';
import { agreementInWords, policyInWords } from '../bot/writing/policy-words.ts';
import { paragraph } from '../bot/writing/prose.ts';
import type { BotDeps } from './bot-deps.ts';
import type { Ground } from './ground.ts';
import type { JoinedJira } from './join-jira.ts';
import type { JoinedSlack } from './join-slack.ts';

interface Parts {
  ground: Ground;
  caseDeps: CaseDeps;
  engine: CaseEngine;
  slack: JoinedSlack | undefined;
  jira: JoinedJira | undefined;
  caseBook: CaseBook;
  /** The program ends: streams do too. */
  closing: AbortSignal;
}

/** Where the vendors, the service and the operator come in. */
export function createBotRoutes(
  parts: Parts,
  deps: Pick<BotDeps, 'refuseStranger' | 'storage' | 'serviceSecrets' | 'linkSecret' | 'signIn'>,
): Hono {
  const { ground, caseDeps, engine, slack, jira } = parts;
  const { config, sql, clock, queue, log, createHmac } = ground;
  const intake = createIntake({
    ...ground,
    isAtHome: (place) => engine.home.isAtHome(place),
    asksForCaptures: caseDeps.settings.tickets.asksForCaptures !== undefined,
  });
  const readBody = createReadBody();
  const routes = new Hono();
  if (jira?.grants && config.publicUrl) {
    routes.route('/', createGrantRoutes({ grants: jira.grants, publicUrl: config.publicUrl, log }));
  }
  if (slack?.installs) routes.route('/', slack.installs.routes);
  routes.route('/', createRemovalRoutes({ sql, queue }));
  routes.route(
    '/',
    createBoardRoutes({
      ...caseDeps,
      sql,
      closing: parts.closing,
      connections: engine.connections,
      keyCreatedMs: config.service.keyCreatedMs,
      storage: deps.storage ?? (async () => []),
      refuseStranger: deps.refuseStranger ?? ((c) => c.notFound()),
    }),
  );
  if (!config.hasConsole && deps.linkSecret) {
    const { linkSecret: secret, signIn } = deps;
    const { publicUrl } = config;
    routes.route('/', createCaseRoutes({ clock, log, secret, publicUrl, signIn, caseBook: parts.caseBook }));
  }
  if (slack) routes.route('/', slackRoutes(parts, slack, intake, readBody));
  const proofs = {
    jiraSecret: config.jira?.webhookSecret,
    jiraToken: config.jira?.webhookToken,
    serviceSecrets: deps.serviceSecrets,
    serviceToken: config.service.webhookToken,
  };
  routes.route('/', createWebhookRoutes({ intake, proofs, createHmac, readBody, clock, log }));
  return routes;
}

/** Events, commands and interactions. */
function slackRoutes(parts: Parts, slack: JoinedSlack, intake: Intake, readBody: ReturnType<typeof createReadBody>) {
  const { sql, clock, log, vault, createHmac } = parts.ground;
  const { policies, asking, settings } = parts.caseDeps;
  const { connection, identity, clientOf } = slack;
  const answerInteraction = createAnswerInteraction({
    ...{ intake, clientOf, asking, vault, log },
    answersInChat: (questionId) => findAnswers(sql, questionId, 'slack'),
    policyOf: policies.policyOf,
    projectsOf: (of) => [...projectsOf(settings, of)],
  });
  const answerCommand = commandOf(parts, slack, intake);
  return createSlackApp({
    ...{ ...connection, createHmac, identity, intake, readBody, answerCommand, answerInteraction, clock, log },
  });
}

function commandOf({ ground, caseDeps, engine }: Parts, slack: JoinedSlack, intake: Intake) {
  const { queue, clock, log, vault } = ground;
  const { policies, asking, ticketsForChat } = caseDeps;
  return createAnswerCommand({
    ...{ intake, asking, clock, log, vault },
    digests: createDigests({ queue, clock }),
    status: (team, channel) => engine.status({ team, channel }),
    settings: async (at) => [
      ...policyInWords(await policies.policyOf(channelScope(at))),
      paragraph(agreementInWords(await policies.agreement(at))),
    ],
    hasTickets: ticketsForChat !== absentTracker,
    readTicketLink: ticketsForChat.readLink,
    readChatLink: slack.chat.readLink,
  });
}

import { type Context, Hono } from 'hono';
import { defaultPolicy, type Policy } from '#core/policy.ts';
import { type ApiKeySource, createAnalysisClient } from './bot/analysis/client.ts';
import type { SendHttp } from './bot/analysis/http.ts';
import { createBoardRoutes } from './bot/board/board-routes.ts';
import { type CaseBook, createCaseBook } from './bot/board/case-book.ts';
import { absentChat, absentTracker } from './bot/cases/absent-vendors.ts';
import type { CaseDeps, CaseSettings, TicketSettings } from './bot/cases/case-deps.ts';
import { createCaseEngine } from './bot/cases/case-engine.ts';
import { projectsOf } from './bot/cases/channel-projects.ts';
import { type ConnectionState, checkConnectionsJob } from './bot/cases/check-connections.ts';
import type { Chart } from './bot/cases/messages.ts';
import { isOpsPlace, isReadByOperators } from './bot/cases/ops-place.ts';
import { createPageLinks, type PageLinks } from './bot/cases/page-links.ts';
import { gateDeliveries } from './bot/cases/personal-gate.ts';
import { type ChannelPlace, fairKeyOf, type Place, placeKey } from './bot/cases/place.ts';
import type { PlanDeliveries, PlanEdits, PlanProgress } from './bot/cases/planned.ts';
import { channelScope } from './bot/cases/policy.ts';
import { createPrivacy } from './bot/cases/privacy.ts';
import type { Spool } from './bot/cases/spool.ts';
import { isStatusKey } from './bot/cases/status/show-status.ts';
import { createDeliveryHandlers, type FailedDelivery } from './bot/delivery/deliver.ts';
import type { Destination, DestinationKind } from './bot/delivery/destination.ts';
import { planEditStatements } from './bot/delivery/edit-answer.ts';
import { planDeliveryStatements } from './bot/delivery/plan-delivery.ts';
import { createProgressHandlers, progressStatements } from './bot/delivery/progress.ts';
import { createRemovalRoutes } from './bot/delivery/removal-routes.ts';
import { removeAnswerJob } from './bot/delivery/remove-answer.ts';
import { createDigestHandlers } from './bot/digest/digest-jobs.ts';
import { createDigests } from './bot/digest/digests.ts';
import { createRunDigestAction } from './bot/digest/run-digest-action.ts';
import { stopDigests } from './bot/digest/stop-digests.ts';
import { createDownloader } from './bot/fetching/create-downloader.ts';
import { createDownloadRule } from './bot/fetching/download-rule.ts';
import type { OpenAddress } from './bot/fetching/open-address.ts';
import { createIntake } from './bot/intake/intake.ts';
import { createReadBody } from './bot/intake/read-body.ts';
import { createWebhookRoutes } from './bot/intake/webhook-routes.ts';
import { createGrantRoutes } from './bot/jira/grant-routes.ts';
import { createJiraAccess, defaultGatewayUrl, type JiraConnection } from './bot/jira/jira-access.ts';
import { createJiraClient } from './bot/jira/jira-client.ts';
import { createJiraDestination } from './bot/jira/jira-destination.ts';
import { createJiraGrants } from './bot/jira/jira-grants.ts';
import { createJiraTracker } from './bot/jira/jira-tracker.ts';
import { createProlongWebhook, prolongWebhookJob } from './bot/jira/prolong-webhook.ts';
import { createWebhookRegistry, webhookPath } from './bot/jira/webhook-registry.ts';
import { createAnswerCommand } from './bot/slack/commands/answer-command.ts';
import { createShowHome } from './bot/slack/home/show-home.ts';
import { createIdentity } from './bot/slack/identity.ts';
import { createLeaveWorkspace } from './bot/slack/install/leave-workspace.ts';
import { checkWorkspaces, openWorkspaces, type SlackConnection } from './bot/slack/install/open-workspaces.ts';
import { createAnswerInteraction } from './bot/slack/interactions/answer-interaction.ts';
import { readPersonZone } from './bot/slack/person-zone.ts';
import { createProgressReaction } from './bot/slack/progress-reaction.ts';
import { createSlackApp } from './bot/slack/slack-app.ts';
import { createSlackChat } from './bot/slack/slack-chat.ts';
import { createSlackDestination } from './bot/slack/slack-destination.ts';
import { createUnfurlLinks } from './bot/slack/unfurl-links.ts';
import { createAskingLimit } from './bot/store/asking-limit.ts';
import { createCaseStore } from './bot/store/case-store.ts';
import { createGrantStore } from './bot/store/grant-store.ts';
import { createJobControl } from './bot/store/job-control.ts';
import { createMaskQuestions } from './bot/store/mask-questions.ts';
import { createMemoryStore } from './bot/store/memory-store.ts';
import { createPolicyStore } from './bot/store/policy-store.ts';
import { findAnswers } from './bot/store/posted-answers.ts';
import { shiftWaiting } from './bot/store/shift-waiting.ts';
import { failedDeliveryNotice } from './bot/writing/failed-delivery.ts';
import { agreementInWords, policyInWords } from './bot/writing/policy-words.ts';
import type { Config } from './config.ts';
import type { Clock, Timers } from './core/clock.ts';
import { fingerprint } from './core/fingerprint.ts';
import { newId } from './core/ids.ts';
import type { Log } from './core/log.ts';
import type { Metrics } from './core/metrics.ts';
import type { Sql } from './core/sql.ts';
import { openVault, type Vault } from './core/vault.ts';
import type { WithinWork } from './core/work.ts';
import { createClockWatch } from './jobs/clock-watch.ts';
import { createQueue } from './jobs/queue.ts';
import { createWorker } from './jobs/worker.ts';

export interface BotConfig {
  /** Undefined: not connected. */
  slack: SlackConnection | undefined;
  jira: (JiraConnection & { webhookSecret?: string | undefined; webhookToken?: string | undefined }) | undefined;
  /** One vendor is real and the other played: nothing of either goes to the other. */
  keepsVendorsApart?: boolean;
  service: {
    baseUrl: string;
    /** Names the service where its address is not the same for ever. */
    name?: string | undefined;
    /** When the key was made; null where the key is replaced by itself. */
    keyCreatedMs?: number | undefined | null;
    webhookToken?: string | undefined;
  };
  /** A channel, `C0123`; in another workspace than that of the token `T0123:C0123`. */
  opsChannel: string | undefined;
  retentionDays?: number;
  memoryDays?: number;
  answersOfDeleted?: 'offer' | 'remove' | 'keep';
  /** Where people reach this program; undefined: not told. */
  publicUrl?: string | undefined;
  /** The console signs people in as the vendors know them. */
  knowsPeople?: boolean;
  /** The console runs in this process too, with the pages behind answers. */
  hasConsole?: boolean;
  /** Projects, by upper-case key, that all who read a channel may see: `C0123`, or `T0123:C0123`. */
  channelProjects: ReadonlyMap<string, ReadonlySet<string>>;
  /** What holds in channels and projects that set nothing else. */
  policy?: Partial<Policy>;
  /** Which tickets are looked at, and whose comments are commands; absent: all, and everybody's but customers'. */
  tickets?: Partial<TicketSettings>;
  /** The most that one person may ask in a minute; absent or 0: no limit. */
  questionsPerMinute?: number;
  maxFileBytes: number;
  fileDeadlineMs: number;
  deepDeadlineMs: number;
  /** Hosts and networks beside the vendors' that files, upload and response addresses may lie at. */
  downloadAllow: readonly string[];
}

/** What the environment says of the bot, with the vendors and the service it works for. */
export function botConfigOf(config: Config, connected: Pick<BotConfig, 'slack' | 'jira' | 'service'>): BotConfig {
  return {
    slack: connected.slack,
    jira: connected.jira,
    service: { webhookToken: config.LOG_SERVICE_WEBHOOK_TOKEN, ...connected.service },
    opsChannel: config.opsChannel,
    retentionDays: config.RETENTION_DAYS,
    memoryDays: config.MEMORY_DAYS,
    answersOfDeleted: config.ANSWERS_OF_DELETED,
    publicUrl: config.PUBLIC_URL,
    channelProjects: config.channelProjects,
    policy: config.policy,
    tickets: config.tickets,
    questionsPerMinute: config.RATE_LIMIT_USER,
    maxFileBytes: config.MAX_UPLOAD_BYTES,
    fileDeadlineMs: config.FILE_DEADLINE_MINUTES * 60_000,
    deepDeadlineMs: config.DEEP_DEADLINE_MINUTES * 60_000,
    downloadAllow: config.DOWNLOAD_ALLOW,
  };
}

/** Everything the bot cannot bring itself: what differs between Node and a Worker, and what a test replaces. */
export interface BotDeps {
  config: BotConfig;
  /** Of the bot's own database, brought up to date. */
  sql: Sql;
  clock: Clock;
  timers: Timers;
  log: Log;
  metrics: Metrics;
  spool: Spool;
  sendHttp: SendHttp;
  /** Opens the addresses files lie at. */
  openAddress: OpenAddress;
  key: ApiKeySource;
  /** Secrets that sign the service's hooks now, `whsec_…`. */
  serviceSecrets(): readonly string[];
  /** Refuses whoever is neither at this machine nor has the operator's password. */
  refuseStranger?(c: Context): Response | Promise<Response> | undefined;
  /** What is stored here, for the board. */
  storage?(): Promise<{ name: string; bytes: number }[]>;
  /** Signs addresses of pages. Absent: none are told. */
  linkSecret?: string;
  /** A chart of an answer as PNG, for where a vendor draws none itself. Absent: its title alone is told there. */
  drawChart?(chart: Chart): Promise<Uint8Array<ArrayBuffer>>;
  /** Seals addresses that let their holder speak and what people wrote. Absent: both are stored as they are. */
  vault?: Vault;
  fetch?: typeof fetch;
  random?(): number;
  /** Runs on whatever the clock is set to; absent: the clock is never set. */
  steadyMs?(): number;
  /** Notes which piece of work a stray error came from. */
  withinWork?: WithinWork;
  /** False where others work on the same table at the same time. */
  isOnlyProcess?: boolean;
  /** Called where there is something to do, and no loop of this process that looks for it. */
  onWake?(): void;
}

export interface Bot {
  /** `/slack/events`, `/jira/webhook`, `/hooks/log-service`. */
  routes: Hono;
  /** Takes up what an earlier process left, then works. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Takes up what is there to be done for ever, and looks whether parked work may go on. */
  takeUp(): Promise<void>;
  /** Runs everything that is due while `mayGoOn`; tells when the next job is. */
  drain(mayGoOn?: () => boolean): Promise<number>;
  /** How each vendor that is connected answered last. */
  connections(): ConnectionState[];
  links: PageLinks;
  /** What the page behind an answer shows. */
  caseBook: CaseBook;
  /** The key may have changed: parked work is tried again. */
  lookAgain(): Promise<void>;
}

/** The whole bot, put together. */
export function createBot(deps: BotDeps): Bot {
  const { config, sql, clock, timers, log, metrics } = deps;
  const random = deps.random ?? Math.random;
  const vault = deps.vault ?? openVault;
  const sendFetch = deps.fetch ? { fetch: deps.fetch } : {};
  const queue = createQueue({ sql, clock });
  if (deps.onWake) queue.onWake(deps.onWake);
  const links = createPageLinks({
    secret: deps.linkSecret,
    publicUrl: config.publicUrl,
    hasConsole: config.hasConsole ?? false,
    clock,
  });
  const store = createCaseStore({ sql, clock, areAllPlacesClosed: config.keepsVendorsApart ?? false });

  const rule = createDownloadRule({
    slackApiUrl: config.slack?.apiUrl,
    jiraBaseUrl: config.jira?.baseUrl,
    jiraGatewayUrl:
      config.jira?.cloudId || config.jira?.oauth ? (config.jira.gatewayUrl ?? defaultGatewayUrl) : undefined,
    allow: config.downloadAllow,
  });
  const downloader = createDownloader(rule, deps.openAddress);
  const { publicUrl } = config;
  const opened =
    config.slack &&
    openWorkspaces({
      connection: config.slack,
      publicUrl,
      onInstalled: () => queue.hasten(checkConnectionsJob.dedupKey),
      sql,
      cases: store,
      vault,
      clock,
      log,
      rule,
      ...sendFetch,
    });
  const clientOf = opened?.clientOf;
  const installs = opened?.installs;
  const identity = clientOf && createIdentity(clientOf);
  const slack =
    config.slack && opened && identity
      ? createSlackChat({ ...config.slack, ...opened, identity, downloader, clock })
      : absentChat;
  const grants = createGrantStore({ sql, clock, vault });
  const { oauth } = config.jira ?? {};
  const jiraGrants =
    config.jira && oauth
      ? createJiraGrants({ connection: { ...config.jira, oauth }, store: grants, clock, ...sendFetch })
      : undefined;
  const jiraClient =
    config.jira &&
    createJiraClient({ ...config.jira, access: createJiraAccess(config.jira, jiraGrants), ...sendFetch });
  const jira = jiraClient ? createJiraTracker({ client: jiraClient, downloader, clock }) : absentTracker;
  const destinations: Destination[] = [
    ...(clientOf ? [createSlackDestination({ clientOf, clock, vault, drawChart: deps.drawChart })] : []),
    ...(jiraClient ? [createJiraDestination({ client: jiraClient, drawChart: deps.drawChart })] : []),
  ];

  const policies = createPolicyStore({ sql, clock, defaults: { ...defaultPolicy, ...config.policy } });
  const opsPlace = config.slack ? readOpsPlace(config.opsChannel) : null;
  const ticketsForChat = config.keepsVendorsApart ? absentTracker : jira;
  const settings: CaseSettings = {
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
  const caseDeps: CaseDeps = {
    store,
    memory: createMemoryStore({ sql, clock }),
    queue,
    slack,
    jira,
    ticketsForChat,
    privacy: createPrivacy({ slack, jira: ticketsForChat, settings }),
    spool: deps.spool,
    analysis: createAnalysisClient({
      baseUrl: config.service.baseUrl,
      ...(config.service.name ? { serviceName: config.service.name } : {}),
      key: deps.key,
      send: deps.sendHttp,
      clock,
    }),
    policies,
    asking: createAskingLimit({ sql, clock, metrics, perMinute: config.questionsPerMinute ?? 0 }),
    deliver: gateDeliveries(
      planWithLedger({ sql, clock, queue }, new Set(destinations.map(({ kind }) => kind))),
      policies.policyOf,
    ),
    edit: planEdits({ sql, clock, queue }),
    progress: planWithMarkers({ sql, clock, queue }),
    links,
    removeAnswer: removeAnswerJob,
    settings,
    vault,
    clock,
    log,
    metrics,
    random,
  };
  const engine = createCaseEngine({
    ...caseDeps,
    sql,
    connections: [
      ...(identity
        ? [
            installs
              ? {
                  name: 'slack',
                  variables: 'SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and SLACK_API_URL',
                  check: () => checkWorkspaces(installs, clientOf, publicUrl),
                }
              : {
                  name: 'slack',
                  variables: 'SLACK_BOT_TOKEN and SLACK_API_URL',
                  check: () => clientOf('').call('auth.test', {}),
                },
          ]
        : []),
      ...(jiraClient
        ? [{ name: 'jira', variables: 'JIRA_BASE_URL, JIRA_EMAIL and JIRA_API_TOKEN', check: () => jira.identity() }]
        : []),
    ],
    fingerprint: async () => await fingerprint(await deps.key.read().catch(() => '')),
    keyCreatedMs: config.service.keyCreatedMs,
    stopDigests: (team) => stopDigests(sql, team),
  });
  const prolongWebhook =
    jiraClient && oauth && publicUrl
      ? createProlongWebhook({
          ...caseDeps,
          registry: createWebhookRegistry(jiraClient, true),
          url: `${publicUrl}${webhookPath(config.jira ?? {})}`,
        })
      : undefined;
  const maskQuestions = createMaskQuestions({ sql, vault, clock });
  const worker = createWorker({
    sql,
    clock,
    timers,
    log,
    metrics,
    queue,
    name: 'bot',
    ...(deps.steadyMs
      ? {
          clockWatch: createClockWatch({
            sql,
            clock,
            log,
            steadyMs: deps.steadyMs,
            shift: (deltaMs) => shiftWaiting({ sql, clock }, deltaMs),
          }),
        }
      : {}),
    holder: newId(clock),
    random,
    ...(deps.withinWork ? { withinWork: deps.withinWork } : {}),
    ...(deps.isOnlyProcess === undefined ? {} : { isOnlyProcess: deps.isOnlyProcess }),
    handlers: [
      ...engine.handlers,
      maskQuestions.handler,
      ...(prolongWebhook ? [prolongWebhook] : []),
      ...createDeliveryHandlers({
        sql,
        clock,
        timers,
        log,
        metrics,
        destinations,
        onSent: ({ key, place }) => (isStatusKey(key) ? [] : caseDeps.progress.hurry(placeKey(place as Place))),
        onFailed: (failed) => tellOfFailure({ sql, clock, queue }, opsPlace, failed),
        onRefused: (error, place) => engine.tellRefusal(error, place as Place),
      }),
      ...(clientOf
        ? [
            ...createDigestHandlers({
              sql,
              clock,
              queue,
              slack,
              links,
              memory: caseDeps.memory,
              projectsOf: (of) => projectsOf(settings, of),
              isForOperators: (place) => isReadByOperators({ slack, settings }, place),
              expiries: engine.expiries,
              zoneOf: (person) => readPersonZone(clientOf, person),
              log,
              random,
            }),
            createRunDigestAction({ ...caseDeps, sql, queue, control: createJobControl({ sql, clock }) }),
            createLeaveWorkspace({ ...caseDeps, installs, clientOf }),
            createShowHome({ clientOf, store, isServiceClosed: engine.gate.isClosed, clock }),
            createUnfurlLinks({
              clientOf,
              store,
              privacy: caseDeps.privacy,
              links,
              answersOf: (questionId) => findAnswers(sql, questionId),
              log,
            }),
            ...createProgressHandlers({ sql, clock, timers, log, markers: [createProgressReaction(clientOf)] }),
          ]
        : []),
    ],
  });

  const intake = createIntake({
    sql,
    clock,
    queue,
    store,
    log,
    metrics,
    vault,
    isAtHome: (place) => engine.home.isAtHome(place),
    asksForCaptures: settings.tickets.asksForCaptures !== undefined,
  });
  const answerCommand = createAnswerCommand({
    intake,
    digests: createDigests({ queue, clock }),
    status: (team, channel) => engine.status({ team, channel }),
    settings: async (at) => [
      ...policyInWords(await policies.policyOf(channelScope(at))),
      agreementInWords(await policies.agreement(at)),
    ],
    asking: caseDeps.asking,
    hasTickets: caseDeps.ticketsForChat !== absentTracker,
    readTicketLink: caseDeps.ticketsForChat.readLink,
    readChatLink: slack.readLink,
    clock,
    log,
    vault,
  });
  const readBody = createReadBody();
  const routes = new Hono();
  if (jiraGrants && config.publicUrl) {
    routes.route('/', createGrantRoutes({ grants: jiraGrants, publicUrl: config.publicUrl, log }));
  }
  if (installs) routes.route('/', installs.routes);
  routes.route('/', createRemovalRoutes({ sql, queue }));
  routes.route(
    '/',
    createBoardRoutes({
      ...caseDeps,
      sql,
      connections: engine.connections,
      keyCreatedMs: config.service.keyCreatedMs,
      storage: deps.storage ?? (async () => []),
      refuseStranger: deps.refuseStranger ?? ((c) => c.notFound()),
    }),
  );
  if (config.slack && clientOf && identity) {
    const answerInteraction = createAnswerInteraction({
      intake,
      clientOf,
      answersInChat: (questionId) => findAnswers(sql, questionId, 'slack'),
      policyOf: policies.policyOf,
      asking: caseDeps.asking,
      projectsOf: (of) => [...projectsOf(settings, of)],
      vault,
      log,
    });
    const slackApp = { ...config.slack, identity, intake, readBody, answerCommand, answerInteraction, clock, log };
    routes.route('/', createSlackApp(slackApp));
  }
  routes.route(
    '/',
    createWebhookRoutes({
      intake,
      proofs: {
        jiraSecret: config.jira?.webhookSecret,
        jiraToken: config.jira?.webhookToken,
        serviceSecrets: deps.serviceSecrets,
        serviceToken: config.service.webhookToken,
      },
      readBody,
      clock,
      log,
    }),
  );

  async function takeUp() {
    await queue.keepGoing([...engine.standingJobs, ...(prolongWebhook ? [prolongWebhookJob] : [])]);
    await queue.enqueue([maskQuestions.job]);
    await engine.gate.lookAgain();
  }

  return {
    routes,
    async start() {
      await takeUp();
      for (const key of engine.sweepKeys) await queue.hasten(key);
      await worker.start();
    },
    stop: () => worker.stop(),
    takeUp,
    drain: (mayGoOn) => worker.drain(mayGoOn),
    connections: engine.connections,
    links,
    caseBook: createCaseBook({ ...caseDeps, sql }),
    lookAgain: () => engine.gate.lookAgain(),
  };
}

const anyTicket: TicketSettings = {
  tokenExpiresMs: undefined,
  projects: new Set(),
  filter: undefined,
  asksForCaptures: undefined,
  commanders: new Set(),
};

function readOpsPlace(text: string | undefined): ChannelPlace | null {
  if (!text) return null;
  const [channel = '', team = ''] = text.split(':').reverse();
  return { kind: 'channel', team, channel };
}

type LedgerDeps = Parameters<typeof planDeliveryStatements>[0];

/** The operator hears of a message that could not be posted, unless it was one for the operator. */
function tellOfFailure(deps: LedgerDeps, opsPlace: ChannelPlace | null, { delivery, reason }: FailedDelivery) {
  const place = delivery.place as Place;
  const isForOperator = place.kind === 'channel' && opsPlace !== null && isOpsPlace(opsPlace, place);
  // A line that says how far work is missed nobody: the answer itself tells what is wrong with the place. That a
  // workspace was left was told once for all that waited for it.
  if (!opsPlace || isForOperator || isStatusKey(delivery.key) || reason === 'not_installed') return {};
  const message = failedDeliveryNotice(place, reason);
  const key = `ops:failed:${delivery.id}`;
  return { writes: planDeliveryStatements(deps, [{ destination: 'slack', key, place: opsPlace, message }]) };
}

/** What is for a vendor that is not connected (any more) is not planned: nobody could post it. */
function planWithLedger(deps: LedgerDeps, connected: ReadonlySet<DestinationKind>): PlanDeliveries {
  return async (deliveries) => ({
    writes: planDeliveryStatements(
      deps,
      deliveries
        .map(({ key, place, message, notBeforeMs }) => ({
          destination: place.kind === 'ticket' ? 'jira' : 'slack',
          key,
          place,
          message,
          fairKey: fairKeyOf(place),
          runAtMs: notBeforeMs,
        }))
        .filter(({ destination }) => connected.has(destination)),
    ),
    enqueue: [],
  });
}

function planEdits(deps: LedgerDeps): PlanEdits {
  return (edits) => ({
    writes: planEditStatements(
      deps,
      edits.map(({ key, place, message }) => ({
        destination: place.kind === 'ticket' ? 'jira' : 'slack',
        key,
        message,
      })),
    ),
    enqueue: [],
  });
}

function planWithMarkers(deps: LedgerDeps): PlanProgress {
  const markers = progressStatements(deps);
  const control = createJobControl(deps);
  const keyOf = ({ team, channel, ts }: { team: string; channel: string; ts: string }) => `${team}:${channel}:${ts}`;
  return {
    show: (message) =>
      markers.show({
        destination: 'slack',
        key: keyOf(message),
        place: { team: message.team, channel: message.channel, ts: message.ts },
      }),
    resolve: (message, outcome) => markers.resolve({ destination: 'slack', key: keyOf(message) }, outcome),
    hurry: (key) => [control.hastenAll(`show-status:${key}:`)],
  };
}

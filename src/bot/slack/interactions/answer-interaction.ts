import { z } from 'zod';
import type { Log } from '#core/log.ts';
import { openVault, type Vault } from '#core/vault.ts';
import { parseJson } from '../../analysis/read-body.ts';
import { channelScope, type PolicyOf, projectScope } from '../../cases/policy.ts';
import { sentences, tooManyWords } from '../../cases/sentences.ts';
import type { Intake, Press } from '../../intake/intake.ts';
import { type AskingLimit, chatAsker } from '../../store/asking-limit.ts';
import type { PostedAnswer } from '../../store/posted-answers.ts';
import { sentence } from '../commands/replies.ts';
import { homePrefix } from '../home/home-view.ts';
import { actionPrefix } from '../render/controls.ts';
import { digestPrefix } from '../render/render-digest.ts';
import type { SlackClients } from '../slack-client.ts';
import { fileForm, fileModal } from './file-modal.ts';
import { modalView, textInput } from './modal.ts';
import { type Interaction, readInteraction, textOf } from './read-interaction.ts';
import { projectPrefix, settingsAction } from './settings-action.ts';
import { readSettings, settingsForm, settingsModal } from './settings-modal.ts';

export const triageShortcut = 'triage_message';
const askForm = 'ask';

interface InteractionDeps {
  intake: Intake;
  clientOf: SlackClients;
  /** Where an answer stands in the chat, and what it says there. */
  answersInChat(questionId: string): Promise<PostedAnswer[]>;
  /** Projects that all who read a channel may see. */
  projectsOf(of: { team: string; channel: string }): readonly string[];
  policyOf: PolicyOf;
  asking: AskingLimit;
  /** Seals the addresses that answer one person. */
  vault?: Vault;
  log: Log;
}

/** What is answered at once, and what is done after it: forms open within three seconds of a press. */
interface InteractionAnswer {
  reply?: Record<string, unknown>;
  after?(): Promise<void>;
}

export type AnswerInteraction = (body: unknown) => Promise<InteractionAnswer>;

/** Takes presses, shortcuts and forms. What needs work is stored before the answer; nothing is acted on twice. */
export function createAnswerInteraction({ vault = openVault, ...deps }: InteractionDeps): AnswerInteraction {
  const { intake, clientOf, log } = deps;

  return async (body) => {
    const interaction = readInteraction(body);
    switch (interaction?.kind) {
      case 'press':
        return await answerPress(interaction);
      case 'shortcut':
        return await answerShortcut(interaction);
      case 'form':
        return await answerForm(interaction);
      default:
        log.info('interaction of an unknown form');
        return {};
    }
  };

  async function answerPress(press: Extract<Interaction, { kind: 'press' }>): Promise<InteractionAnswer> {
    if (press.actionId === settingsAction || press.actionId === `${homePrefix}settings`) {
      return { after: () => openSettings(press) };
    }
    if (press.actionId.startsWith(homePrefix)) return await answerHomePress(press);
    if (press.actionId.startsWith(digestPrefix)) return await answerDigestPress(press);
    const name = press.actionId.startsWith(actionPrefix) ? press.actionId.slice(actionPrefix.length) : '';
    const { at, value: questionId, user } = press;
    if (!at || questionId === '') return {};
    const base = await pressBase(press, at, questionId);
    // Whether it was done already is looked up when it is carried out: what was refused once may be granted by now.
    const key = `${name}:${questionId}:${user}:${press.pressedAt}`;
    const take = (act: Press['act']) => accept({ ...base, key, act }, press.responseUrl);
    switch (name) {
      case 'ask':
        return { after: () => open(press.team, press.triggerId, askModal(base)) };
      case 'file':
        return { after: () => openFileForm(press, base) };
      case 'compare':
      case 'around':
      case 'show':
      case 'stop':
      case 'link':
        return await take({ do: name });
      case 'same':
      case 'other':
        return await take({ do: 'say-cause', word: name });
      case 'right':
      case 'wrong':
        return await take({ do: 'judge', word: name });
      default:
        return {};
    }
  }

  async function answerHomePress(press: Extract<Interaction, { kind: 'press' }>): Promise<InteractionAnswer> {
    const { team, user, value: caseId, pressedAt } = press;
    const name = press.actionId.slice(homePrefix.length);
    if (name === 'retry' || name === 'cancel') {
      await intake.acceptHomePress({ key: `${name}:${caseId}:${pressedAt}`, team, user, caseId, do: name });
    }
    return {};
  }

  async function answerDigestPress(press: Extract<Interaction, { kind: 'press' }>): Promise<InteractionAnswer> {
    const { team, user, value: about, pressedAt, at } = press;
    const name = press.actionId.slice(digestPrefix.length);
    if (at && about !== '' && (name === 'retry' || name === 'dismiss')) {
      const responseUrl = await vault.seal(press.responseUrl);
      const { channel, ts } = at;
      const key = `digest:${name}:${user}:${pressedAt}`;
      await intake.acceptDigestPress({ key, team, channel, ts, user, responseUrl, do: name, about });
    }
    return {};
  }

  async function answerShortcut(used: Extract<Interaction, { kind: 'shortcut' }>): Promise<InteractionAnswer> {
    const { team, channel, ts, threadTs, user, triggerId } = used;
    if (used.name !== triageShortcut) return {};
    const commandId = triggerId || `${team}:${channel}:${ts}:${user}`;
    const tooMany = await deps.asking.take(chatAsker(used), `command:${commandId}`);
    if (tooMany) return tellAlone(team, used.responseUrl, tooManyWords(tooMany));
    const responseUrl = await vault.seal(used.responseUrl);
    await intake.acceptSlackCommand({
      commandId,
      team,
      channel,
      user,
      responseUrl,
      threadTs: threadTs ?? ts,
      ask: { kind: 'message', ref: { team, channel, ts, ...(threadTs ? { threadTs } : {}) }, question: '' },
    });
    return {};
  }

  async function answerForm(form: Extract<Interaction, { kind: 'form' }>): Promise<InteractionAnswer> {
    if (form.name === settingsForm) return await answerSettings(form);
    const base = readBase(form.metadata);
    if (!base) return {};
    if (form.name === fileForm) return await answerFileForm(form, base);
    if (form.name !== askForm) return {};
    const question = textOf(form.values, 'question');
    if (question === '') return { reply: { response_action: 'errors', errors: { question: 'Ask something.' } } };
    const key = `ask:${form.viewId}`;
    const tooMany = await deps.asking.take(chatAsker(base), key);
    // The form stays open with what was written in it.
    if (tooMany) return { reply: { response_action: 'errors', errors: { question: tooManyWords(tooMany) } } };
    await intake.acceptSlackPress({ ...base, key, act: { do: 'ask', question } });
    return {};
  }

  async function openFileForm(
    { team, triggerId, responseUrl }: Extract<Interaction, { kind: 'press' }>,
    base: PressBase,
  ): Promise<void> {
    const posted = await deps.answersInChat(base.questionId);
    const answer = posted.map(({ message }) => message).find((message) => message.kind === 'answer');
    const filedAs = answer?.controls?.filedAs;
    // Screens that were not brought up to date still show the button.
    if (filedAs) await tellAlone(team, responseUrl, sentences.filedBefore(filedAs.label)).after?.();
    else if (answer) await open(team, triggerId, fileModal(base, answer, deps.projectsOf(base)));
  }

  async function answerFileForm(
    { values, viewId }: Extract<Interaction, { kind: 'form' }>,
    base: PressBase,
  ): Promise<InteractionAnswer> {
    const projectKey = textOf(values, 'project').toUpperCase();
    const summary = textOf(values, 'summary');
    const errors = {
      ...(/^[A-Z][A-Z0-9_]{1,30}$/.test(projectKey) ? {} : { project: 'The key of a project, such as PROJ.' }),
      ...(summary === '' ? { summary: 'A ticket needs a summary.' } : {}),
    };
    if (Object.keys(errors).length > 0) return { reply: { response_action: 'errors', errors } };
    const [text, evidence] = [textOf(values, 'text'), textOf(values, 'evidence')];
    const key = `file:${base.questionId}:${viewId}`;
    const tooMany = await deps.asking.take(chatAsker(base), key);
    if (tooMany) return { reply: { response_action: 'errors', errors: { summary: tooManyWords(tooMany) } } };
    await intake.acceptSlackPress({ ...base, key, act: { do: 'file', projectKey, summary, text, evidence } });
    return {};
  }

  async function openSettings({ team, user, value, triggerId, at }: Extract<Interaction, { kind: 'press' }>) {
    const project = value.startsWith(projectPrefix) ? value.slice(projectPrefix.length) : undefined;
    const of = { team, user, channel: project ? (at?.channel ?? '') : value, ...(project ? { project } : {}) };
    await open(team, triggerId, settingsModal(of, await deps.policyOf(scopeOfSettings(of))));
  }

  async function answerSettings(form: Extract<Interaction, { kind: 'form' }>): Promise<InteractionAnswer> {
    const { team, user, viewId } = form;
    const of = readSettingsOf(form.metadata);
    if (!of) return {};
    const read = readSettings(form.values, await deps.policyOf(scopeOfSettings({ ...of, team })), team);
    if ('errors' in read) return { reply: { response_action: 'errors', errors: read.errors } };
    const { channel, project } = of;
    const key = `${team}:${project ?? channel}:${viewId}`;
    await intake.acceptSetting({ key, team, channel, user, policy: read.policy, ...(project ? { project } : {}) });
    return {};
  }

  async function accept(press: Press, responseUrl: string): Promise<InteractionAnswer> {
    const asks = press.act.do === 'around' || press.act.do === 'compare';
    const tooMany = asks ? await deps.asking.take(chatAsker(press), press.key) : undefined;
    if (tooMany) return tellAlone(press.team, responseUrl, tooManyWords(tooMany));
    await intake.acceptSlackPress(press);
    return {};
  }

  function tellAlone(team: string, responseUrl: string, words: string): InteractionAnswer {
    if (responseUrl === '') return {};
    const { text, blocks } = sentence(words);
    const body = { response_type: 'ephemeral', replace_original: false, text, blocks };
    return { after: () => clientOf(team).respond(responseUrl, body) };
  }

  async function open(team: string, triggerId: string, view: Record<string, unknown>): Promise<void> {
    await clientOf(team).call('views.open', { trigger_id: triggerId, view });
  }

  async function pressBase(
    { team, user, responseUrl }: Extract<Interaction, { kind: 'press' }>,
    { channel, ts, threadTs, isEphemeral }: NonNullable<Extract<Interaction, { kind: 'press' }>['at']>,
    questionId: string,
  ): Promise<PressBase> {
    const thread = isEphemeral ? threadTs : (threadTs ?? ts);
    return {
      team,
      channel,
      user,
      responseUrl: await vault.seal(responseUrl),
      ...(thread ? { threadTs: thread } : {}),
      isEphemeral,
      questionId,
    };
  }
}

export type PressBase = Omit<Press, 'key' | 'act'>;

const baseSchema = z.object({
  team: z.string(),
  channel: z.string(),
  user: z.string(),
  responseUrl: z.string(),
  threadTs: z.string().optional(),
  isEphemeral: z.boolean(),
  questionId: z.string(),
});

const settingsOfSchema = z.object({
  channel: z.string().regex(/^[A-Z0-9]{2,30}$/),
  project: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{1,30}$/)
    .optional(),
});

function readSettingsOf(metadata: string): { channel: string; project?: string | undefined } | undefined {
  const read = settingsOfSchema.safeParse(parseJson(metadata));
  return read.success ? read.data : undefined;
}

function scopeOfSettings({ team, channel, project }: { team: string; channel: string; project?: string | undefined }) {
  return project ? projectScope(project) : channelScope({ team, channel });
}

/** What a form is about travels with it through Slack, which signs what comes back. */
function readBase(metadata: string): PressBase | undefined {
  try {
    const { threadTs, ...base } = baseSchema.parse(JSON.parse(metadata));
    return { ...base, ...(threadTs ? { threadTs } : {}) };
  } catch {
    return undefined;
  }
}

function askModal(base: PressBase): Record<string, unknown> {
  return modalView({
    name: askForm,
    title: 'Ask about this file',
    submit: 'Ask',
    metadata: { ...base },
    blocks: [
      textInput('question', 'Question', {
        isLong: true,
        hint: 'In words, or as a query such as count level=error by path.',
      }),
    ],
  });
}

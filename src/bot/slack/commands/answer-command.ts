import type { SlashCommand } from '@slack/bolt';
import type { Clock } from '#core/clock.ts';
import { fingerprint } from '#core/fingerprint.ts';
import type { Log } from '#core/log.ts';
import { openVault, type Vault } from '#core/vault.ts';
import type { WorkAsk } from '../../cases/commands/run-ask.ts';
import type { StatusReport } from '../../cases/messages.ts';
import { tooManyWords } from '../../cases/sentences.ts';
import type { Digests } from '../../digest/digests.ts';
import type { AskCommand, Intake } from '../../intake/intake.ts';
import { type AskingLimit, chatAsker } from '../../store/asking-limit.ts';
import type { Prose } from '../../writing/prose.ts';
import type { LinkReaders } from './command-target.ts';
import { parseCommand } from './parse-command.ts';
import { type CommandReply, helpReply, sentence, settingsReply, statusReply, usageReply } from './replies.ts';

/** Answers a slash command at once. What needs work is stored before the answer. Never throws. */
export type AnswerCommand = (command: SlashCommand) => Promise<CommandReply>;

interface CommandDeps {
  intake: Intake;
  digests: Digests;
  status(team: string, channel: string): Promise<StatusReport>;
  /** What holds in a channel, in lines a person reads. */
  settings(at: { team: string; channel: string }): Promise<Prose[]>;
  asking: AskingLimit;
  /** False where no tracker is connected. */
  hasTickets: boolean;
  readTicketLink: LinkReaders['readTicketLink'];
  readChatLink(url: string, team: string): ReturnType<LinkReaders['readChatLink']>;
  clock: Clock;
  log: Log;
  /** Seals the addresses that answer one person. */
  vault?: Vault;
}

/** Said at once; what came of it follows. */
const workWords: Record<WorkAsk['kind'], string> = {
  deep: 'Looking into it. I will answer here.',
  diff: 'Comparing the two. I will answer here.',
  why: 'Looking it up. I will answer here; only you will see it.',
  retry: 'Trying again. I will report here; only you will see it.',
  cancel: 'Stopping that. I will report here; only you will see it.',
  tie: 'Linking them. I will report here; only you will see it.',
  backfill: 'Looking through this channel. I will report here; only you will see it.',
  'project-settings': 'Checking your permission. I will show the settings here; only you will see them.',
  board: 'Checking your permission. I will post the address here; only you will see it.',
};

export function createAnswerCommand({ vault = openVault, ...deps }: CommandDeps): AnswerCommand {
  return async (command) => {
    try {
      return await answer(command);
    } catch (error) {
      deps.log.error('command could not be stored', { error });
      return sentence('I could not store that, so nothing was started. Please send it again.');
    }
  };

  async function answer(command: SlashCommand): Promise<CommandReply> {
    const { team_id: team, channel_id: channel, user_id: user } = command;
    const parsed = parseCommand(command.text ?? '', {
      readTicketLink: deps.readTicketLink,
      readChatLink: (url) => deps.readChatLink(url, team),
    });
    const base = {
      commandId: command.trigger_id || (await fingerprint(command.response_url || crypto.randomUUID())),
      team,
      channel,
      user,
      responseUrl: await vault.seal(command.response_url ?? ''),
    };
    switch (parsed.kind) {
      case 'help':
        return helpReply(command.command);
      case 'unknown':
        return usageReply(command.command, parsed.problem, parsed.verb);
      case 'status':
        return statusReply(await deps.status(team, channel), deps.clock.now());
      case 'digest':
        return sentence(await deps.digests.apply({ ...base, setting: parsed.setting }));
      case 'settings':
        return settingsReply(await deps.settings({ team, channel }), channel);
      case 'work':
        return await accept({ ...base, ask: { kind: 'work', work: parsed.work } }, workWords[parsed.work.kind]);
      case 'ticket': {
        const { issueKey, question } = parsed;
        if (!deps.hasTickets) {
          return sentence('Jira is not connected here, so I see no tickets. Share the file in a channel instead.');
        }
        const words = `Looking at ${issueKey}. I will answer here.`;
        return await accept({ ...base, ask: { kind: 'ticket', issueKey, question } }, words);
      }
      case 'link': {
        const { link, question } = parsed;
        const ask =
          link.kind === 'message'
            ? { kind: 'message' as const, ref: link.ref, question }
            : { kind: 'file' as const, fileId: link.fileId, question };
        return await accept({ ...base, ask }, `Looking at that ${link.kind}. I will answer here.`);
      }
    }
  }

  /** `words`: what is said where the work is taken. */
  async function accept(command: AskCommand, words: string): Promise<CommandReply> {
    const tooMany = await deps.asking.take(chatAsker(command), `command:${command.commandId}`);
    if (tooMany) return sentence(tooManyWords(tooMany));
    const acceptance = await deps.intake.acceptSlackCommand(command);
    if (acceptance.status === 'ignored') deps.log.info('command ignored', { reason: acceptance.reason });
    return sentence(words);
  }
}

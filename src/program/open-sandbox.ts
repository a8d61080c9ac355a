import { join } from 'node:path';
import { slackManifest } from '../commands/manifest.ts';
import { type Config, isLoopback } from '../config.ts';
import type { Clock } from '../core/clock.ts';
import type { Sandbox } from '../sandbox/create-sandbox.ts';
import type { BotPlace } from './open-bot.ts';

interface OpenedSandbox {
  /** Undefined: no vendor is played. */
  sandbox: Sandbox | undefined;
  origin: string;
  plays: { slack: boolean; jira: boolean };
  /** Others than this machine may try it too. */
  isPublic: boolean;
}

/** The stand-ins of vendors that are not configured; loaded where one is played alone. */
export async function openSandbox(config: Config, clock: Clock, place: BotPlace): Promise<OpenedSandbox> {
  const plays = { slack: config.slack.kind === 'sandbox', jira: config.jira.kind === 'sandbox' };
  if (!plays.slack && !plays.jira) return { sandbox: undefined, origin: place.origin, plays, isPublic: false };
  const isPublic = config.SANDBOX === 'public' && plays.slack && plays.jira;
  // The stand-ins answer loopback alone, also where the program listens on another address.
  const isWithin = isPublic || isLoopback(new URL(place.origin).hostname);
  const origin = isWithin ? place.origin : await place.listenOnLoopback();
  const { createSandbox } = await import('../sandbox/create-sandbox.ts');
  const folder = join(config.DATA_DIR, 'sandbox');
  const sandbox = createSandbox({ clock, origin: () => origin, plays, folder, manifest: slackManifest(origin) });
  return { sandbox, origin, plays, isPublic };
}

import { UsageError } from '#core/errors.ts';
import { printable } from '#core/printable.ts';
import { readConfig } from '../../config.ts';
import { checkAddress } from './check-address.ts';
import { checkJira } from './check-jira.ts';
import { checkMachine } from './check-machine.ts';
import { checkService } from './check-service.ts';
import { checkSlack } from './check-slack.ts';
import type { Finding } from './finding.ts';

export const usage = 'logtriage doctor';
export const about =
  'Checks every key, scope, permission, webhook, host and clock with the configuration of this shell, and says how to fix what is wrong.';

const marks = { ok: 'ok  ', warn: 'warn', fail: 'FAIL' } as const;

/** One line each; 1 where something does not work. What is missing in the configuration is told before anything is asked. */
export async function run(args: readonly string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`usage: ${usage}`);
  const config = readConfig(process.env);
  const now = Date.now();
  const findings = (
    await Promise.all([
      checkMachine(config),
      checkAddress(config, now),
      checkSlack(config, now),
      checkJira(config, now),
      checkService(config, now),
    ])
  ).flat();
  process.stdout.write(`${printable(findings.map(toLine).join('\n'))}\n`);
  return findings.some(({ state }) => state === 'fail') ? 1 : 0;
}

function toLine({ state, about: what, words, fix }: Finding): string {
  return `${marks[state]}  ${what}: ${words}${fix ? `\n      ${fix}` : ''}`;
}

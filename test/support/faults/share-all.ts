import type { TestClock } from '../test-clock.ts';
import type { startJira, startSlack } from '../vendors.ts';
import type { Chance } from './chance.ts';
import type { WorldPlan } from './world.ts';

/** A file that people shared: where its one answer belongs. */
export type Share = { name: string } & ({ threadTs: string } | { issueKey: string });

/** Spreads the shares of a plan over the first minutes of the clock. Every third has the bytes of the one before. */
export function shareAll({
  plan,
  slack,
  jira,
  clock,
  chance,
  shares,
}: {
  plan: WorldPlan;
  slack: ReturnType<typeof startSlack>;
  jira: ReturnType<typeof startJira>;
  clock: TestClock;
  chance: Chance;
  shares: Share[];
}): void {
  for (let number = 0; number < plan.shares; number += 1) {
    const name = `share-${number}`;
    const content = number % 3 === 2 ? number - 1 : number;
    const file = { name: `${name}.log`, bytes: `09:00:01 start ${content}\n09:00:02 ERROR disk ${content} is full\n` };
    clock.after(1 + Math.round(chance.of('when') * 240_000), () => {
      void (number % 2 === 0 ? shareInSlack() : attachToTicket()).then((share) => shares.push(share));
    });

    async function shareInSlack(): Promise<Share> {
      const { message } = await slack.people.say({
        channel: 'C0BRINGUP',
        user: 'U0ADA',
        text: `why, ${name}?`,
        files: [file],
      });
      return { name, threadTs: message.ts };
    }

    async function attachToTicket(): Promise<Share> {
      const issue = await jira.people.createIssue({
        project: 'PROJ',
        user: 'ada',
        summary: `It stops: ${name}`,
        files: [file],
      });
      return { name, issueKey: issue.key };
    }
  }
}

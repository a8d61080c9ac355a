import { citeLine } from '../cite.ts';
import type { Part } from './place.ts';

const maxTold = 12;

/** Sections that dumpstate gave up: what they say is cut, and what they asked did not answer. */
export function createInterruptionsPart(document: string): Part {
  const services: { name: string; seconds: number; line: number }[] = [];
  const commands: { name: string; after: string; line: number }[] = [];
  return {
    line({ section }, number, text) {
      if (!text.startsWith('*** ')) return;
      const service = /^\*\*\* SERVICE '([\w.$/-]{1,200})' DUMP TIMEOUT \((\d+)ms\) EXPIRED \*\*\*/.exec(text);
      if (service) {
        if (services.length < 200)
          services.push({ name: service[1]!, seconds: Math.round(Number(service[2]) / 1000), line: number });
        return;
      }
      const command = /^\*\*\* (?:command )?'?(.{1,200}?)'?:? [Tt]imed out(?: after ([\d.]+) ?s)?/.exec(text);
      if (command && commands.length < 200)
        commands.push({ name: section || command[1]!, after: command[2] ?? '', line: number });
    },
    finish: () => ({
      findings:
        services.length === 0
          ? []
          : [
              {
                rule: 'android.dump-timeout',
                title: `${services.length === 1 ? 'Service' : 'Services'} ${services
                  .slice(0, 4)
                  .map(({ name }) => name)
                  .join(', ')} did not respond within ${services[0]!.seconds} s when the report was taken`,
                explanation:
                  'A service that cannot print its state in that time hangs, or waits for one that does; check its process.',
                severity: 'warning',
                role: 'symptom',
                certainty: 'certain',
                count: services.length,
                evidence: services.slice(0, 4).map(({ line }) => citeLine(document, line)),
                signature: `dump timeout ${services[0]!.name}`,
                subjects: services.slice(0, 12).map(({ name }) => name),
                next: ['Take stacks of its process while it hangs: `adb shell debuggerd -b PID`.'],
              },
            ],
      unread: [
        ...commands
          .slice(0, maxTold)
          .map(
            ({ name, after, line }) =>
              `Section ${name} timed out${after && ` after ${Number(after)} s`} when the report was taken; its content is incomplete (line ${line}).`,
          ),
        ...(services.length > 0
          ? [
              `The state of ${services
                .slice(0, maxTold)
                .map(({ name }) => name)
                .join(', ')} is cut off: it timed out when the report was taken.`,
            ]
          : []),
      ],
    }),
  };
}

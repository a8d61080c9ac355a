import { citeLine } from '../../cite.ts';
import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { maskSecrets } from '../secrets/mask-secrets.ts';

const maxShown = 20;

/** Where a configuration cannot be taken apart: the program that reads it will stumble there too. */
export function findParseErrors({ syntax, problems }: ConfigText, document: string): Finding[] {
  return problems.slice(0, maxShown).map(({ line, message }, index) => ({
    rule: 'config.parse-error',
    title: `Line ${line}: ${maskSecrets(message)}`,
    explanation: `The file reads as ${syntax}, but line ${line} is wrong: ${maskSecrets(message)}.`,
    severity: 'error',
    // What follows the first error is often its consequence.
    role: index === 0 ? 'cause' : 'symptom',
    certainty: 'certain',
    count: 1,
    evidence: [citeLine(document, line)],
    signature: `config ${syntax}: ${message.replace(/\d+/g, 'N')}`,
    next: [`Fix line ${line} and check the whole file with its program's own syntax check.`],
  }));
}

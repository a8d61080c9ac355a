import type { ConfigText } from '../config-text.ts';
import { type ConfigAnswer, fromFile } from './config-answer.ts';

const names: Record<string, number> = {
  ssh: 22,
  telnet: 23,
  smtp: 25,
  dns: 53,
  domain: 53,
  http: 80,
  www: 80,
  https: 443,
  ntp: 123,
  snmp: 161,
  bgp: 179,
  rdp: 3389,
  mysql: 3306,
  postgres: 5432,
  redis: 6379,
};

/** "is port 22 open", "which rules allow ssh": the rules of a list or chain that name it. */
export function answerPorts(question: string, { statements }: ConfigText): ConfigAnswer | undefined {
  if (
    !/\b(?:rules?|allow(?:s|ed)?|permit(?:s|ted)?|open|block(?:s|ed)?|den(?:y|ies|ied)|reachable|filtered)\b/i.test(
      question,
    )
  )
    return undefined;
  const number = /\bport (\d{1,5})\b/i.exec(question)?.[1] ?? portNamed(question);
  if (number === undefined) return undefined;
  const words = [
    number,
    ...Object.entries(names)
      .filter(([, port]) => String(port) === number)
      .map(([name]) => name),
  ].join('|');
  const names2 = new RegExp(
    `(?:\\beq|\\bport|-port|--dport|--dports|destination-port|dst-port=|dport|\\brange)\\s*=?[{\\s]*(?:[\\w,: -]*[\\s,{:])?(?:${words})\\b`,
    'i',
  );
  const rules = statements.filter(
    ({ text, path }) =>
      names2.test(text) &&
      /\b(?:permit|deny|accept|drop|reject|pass|block|allow)\b|-j |action/i.test([...path, text].join(' ')),
  );
  if (rules.length === 0) return undefined;
  const isRefusal = (text: string) => /\b(?:deny|drop|reject|block|discard)\b/i.test(text);
  const allowing = rules.filter(({ text }) => !isRefusal(text));
  const refusing = rules.length - allowing.length;
  return {
    sentence: [
      `${allowing.length} rule${allowing.length === 1 ? ' lets' : 's let'} port ${number} through, ${refusing} refuse${refusing === 1 ? 's' : ''} it`,
      ...(rules[0] ? ['; the first is ', fromFile(rules[0].text)] : []),
    ],
    proof: rules.slice(0, 12).map(({ text, line, parentLine }) => ({
      text: [isRefusal(text) ? 'refused' : 'let through'],
      lines: parentLine === undefined ? [line] : [parentLine, line],
    })),
  };
}

function portNamed(question: string): string | undefined {
  const name = /\b(ssh|telnet|smtp|dns|https?|www|ntp|snmp|bgp|rdp|mysql|postgres|redis)\b/i
    .exec(question)?.[1]
    ?.toLowerCase();
  return name === undefined ? undefined : String(names[name]);
}

import type { Finding, Severity } from '../../reading.ts';
import type { ConfigText, Setting, Statement } from '../config-text.ts';
import { isSecretKey } from '../secrets/is-secret-key.ts';
import { holdsSecret } from '../secrets/mask-secrets.ts';

const maxShown = 60;

/** Settings that are allowed and rarely meant: open doors, rules that never match, values out of their range. */
export function findSuspiciousValues(config: ConfigText, document: string): Finding[] {
  return [
    ...config.statements.flatMap((statement) => suspiciousStatement(statement, document)),
    ...unreachableRules(config.statements, document),
    ...config.settings.flatMap((setting) => suspiciousSetting(setting, document)),
  ].slice(0, maxShown);
}

interface StatementRule {
  rule: string;
  pattern: RegExp;
  severity: Severity;
  title: string;
  explanation: string;
  next?: string;
}

const statementRules: readonly StatementRule[] = [
  {
    rule: 'config.plain-passwords',
    pattern: /^no service password-encryption$/,
    severity: 'warning',
    title: 'Passwords are kept in plain text (no service password-encryption)',
    explanation: 'Whoever sees this configuration sees its passwords.',
    next: 'service password-encryption',
  },
  {
    rule: 'config.telnet',
    pattern:
      /^(?:transport input (?:.*\b)?(?:telnet|all)\b|feature telnet$|set system services telnet$|telnet server$)/,
    severity: 'warning',
    title: 'Logins over telnet are allowed',
    explanation: 'Telnet sends names and passwords in the clear.',
    next: 'transport input ssh',
  },
  {
    rule: 'config.open-http',
    pattern: /^ip http server$/,
    severity: 'info',
    title: 'The web interface answers without TLS (ip http server)',
    explanation: 'What is sent to it can be read on the way.',
    next: 'no ip http server',
  },
  {
    rule: 'config.everything-permitted',
    pattern: /^(?:\d+ )?permit ip any any(?: log)?$|^access-list \S+ (?:extended )?permit ip any any(?: log)?$/,
    severity: 'info',
    title: 'A rule permits everything to everyone',
    explanation: 'Rules behind it have no effect, and whatever no rule before it denies passes.',
  },
  {
    rule: 'config.wrong-address',
    pattern: /(?:^|\s)(?:ip|ipv4) address (?!\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\/?\b)\d+(?:\.\d+){3}/,
    severity: 'error',
    title: 'An address is not one',
    explanation: 'The number does not have the form of an IPv4 address.',
  },
];

function suspiciousStatement(statement: Statement, document: string): Finding[] {
  const { text, line } = statement;
  const found: Finding[] = statementRules
    .filter(({ pattern }) => pattern.test(text))
    .map(({ rule, severity, title, explanation, next }) =>
      findingAt(document, line, { rule, severity, title, explanation, next }),
    );
  if (holdsSecret(text)) return found;
  for (const [address] of text.matchAll(/(?<![\w.:/])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g)) {
    if (!address.split('.').some((octet) => Number(octet) > 255)) continue;
    found.push(
      findingAt(document, line, {
        rule: 'config.wrong-address',
        severity: 'error',
        title: `${address} is not an address`,
        explanation: 'A part of it is above 255; a device refuses the line.',
      }),
    );
  }
  return found;
}

/** Rules of one list behind a rule that already takes everything. */
function unreachableRules(statements: readonly Statement[], document: string): Finding[] {
  const ends = new Map<string, Statement>();
  const reported = new Set<string>();
  const found: Finding[] = [];
  for (const statement of statements) {
    const rule = ruleOf(statement);
    if (!rule) continue;
    const end = ends.get(rule.list);
    if (end && !reported.has(rule.list)) {
      reported.add(rule.list);
      found.push({
        ...findingAt(document, statement.line, {
          rule: 'config.unreachable-rule',
          severity: 'warning',
          title: `A rule of ${rule.list} can never match`,
          explanation: `Line ${end.line} already takes every packet, so line ${statement.line} is never reached.`,
          next: `Move line ${statement.line} before line ${end.line}, or remove it.`,
        }),
        evidence: [end.line, statement.line].map((line) => ({ document, lineStart: line, lineEnd: line })),
      });
    }
    if (rule.takesAll && !end) ends.set(rule.list, statement);
  }
  return found;
}

function ruleOf({ text, path }: Statement): { list: string; takesAll: boolean } | undefined {
  const numbered = /^access-list (\S+) (?:extended )?((?:permit|deny) .+)$/.exec(text);
  const body = numbered?.[2] ?? /^(?:\d+ )?((?:permit|deny) .+)$/.exec(text)?.[1];
  const list = numbered ? `access list ${numbered[1]}` : path.findLast((each) => /access-list /.test(each));
  if (list && body)
    return { list, takesAll: /^(?:permit|deny) (?:ip(?:v4|v6)? any any|any)(?: log(?:-input)?)?$/.test(body) };
  const chain = /^-A (\S+)(.*) -j (?:ACCEPT|DROP|REJECT)\b/.exec(text);
  return chain ? { list: `chain ${chain[1]}`, takesAll: chain[2]!.trim() === '' } : undefined;
}

function suspiciousSetting({ path, value, line }: Setting, document: string): Finding[] {
  const key = path.slice(path.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');
  if (isSecretKey(key)) return [];
  const finding = (rule: string, severity: Severity, title: string, explanation: string) => [
    findingAt(document, line, { rule, severity, title, explanation, subjects: [path] }),
  ];
  if (/port$/i.test(key) && /^-?\d+$/.test(value) && (Number(value) > 65535 || Number(value) < 0)) {
    return finding(
      'config.value-out-of-range',
      'error',
      `${path} is ${value.slice(0, 40)}, which is no port`,
      'Ports go from 0 to 65535.',
    );
  }
  if (
    /(?:timeout|interval|size|limit|max\w*|min\w*|retries|workers|threads)$/i.test(key) &&
    /^-\d+$/.test(value) &&
    value !== '-1'
  ) {
    return finding(
      'config.value-out-of-range',
      'warning',
      `${path} is negative (${value.slice(0, 40)})`,
      'A count or a time below zero is rarely meant.',
    );
  }
  if (/^(?:change[_-]?me|todo|fixme|tbd|xxx+|<[^<>]{1,60}>|your[_-][\w-]{1,40})$/i.test(value)) {
    return finding(
      'config.placeholder',
      'warning',
      `${path} still holds a placeholder`,
      'The value was never filled in.',
    );
  }
  if (
    /(?:verify|validate)[\w-]*(?:ssl|tls|cert)|(?:ssl|tls)[\w-]*verif/i.test(key) &&
    /^(?:false|no|off|0|none)$/i.test(value)
  ) {
    return finding(
      'config.no-verification',
      'warning',
      `${path} turns certificate checks off`,
      'Anybody on the way can pose as the other side.',
    );
  }
  return [];
}

function findingAt(
  document: string,
  line: number,
  parts: {
    rule: string;
    severity: Severity;
    title: string;
    explanation: string;
    next?: string | undefined;
    subjects?: string[];
  },
): Finding {
  const { rule, severity, title, explanation, next, subjects } = parts;
  return {
    rule,
    title,
    explanation,
    severity,
    role: severity === 'error' ? 'cause' : 'context',
    certainty: severity === 'error' ? 'certain' : 'possible',
    count: 1,
    evidence: [{ document, lineStart: line, lineEnd: line }],
    signature: `config ${rule.replace('config.', '')}`,
    ...(subjects ? { subjects } : {}),
    ...(next ? { next: [next] } : {}),
  };
}

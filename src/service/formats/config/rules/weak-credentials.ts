import { isSecretKey } from '#core/secrets/is-secret-key.ts';
import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { secretSpans } from '../secrets/secret-spans.ts';
import { findingAt } from './finding-at.ts';

const maxShown = 20;

/** What everybody tries first. */
const known = new Set(
  `public private cisco admin administrator password passw0rd p@ssw0rd pass root secret changeme change_me change-me 1234 12345
  123456 1234567 12345678 123456789 guest default test testing demo letmein toor qwerty welcome welcome1 admin123 password1
  password123 user master manager security snmp community juniper arista huawei mikrotik ubnt vyos vagrant docker postgres mysql
  oracle redis rabbitmq tomcat elastic grafana minio minioadmin example foobar foo bar abc123 monkey dragon iloveyou system
  support service public1 private1 netadmin network switch router enable read write rw ro example123 secret123 root123 p4ssw0rd`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Passwords and communities that are well known, or the name they belong to. The value itself is not told. */
export function findWeakCredentials({ statements, settings }: ConfigText, document: string): Finding[] {
  const found: Finding[] = [];
  for (const { text: whole, line } of statements) {
    const text = whole.slice(0, 2000);
    if (!/pass|secret|communit|snmp|key|psk|auth|stats/i.test(text)) continue;
    const values = secretSpans(text).map(([from, to]) => text.slice(from, to).replace(/["';]/g, ''));
    const user = /^(?:username|user|local-user|set system login user) (\S+)/.exec(text)?.[1];
    if (values.some((value) => isWeak(value, user)))
      found.push(
        told(
          document,
          line,
          /communit|snmp/i.test(text) ? 'An SNMP community' : 'A password',
          text.split(/\s+/).slice(0, 2).join(' '),
        ),
      );
  }
  for (const { path, keys, value, line, type } of settings) {
    const key = keys.findLast((each) => typeof each === 'string') ?? '';
    if (value === '' || type === 'boolean' || !isSecretKey(String(key)) || !isWeak(value, undefined)) continue;
    found.push(told(document, line, `The value of ${path}`, path));
  }
  return found.slice(0, maxShown);
}

function isWeak(value: string, user: string | undefined): boolean {
  return (
    known.has(value.toLowerCase()) ||
    (user !== undefined && user.length > 2 && value.toLowerCase() === user.toLowerCase())
  );
}

function told(document: string, line: number, what: string, subject: string): Finding {
  return findingAt(document, line, {
    rule: 'config.weak-credential',
    severity: 'warning',
    certainty: 'certain',
    title: `${what} in line ${line} is one of the first that everyone tries`,
    explanation: 'It is in every list of default and common passwords.',
    signature: 'config weak credential',
    subjects: [subject],
    next: 'Replace it, and treat what it protects as compromised.',
  });
}

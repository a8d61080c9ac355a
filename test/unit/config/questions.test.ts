import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerConfigQuestion } from '#service/formats/config/questions/answer-config-question.ts';

function ask(name: string, question: string): string | undefined {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/config', name), 'utf8');
  const answer = answerConfigQuestion(question, text, name);
  if (!answer) return undefined;
  const sentence = answer.sentence.map((part) => (typeof part === 'string' ? part : part.fromFile)).join('');
  return `${sentence} @${answer.proof.flatMap(({ lines }) => lines).join()}`;
}

it.each<[string, string, string]>([
  ['ios-edge.cfg', 'is telnet enabled?', 'No: Telnet is off, by transport input ssh @99,102'],
  ['ios-edge.cfg', 'Is SSH on?', 'Yes: SSH is on, by ip ssh version 2 and 1 more @21,99,102'],
  ['ios-edge.cfg', 'is cdp enabled', 'No line of this configuration turns CDP on @'],
  ['ios-edge.cfg', 'what is the MTU of Gi0/1', 'No MTU is set on GigabitEthernet0/1: its default applies @43'],
  [
    'ios-edge.cfg',
    'what is the ip address of gi0/0',
    'The address of GigabitEthernet0/0 is 203.0.113.2 255.255.255.252 @35,37',
  ],
  [
    'ios-edge.cfg',
    'which interfaces have an access list',
    '1 of 4 interfaces has an access list: GigabitEthernet0/0 OUTSIDE-IN @35,38',
  ],
  ['ios-edge.cfg', 'which ACLs are unused', 'None: nothing of that kind is defined and not used in this file @'],
  ['ios-edge.cfg', 'what is the AS number', 'The AS number is 65010 @61'],
  [
    'ios-edge.cfg',
    'is port 53 allowed',
    '1 rule lets port 53 through, 0 refuse it; the first is permit udp any eq domain host 203.0.113.2 @79,81',
  ],
  ['xr-core', 'what is the mtu of bundle-ether10', 'The MTU of Bundle-Ether10 is 9216 @4,6'],
  [
    'nxos-leaf.cfg',
    'which interfaces have no description',
    '3 of 5 interfaces have no description: Vlan100, port-channel1, mgmt0 @18,23,35',
  ],
  ['junos-hier.conf', 'which interfaces have no description', '1 of 2 interfaces has no description: lo0 @31'],
  ['junos-set.txt', 'what is the address of ge-0/0/1', 'The address of ge-0/0/1 is 10.3.0.1/24 @6'],
  ['sshd_config', 'is root login allowed', 'No: Login as root is off, by PermitRootLogin no @5'],
  ['application.properties', 'is ssl enabled', 'Yes: server.ssl.enabled is true @3'],
  ['my.cnf', 'what is the buffer pool size', 'mysqld.innodb_buffer_pool_size is 4G @11'],
  [
    'docker-compose.yml',
    'which image does the web service use',
    'services.web.image is registry.example.com/shop/web:4.2.1 @3',
  ],
  ['haproxy.cfg', 'what is the server timeout', 'defaults › timeout server is 30s @13'],
])('answers from %s: %s', (name, question, answer) => {
  expect(ask(name, question)).toBe(answer);
});

it('tells who may log in without quoting the line of a password', () => {
  expect(ask('ios-edge.cfg', 'who can log in')).toBe(
    'The user is netops; line 23 says so and is not quoted, for it holds a secret @',
  );
});

it('leaves questions about causes, and those about nothing in the file, to others', () => {
  expect(ask('ios-edge.cfg', 'why does the session flap')).toBeUndefined();
  expect(ask('ios-edge.cfg', 'what is wrong here')).toBeUndefined();
  expect(ask('ios-edge.cfg', 'summarise this')).toBeUndefined();
});

const policies = [
  ['in', 'wan1', 'lan', 'accept', 'ALL'],
  ['no-telnet', 'wan1', 'lan', 'deny', 'TELNET'],
  ['out', 'lan', 'wan1', 'accept', 'HTTPS'],
].map(
  ([name, from, to, action, service]) =>
    `edit ${name}\nset srcintf "${from}"\nset dstintf "${to}"\nset srcaddr "all"\nset dstaddr "all"\nset action ${action}\nset service "${service}"\nnext\n`,
);

it.each([
  ['is there an any-any rule?', '1 of 3 rules let everything through: in (line 2) @2'],
  [
    'which rules never match',
    '1 of 3 rules can never match: no-telnet (line 10, after line 2 which takes all it would take) @2,10',
  ],
  [
    'is policy no-telnet ever reached?',
    'It can never match: no-telnet (line 10, after line 2 which takes all it would take) @2,10',
  ],
  ['does policy no-smtp ever match?', undefined],
  ['which policies let traffic in from wan1?', '1 of 3 policies let through wan1: in @2'],
  ['which rules block telnet', '1 of 3 policies refuse TELNET: no-telnet @10'],
  ['what does the policy allow from lan to wan1', '1 of 3 policies let through wan1, lan: out @18'],
])('answers from firewall policies: %s', (question, told) => {
  const answer = answerConfigQuestion(question, `config firewall policy\n${policies.join('')}end\n`, 'fw.conf');
  const sentence = answer?.sentence.map((part) => (typeof part === 'string' ? part : part.fromFile)).join('');
  expect(answer && `${sentence} @${answer.proof.flatMap(({ lines }) => lines).join()}`).toBe(told);
});

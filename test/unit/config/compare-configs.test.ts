import { describe, expect, it } from 'vitest';
import { compareConfigs } from '#service/formats/config/diff/compare-configs.ts';

/** Each change as `kind: place: before -> after @lines`. */
function told(before: string, after: string): string[] {
  return compareConfigs(before, after).map(
    ({ kind, place, before: old = '', after: now = '', lineBefore = '-', lineAfter = '-' }) =>
      `${kind}: ${place.join(' › ')}: ${old} -> ${now} @${lineBefore},${lineAfter}`,
  );
}

describe('router text', () => {
  it('tells what was added, removed and changed, and where, whatever the order of what has none', () => {
    const before = 'interface a\n ip address 10.0.0.1 255.0.0.0\n shutdown\n!\nntp server 1.1.1.1\nhostname x\n';
    const after =
      'hostname x\nntp server 1.1.1.1\n! a comment\ninterface a\n ip address 10.0.0.2 255.0.0.0\n ip access-group IN in\n';
    expect(told(before, after)).toEqual([
      'removed: interface a: shutdown ->  @3,-',
      'changed: interface a: ip address 10.0.0.1 255.0.0.0 -> ip address 10.0.0.2 255.0.0.0 @2,5',
      'added: interface a:  -> ip access-group IN in @-,6',
    ]);
  });

  it('tells an entry of a list that moved behind another, for the first that fits applies', () => {
    const list = (...entries: string[]) => `hostname r\n!\nip access-list extended A\n ${entries.join('\n ')}\n!\n`;
    const [open, shut] = ['permit tcp any any eq 80', 'deny ip any any'];
    expect(compareConfigs(list(open, shut), list(shut, open))).toMatchObject([
      { kind: 'moved', after: open, impact: expect.stringContaining('another one may apply first') },
    ]);
    const numbered = 'ip access-list A\n   10 permit tcp any any eq 80\n   20 deny ip any any\n';
    const renumbered =
      'ip access-list A\n   10 permit tcp any any eq 80\n   15 permit icmp any any\n   25 deny ip any any\n';
    expect(told(numbered, renumbered)).toEqual(['added: ip access-list A:  -> 15 permit icmp any any @-,3']);
  });

  it('pairs a neighbour with itself, and a block under another name with what it was', () => {
    const before = 'router bgp 1\n neighbor 10.0.0.1 remote-as 2\n neighbor 10.0.0.2 remote-as 3\n';
    const after = 'router bgp 1\n neighbor 10.0.0.3 remote-as 4\n neighbor 10.0.0.1 remote-as 5\n';
    expect(compareConfigs(before, after).map(({ kind }) => kind)).toEqual(['added', 'changed', 'removed']);
    const body = ' permit tcp any any eq 80\n permit tcp any any eq 443\n deny ip any any\n';
    expect(
      compareConfigs(`ip access-list extended OLD\n${body}`, `ip access-list extended NEW\n${body}`),
    ).toMatchObject([{ kind: 'renamed', lineBefore: 1, lineAfter: 1 }]);
  });

  it('takes a mask and its prefix length for the same, and `no` for a change of what it negates', () => {
    expect(told('interface a\n ip address 10.0.0.1 255.255.255.0\n', 'interface a\n ip address 10.0.0.1/24\n')).toEqual(
      ['same value: interface a: ip address 10.0.0.1 255.255.255.0 -> ip address 10.0.0.1/24 @2,2'],
    );
    expect(compareConfigs('interface a\n shutdown\n', 'interface a\n no shutdown\n')).toMatchObject([
      { kind: 'changed', before: 'shutdown', after: 'no shutdown', impact: 'The interface comes up.' },
    ]);
  });

  it('keeps the order of terms, in braces and in flat text', () => {
    const term = (name: string) => `  term ${name} {\n   from { protocol tcp; }\n   then accept;\n  }\n`;
    const braces = (...names: string[]) =>
      `system { host-name a; }\nfirewall {\n filter F {\n${names.map(term).join('')} }\n}\n`;
    expect(compareConfigs(braces('a', 'b'), braces('b', 'a'))).toMatchObject([
      { kind: 'moved', place: ['firewall', 'filter F'] },
    ]);
    const flat = (...names: string[]) =>
      `set system host-name a\n${names.map((name) => `set firewall filter F term ${name} then accept\n`).join('')}`;
    expect(compareConfigs(flat('a', 'b'), flat('b', 'a'))).toMatchObject([
      { kind: 'moved', after: 'firewall filter F term a' },
    ]);
  });
});

describe('firewalls and servers', () => {
  it('counts no packets, and tells a rule that went to the front of its chain', () => {
    const rules = (count: number, ...lines: string[]) =>
      `*filter\n:INPUT DROP [${count}:9]\n${lines.join('\n')}\nCOMMIT\n`;
    const [ssh, web, drop] = [
      '-A INPUT -p tcp --dport 22 -j ACCEPT',
      '-A INPUT -p tcp --dport 80 -j ACCEPT',
      '-A INPUT -j DROP',
    ];
    expect(compareConfigs(rules(1, ssh, web, drop), rules(7, ssh, web, drop))).toEqual([]);
    expect(told(rules(1, ssh, web, drop), rules(7, drop, ssh, web))).toEqual([
      `moved: *filter: ${drop} -> ${drop} @5,3`,
    ]);
  });

  it('lets directives of a server change places, but not the patterns that are tried in turn', () => {
    const server = (...lines: string[]) => `http {\n server {\n${lines.map((line) => `  ${line}\n`).join('')} }\n}\n`;
    const [listen, root, a, b] = [
      'listen 80;',
      'root /srv;',
      'location ~ ^/a { return 200; }',
      'location ~ ^/b { return 201; }',
    ];
    expect(compareConfigs(server(listen!, root!, a!, b!), server(root!, a!, b!, listen!))).toEqual([]);
    expect(compareConfigs(server(listen!, a!, b!), server(listen!, b!, a!))).toMatchObject([{ kind: 'moved' }]);
  });
});

describe('keys and values', () => {
  it('matches documents by kind and name, and members of lists by what names them', () => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  ports: [{port: 80}]\n';
    const pods = (first: string, second: string) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  template:\n    spec:\n      containers:\n      - ${first}\n      - ${second}\n`;
    const before = `${service}---\n${pods('{name: x, image: "x:1"}', '{name: y, image: "y:1"}')}`;
    const after = `${pods('{name: y, image: "y:1"}', '{name: x, image: "x:2"}')}---\n${service}`;
    const path = 'Deployment/a.spec.template.spec.containers[x].image';
    expect(told(before, after)).toEqual([`changed: ${path}: ${path} = x:1 -> ${path} = x:2 @16,10`]);
  });

  it('tells the order of a list of steps, and none of a map or a set', () => {
    expect(compareConfigs('steps:\n- run: a\n- run: b\nx: 1\n', 'x: 1\nsteps:\n- run: b\n- run: a\n')).toMatchObject([
      { kind: 'moved' },
    ]);
    expect(compareConfigs('networks:\n- a\n- b\nx: 1\n', 'networks:\n- b\n- a\nx: 1\n')).toEqual([]);
  });

  it('tells a renamed key, and a value that is only written otherwise', () => {
    const before = 'db:\n  timeout: 10s\n  hostname: db.example.com\n  port: 1\n';
    const after = 'db:\n  host: db.example.com\n  timeout: 10000ms\n  port: 1\n';
    expect(told(before, after)).toEqual([
      'renamed: db.host: db.hostname = db.example.com -> db.host = db.example.com @3,2',
      'same value: db.timeout: db.timeout = 10s -> db.timeout = 10000ms @2,3',
    ]);
    expect(compareConfigs('a: 1\ntimeout: 10\nb: 2\n', 'a: 1\ntimeout: 10s\nb: 2\n')).toMatchObject([
      { kind: 'changed' },
    ]);
  });

  it('masks secrets that changed, also those only their surroundings tell', () => {
    const changes = compareConfigs(
      'db:\n  host: a\n  password: old1\n  port: 1\n',
      'db:\n  host: a\n  password: new2\n  port: 1\n',
    );
    expect(changes).toMatchObject([{ kind: 'changed', place: ['db.password'], isSecretAfter: true }]);
    expect(JSON.stringify(changes)).not.toMatch(/old1|new2/);
    const secret = (value: string) =>
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n  conf: ${value}\n`;
    const both = compareConfigs(
      secret('hunter2'),
      `${secret('hunter3')}---\n${secret('hunter4').replace('name: s', 'name: t')}`,
    );
    expect(both.map(({ kind }) => kind)).toEqual(['changed', 'added']);
    expect(JSON.stringify(both)).not.toContain('hunter');
  });

  it('finds few changes in large files quickly, and bounds those of files with nothing in common', () => {
    const large = (from: number, value: number) =>
      Array.from({ length: 20_000 }, (_, n) => `key${from + n} = ${n === 777 ? value : n}`).join('\n');
    expect(told(large(0, 1), large(0, 2))).toEqual(['changed: key777: key777 = 1 -> key777 = 2 @778,778']);
    expect(compareConfigs(large(0, 1), large(50_000, 1)).length).toBeLessThanOrEqual(2000);
  });
});

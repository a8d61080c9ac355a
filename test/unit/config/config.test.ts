import { describe, expect, it } from 'vitest';
import { parseConfig } from '#service/formats/config/parse-config.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a router configuration', () => {
  const router = `!
hostname r1
no service password-encryption
username admin password 0 hunter2
!
interface Ethernet0
 ip address 10.0.0.1 255.255.255.0
 ip access-group WEB in
!
interface Ethernet1
 ip address 10.0.0.1 255.255.255.0
!
interface Ethernet2
 ip address 10.0.300.1 255.255.255.0
!
ip access-list extended MGMT
 permit ip any any
 deny tcp any any eq 23
!
router bgp 65001
 neighbor 10.0.0.2 remote-as 65002
 neighbor 10.0.0.2 route-map IN in
!
route-map OUT permit 10
!
line vty 0 4
 transport input telnet
 access-class MGMT in
`;

  it('tells names that resolve to nothing, addresses used twice, and rules never reached', async () => {
    const { findings, facts } = await readingOf(temporaryFolder(), 'r1', router);
    const told = findings.map(
      ({ title, evidence }) => `${title} @${evidence.map(({ lineStart }) => lineStart).join()}`,
    );
    expect(told).toEqual(
      expect.arrayContaining([
        'route map IN is used but not defined @22',
        'access list WEB is used but not defined @8',
        'route map OUT is defined but not used @24',
        '10.0.0.1 is on 2 interfaces: Ethernet0, Ethernet1 @7,11',
        '10.0.300.1 is not an address @14',
        'A rule of ip access-list extended MGMT can never match @17,18',
        'Passwords are kept in plain text (no service password-encryption) @3',
        'Logins over telnet are allowed @27',
      ]),
    );
    expect(facts).toMatchObject({ Hostname: 'r1', 'BGP AS': '65001', Interfaces: 3 });
  });

  it('repeats no secret in what it says and cites no line that holds one', async () => {
    const { findings } = await readingOf(temporaryFolder(), 'r1', router);
    expect(JSON.stringify(findings)).not.toContain('hunter2');
    expect(findings.flatMap(({ evidence }) => evidence).some(({ lineStart }) => lineStart === 4)).toBe(false);
  });

  it('finds nothing wrong with a sound one', async () => {
    const sound = `hostname r2\n!\ninterface Loopback0\n ip address 1.1.1.1 255.255.255.255\n!\nroute-map A permit 10\n!\nrouter bgp 1\n neighbor 2.2.2.2 remote-as 1\n neighbor 2.2.2.2 update-source Loopback0\n neighbor 2.2.2.2 route-map A out\n!\n`;
    expect((await readingOf(temporaryFolder(), 'r2', sound)).findings).toEqual([]);
  });
});

describe('keys and values', () => {
  it('gives the line of what does not parse', async () => {
    const json = await readingOf(temporaryFolder(), 'a.json', '{\n  "a": 1,\n  "b": [1, 2\n  "c": 3\n}\n');
    expect(json.findings.map(({ title }) => title)).toEqual(['Line 4: a comma is missing']);
    const xml = await readingOf(temporaryFolder(), 'a.xml', '<?xml version="1.0"?>\n<a>\n  <b>1</c>\n</a>\n');
    expect(xml.findings[0]?.title).toBe('Line 3: </c> where </b> of line 3 was expected');
    const yaml = await readingOf(temporaryFolder(), 'a.yaml', 'a:\n  b: 1\n  c: 2\n d: 3\ne: 4\nf: 5\n');
    expect(yaml.findings[0]?.rule).toBe('config.parse-error');
  });

  it('tells a key that is set twice, whatever the syntax', async () => {
    const ini = await readingOf(temporaryFolder(), 'a.ini', '[s]\nport = 80\nhost = a\nport = 81\n');
    expect(ini.findings.map(({ title }) => title)).toEqual(['s.port is set 2 times with different values']);
    const json = await readingOf(temporaryFolder(), 'a.json', '{\n "port": 80,\n "x": 1,\n "port": 81\n}\n');
    expect(json.findings[0]?.evidence.map(({ lineStart }) => lineStart)).toEqual([2, 4]);
  });

  it('tells values out of their range and placeholders', async () => {
    const text = 'server.port=99999\ndb.host=CHANGEME\nssl.verify=false\ndb.password=CHANGEME\n';
    const titles = (await readingOf(temporaryFolder(), 'a.properties', text)).findings.map(({ title }) => title);
    expect(titles).toEqual([
      'The value of db.password in line 4 is one of the first that everyone tries',
      'server.port is 99999, which is not a port',
      'db.host still holds a placeholder',
      'ssl.verify turns certificate checks off',
    ]);
  });

  it('survives what a hostile file nests and leaves open', () => {
    for (const text of [
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      '<a>'.repeat(100_000),
      '<!--'.repeat(100_000),
      'a {\n'.repeat(5000),
      `a: &x\n${'- *x\n'.repeat(1000)}`,
    ]) {
      expect(() => parseConfig(text)).not.toThrow();
    }
  });
});

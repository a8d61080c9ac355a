import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFileSource } from '#service/archives/file-source.ts';
import { parseConfig } from '#service/formats/config/parse-config.ts';
import { findTroubles } from '#service/formats/config/rules/find-troubles.ts';
import { detectType } from '#service/formats/detect-type.ts';

const clean = join(import.meta.dirname, '../../fixtures/config');
const present = Date.parse('2026-11-20T12:00:00Z');

/** Titles with the lines they stand on. */
function troubles(text: string, name = ''): string[] {
  return findTroubles(parseConfig(text, name), 'x', present).map(
    ({ title, evidence }) => `${title} @${evidence.map(({ lineStart }) => lineStart).join()}`,
  );
}

describe('sound configurations of fifty kinds', () => {
  it.each(readdirSync(clean))(
    '%s is read as a configuration whatever its name, and nothing is wrong with it',
    async (name) => {
      const path = join(clean, name);
      const source = openFileSource(path);
      expect([await detectType(name, source), await detectType('upload', source)]).toEqual(['config', 'config']);
      source.close();
      const config = parseConfig(readFileSync(path, 'utf8'), name);
      expect(config.problems).toEqual([]);
      expect(config.statements.length + config.settings.length).toBeGreaterThan(3);
      expect(findTroubles(config, name, present)).toEqual([]);
    },
  );
});

it('takes paragraphs that begin with one key for the entries of a list, and a key told again in one for a list', () => {
  const sources = 'Types: deb\nURIs: http://a\nSuites: x\n\nTypes: deb\n# more\nURIs: http://b\nSuites: y\n';
  const entries = 'dn: uid=a\nobjectClass: top\nobjectClass: person\nnote: one\n two\n\ndn: uid=b\nobjectClass: top\n';
  expect(troubles(sources)).toEqual([]);
  expect(troubles(entries)).toEqual([]);
  expect(parseConfig(sources).settings.map(({ path }) => path)).toContain('[1].URIs');
  expect(troubles('port: 1\nname: a\n\nmode: b\n\nport: 3\n').length).toBe(1);
});

it.each<[string, string, string[]]>([
  [
    'addresses of a router that cannot be',
    'hostname r\ninterface Ethernet1\n ip address 10.0.0.0 255.255.255.0\ninterface Ethernet2\n ip address 10.1.0.1 255.0.255.0\ninterface Ethernet3\n ip address 10.2.0.1 255.255.0.0\ninterface Ethernet4\n ip address 10.2.3.1 255.255.255.0\nip route 0.0.0.0 0.0.0.0 192.0.2.1\n',
    [
      '10.0.0.0 is the network address of its own network @3',
      '255.0.255.0 is not a valid mask @5',
      'The networks of Ethernet3 and Ethernet4 overlap @7,9',
      'The gateway 192.0.2.1 is in no network of this device @10',
    ],
  ],
  [
    'IPv6 addresses on two interfaces, and networks that overlap, but link-local and shut ones',
    'hostname r\ninterface Ethernet1\n ipv6 address 2001:DB8:a::1/64\n ipv6 address fe80::1/64\ninterface Ethernet2\n ipv6 address 2001:db8:a:0::2/64\n ipv6 address fe80::1/64\ninterface Ethernet3\n ipv6 address 2001:db8:b::1/64\ninterface Ethernet4\n ipv6 address 2001:db8:b:0:0::1/126\ninterface Ethernet5\n shutdown\n ipv6 address 2001:db8:a::3/64\n',
    [
      'The networks of Ethernet1 and Ethernet2 overlap @3,6',
      '2001:db8:b::1 is on 2 interfaces: Ethernet3, Ethernet4 @9,11',
    ],
  ],
  [
    'policies of a FortiGate that let all in, and what they keep from being asked',
    'config system interface\n edit "wan1"\n set ip 203.0.113.2 255.255.255.248\n next\n edit "lan"\n set ip 10.1.1.1 255.255.255.0\n next\nend\nconfig firewall policy\n edit 1\n set srcintf "lan"\n set dstintf "wan1"\n set srcaddr "all"\n set dstaddr "all"\n set action accept\n set service "ALL"\n next\n edit 2\n set srcintf "wan1"\n set dstintf "lan"\n set srcaddr "all"\n set dstaddr "all"\n set action accept\n set schedule "always"\n set service "ALL"\n next\n edit 3\n set srcintf "wan1"\n set dstintf "lan"\n set srcaddr "all"\n set dstaddr "all"\n set action deny\n set service "TELNET"\n next\n edit 4\n set status disable\n set srcintf "wan1"\n set dstintf "lan"\n set srcaddr "all"\n set dstaddr "all"\n set action accept\n set service "ALL"\n next\nend\n',
    [
      'Policy 2 lets everything from wan1 through to lan @18',
      'Policy 3 can never match: policy 2 before it matches everything it would match @18,27',
    ],
  ],
  [
    'policies between the zones of an SRX, but one that only some users may pass',
    'set security zones security-zone trust interfaces ge-0/0/1.0\nset security zones security-zone untrust interfaces ge-0/0/0.0\nset security policies from-zone untrust to-zone trust policy staff match source-address any\nset security policies from-zone untrust to-zone trust policy staff match destination-address any\nset security policies from-zone untrust to-zone trust policy staff match application any\nset security policies from-zone untrust to-zone trust policy staff match source-identity "corp\\\\staff"\nset security policies from-zone untrust to-zone trust policy staff then permit\nset security policies from-zone untrust to-zone trust policy rest match source-address any\nset security policies from-zone untrust to-zone trust policy rest match destination-address any\nset security policies from-zone untrust to-zone trust policy rest match application any\nset security policies from-zone untrust to-zone trust policy rest then permit\n',
    ['Policy rest lets everything from untrust through to trust @8'],
  ],
  [
    'names in the XML of PAN-OS, by the rules of its commands',
    '<?xml version="1.0"?>\n<config version="10.1.0" urldb="paloaltonetworks">\n<devices><entry name="localhost.localdomain"><vsys><entry name="vsys1">\n<address>\n<entry name="web"><ip-netmask>10.1.1.20/32</ip-netmask></entry>\n<entry name="the db"><ip-netmask>10.1.1.21/32</ip-netmask></entry>\n</address>\n<rulebase><security><rules>\n<entry name="all in"><from><member>untrust</member></from><to><member>trust</member></to>\n<source><member>any</member></source><destination><member>any</member></destination>\n<application><member>any</member></application><service><member>any</member></service><action>allow</action></entry>\n<entry name="to web"><from><member>untrust</member></from><to><member>trust</member></to>\n<source><member>any</member></source><destination><member>the db</member><member>webb</member></destination>\n<application><member>ssl</member></application><service><member>any</member></service><action>allow</action></entry>\n</rules></security></rulebase>\n</entry></vsys></entry></devices></config>\n',
    [
      'address object webb is used but not defined @13',
      'Policy all in lets everything from untrust through to trust @9',
      'Policy to web can never match: policy all in before it matches everything it would match @9,12',
    ],
  ],
  [
    'a shared gateway address outside its network',
    'interface Vlan10\n ip address 10.0.0.2 255.255.255.0\n standby 1 ip 10.0.1.1\n standby 1 timers 10 3\n',
    [
      'The shared address 10.0.1.1 is not in the network of Vlan10 @3,2',
      'The keepalive time 10 is not shorter than the hold time 3 @4',
    ],
  ],
  [
    'entries that never apply, by what they cover',
    'ip access-list extended A\n permit tcp 10.0.0.0 0.255.255.255 any eq 80\n deny tcp host 10.1.1.1 any eq www\n permit udp any any range 100 200\n permit udp any any eq 150\n deny tcp host 10.1.1.1 any eq 443\n',
    ['A rule of ip access-list extended A can never match, and 1 more @2,3'],
  ],
  [
    'a chain that takes everything before its last rules',
    '*filter\n:INPUT DROP [0:0]\n-A INPUT -s 10.0.0.0/8 -j ACCEPT\n-A INPUT -s 10.1.0.0/16 -p tcp --dport 22 -j DROP\n-A INPUT -p tcp --dport 80 -j WEB\nCOMMIT\n',
    ['chain WEB is used but not defined @5', 'A rule of chain INPUT of filter can never match @3,4'],
  ],
  [
    'ports of one bundle that disagree',
    'interface Port-channel1\n switchport mode trunk\n mtu 9000\ninterface Ethernet1\n mtu 1500\n channel-group 1 mode active\n',
    ['The ports of bundle 1 disagree about mtu @3,5'],
  ],
  [
    'VLANs and groups that are not there',
    'vlan 10-12\ninterface Ethernet1\n switchport access vlan 30\ninterface Ethernet2\n switchport access vlan 11\nrouter bgp 1\n neighbor 10.0.0.1 peer-group X\n',
    ['VLAN 30 is used but not defined @3', 'peer group X is used but not defined @7'],
  ],
  [
    'names of Junos, in braces',
    'system {\n host-name a;\n}\npolicy-options {\n prefix-list P { 10.0.0.0/8; }\n policy-statement A {\n  from { prefix-list Q; }\n  then accept;\n }\n}\nprotocols { bgp { group g { import [ A B ]; } } }\n',
    [
      'policy statement B is used but not defined @11',
      'prefix list Q is used but not defined @7',
      'prefix list P is defined but not used @5',
    ],
  ],
  [
    'names of Junos, flat',
    'set system host-name a\nset system services telnet\nset policy-options policy-statement A then accept\nset protocols bgp group g export B\nset interfaces ge-0/0/0 unit 0 family inet filter input F\n',
    [
      'policy statement B is used but not defined @4',
      'firewall filter F is used but not defined @5',
      'policy statement A is defined but not used @3',
      'Logins over telnet are allowed @2',
    ],
  ],
  [
    'objects of a firewall of edits',
    'config system interface\n    edit "wan1"\n        set ip 203.0.113.2 255.255.255.248\n        set allowaccess ping telnet\n    next\nend\nconfig firewall address\n    edit "LAN"\n        set subnet 10.0.0.0 255.0.0.0\n    next\nend\nconfig firewall policy\n    edit 1\n        set srcintf "lan"\n        set dstintf "wan1"\n        set srcaddr "LAN" "DMZ"\n        set dstaddr "all"\n    next\nend\n',
    [
      'address object DMZ is used but not defined @16',
      'interface lan is used but not defined @14',
      'Logins over telnet are allowed @4',
    ],
  ],
  [
    'well-known passwords, untold',
    'hostname r\nsnmp-server community private RW\nusername netops password 0 netops\nline vty 0 4\n exec-timeout 0 0\n',
    [
      'An SNMP community in line 2 is one of the first that everyone tries @2',
      'A password in line 3 is one of the first that everyone tries @3',
      'A session never ends by itself @5',
      'SNMP may change settings, from everywhere @2',
    ],
  ],
  [
    'a proxy without what it names',
    'global\n    maxconn 10\nfrontend a\n    bind *:80\n    acl is_api path_beg /api\n    use_backend api if is_admin\nfrontend b\n    bind *:80\nbackend web\n    server s 10.0.0.1:80 ssl verify none\n',
    [
      'backend api is used but not defined @6',
      'ACL is_admin is used but not defined @6',
      'ACL is_api is defined but not used @5',
      'The address bind *:80 is defined 2 times @4,8',
      'Certificates of the backend servers are not checked @10',
    ],
  ],
  [
    'a compose file whose parts do not meet',
    'services:\n  web:\n    image: a/b:1\n    ports: ["80:80"]\n    networks: [front]\n    depends_on: [db]\n  api:\n    image: a/c:latest\n    ports: ["80:90"]\nnetworks:\n  back: {}\n',
    [
      'network front is used but not defined @5',
      'network back is defined but not used @11',
      'service db is used but not defined @6',
      'The host port 80 is defined 2 times @4,9',
      'services.api.image names no fixed version (a/c:latest) @8',
    ],
  ],
  [
    'manifests that do not fit together',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {app: a}}\n  template:\n    metadata: {labels: {app: b}}\n    spec:\n      containers:\n        - name: x\n          image: x:1\n          volumeMounts: [{name: data, mountPath: /d}]\n          resources: {requests: {memory: 2Gi}, limits: {memory: 512Mi}}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  selector: {app: c}\n',
    [
      'Deployment a selects app=a, which its own pods do not have @5',
      'volume data is mounted but not defined @12',
      'Service a selects no pod of this file @19',
      '[0].spec.template.spec.containers[0].resources.requests.memory (2Gi) is above memory (512Mi) @13,13',
    ],
  ],
  [
    'times, limits and dates in the wrong order',
    'global:\n  scrape_interval: 10s\n  scrape_timeout: 1m\nscrape_configs:\n  - job_name: a\n  - job_name: a\nlicense:\n  expires: 2024-02-01\npool:\n  min_size: 20\n  max_size: 5\n',
    [
      'The job a is defined 2 times @5,6',
      'global.scrape_timeout (1m) is above scrape_interval (10s) @3,2',
      'pool.min_size (20) is above max_size (5) @10,11',
      'license.expires is over: 2024-02-01 @8',
    ],
  ],
  [
    'doors left open by daemons',
    'Port 22\nPermitRootLogin yes\nPasswordAuthentication no\nPasswordAuthentication yes\n',
    ['The option PasswordAuthentication is defined 2 times @3,4', 'The administrator may log in directly @2'],
  ],
  [
    'entries behind one that asks for nothing',
    'route-map A permit 10\nroute-map A permit 20\n match tag 1\nrouter bgp 1\n neighbor 10.0.0.1 route-map A out\n',
    ['Entry 20 of route-map A is never reached @1,2'],
  ],
  [
    'terms behind one that asks for nothing',
    'set system host-name a\nset firewall filter F term all then accept\nset firewall filter F term ssh from protocol tcp\nset firewall filter F term ssh then discard\n',
    ['Entry ssh of filter F is never reached @2,3'],
  ],
  [
    'menus of a router with a well-known password',
    '/ip address\nadd address=192.168.1.1/24 interface=ether1\nadd address=192.168.1.2/24 interface=ether1\n/user\nadd name=admin password=admin\n',
    ['A password in line 5 is one of the first that everyone tries @5'],
  ],
  [
    'settings nobody means',
    '[server]\nbind = 0.0.0.0\ndebug = true\ninsecure_skip_verify = true\nmode = 0777\n[auth.anonymous]\nenabled = true\n',
    [
      'server.bind is 0.0.0.0: it listens on every address @2',
      'server.debug is on @3',
      'server.insecure_skip_verify turns certificate checks off @4',
      'server.mode is 0777: everybody may write to it @5',
      'auth.anonymous.enabled lets everybody in without a name @7',
    ],
  ],
])('tells %s', (_, text, told) => {
  expect(troubles(text)).toEqual(told);
});

it('takes names that other files may define for open, not for wrong', () => {
  const nginx = (include: string) =>
    `http {\n ${include}\n upstream a { server 10.0.0.1; }\n server { listen 80; location / { proxy_pass http://b; } location /a { proxy_pass http://a; } }\n}\n`;
  const [closed] = findTroubles(parseConfig(nginx('gzip on;')), 'x', present);
  const [open] = findTroubles(parseConfig(nginx('include /etc/nginx/conf.d/*.conf;')), 'x', present);
  expect([closed?.severity, open?.severity]).toEqual(['error', 'warning']);
});

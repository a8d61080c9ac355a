import { expect, it } from 'vitest';
import { parseReading } from '#service/child/reading-schema.ts';
import { maskSecrets } from '#service/formats/config/secrets/mask-secrets.ts';
import { secretLinesOf } from '#service/formats/config/secrets/secret-lines.ts';
import { readingOf } from '../../support/read-made-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Each holds one or two made-up secrets that begin with SECRET. */
const secrets = [
  'enable secret 5 $1$abcd$SECRETabcdefgh',
  'enable password SECRET1',
  'username admin privilege 15 secret 9 $9$SECRETabcdefgh',
  'username bob password 0 SECRET2',
  ' neighbor 10.0.0.1 password 7 SECRET0822455D',
  ' password 7 SECRET08',
  'snmp-server community SECRET3 RO 10',
  'snmp-server host 10.0.0.1 version 2c SECRET4',
  'snmp-server host 10.0.0.1 traps SECRET5',
  'snmp-server host 10.0.0.1 SECRET5',
  'tacacs-server key 7 SECRET06',
  'radius-server host 10.0.0.2 auth-port 1812 key SECRET7',
  ' key 7 SECRET09',
  '  key-string 7 SECRET10',
  'crypto isakmp key SECRET11 address 1.2.3.4',
  '  pre-shared-key address 0.0.0.0 0.0.0.0 key SECRET12',
  ' ikev1 pre-shared-key SECRET13',
  ' ip ospf message-digest-key 1 md5 7 SECRET14',
  ' ip ospf authentication-key SECRET15',
  'ntp authentication-key 1 md5 SECRET16 7',
  ' standby 1 authentication SECRET17',
  ' standby 1 authentication md5 key-string SECRET18',
  ' vrrp 1 authentication text SECRET19',
  'ppp chap password 0 SECRET20',
  'passwd SECRET21 encrypted',
  'enable password SECRETabc encrypted',
  '        encrypted-password "$6$SECRETabcdef"; ## SECRET-DATA',
  'set system root-authentication encrypted-password "$6$SECRETabcdef"',
  'authentication-key "$9$SECRETabcdef"; ## SECRET-DATA',
  'pre-shared-key ascii-text "$9$SECRETabc"',
  'set snmp community SECRET22 authorization read-only',
  ' local-user admin password irreversible-cipher SECRET23abc',
  ' local-user admin password cipher %^%#SECRET24',
  'snmp-agent community read cipher SECRET25',
  '    set password ENC SECRET26abcdefghijkl==',
  '    set psksecret ENC SECRET27abcdefghijkl==',
  'set psksecret SECRET28',
  'add name=vpn password=SECRET29 profile=default',
  'set wpa2-pre-shared-key="SECRET30"',
  'wpa_passphrase=SECRET31',
  '    psk="SECRET32"',
  "	option key 'SECRET33'",
  'PrivateKey = SECRET34AnTYUIOPasdfghjklzxcvbnm1234567890A=',
  'requirepass SECRET35',
  'masterauth SECRET36',
  'DATABASE_URL=postgres://shop:SECRET37@db:5432/shop',
  'API_TOKEN=SECRET38',
  'export AWS_SECRET_ACCESS_KEY="SECRET39"',
  '  password: SECRET40',
  "  apiKey: 'SECRET41'",
  '"clientSecret": "SECRET42",',
  '<password>SECRET43</password>',
  '<phash>SECRET44</phash>',
  '<add key="x" connectionString="Server=a;User Id=b;Password=SECRET45;" />',
  'secret "SECRET46abc";',
  'url: https://example.com/hook?token=SECRET47',
  'Authorization: Bearer SECRET48abcdef',
  'webhook_url: https://hooks.slack.com/services/SECRET49/AAA/bbb',
  '    stats auth admin:SECRET50',
  'rocommunity SECRET51 10.0.0.0/8',
  'com2sec notConfigUser default SECRET52',
  ': PSK "SECRET53"',
  'user admin group administrators password ciphertext SECRET54',
  '"Password"="SECRET55"',
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBSECRET57',
  'snmp-server user ops OPS v3 auth sha SECRET58 priv aes 128 SECRET58b',
  'user default on >SECRET59 ~* +@all',
  ' wpa-psk ascii 0 SECRET60',
  'server 10.0.0.1 key SECRET61',
  'area 0 virtual-link 1.1.1.1 authentication-key SECRET62',
  '  authentication text SECRET63',
  'username x password 5 SECRET64 role network-admin',
  'community "SECRET65" {',
  'ldap-login-password SECRET66',
  'set deviceconfig system snmp-setting access-setting version v2c snmp-community-string SECRET67',
  'neighbor 1.1.1.1 password SECRET69',
  'ospf authentication plain-text-password SECRET70',
  'set protocols ospf area 0 interface a authentication md5 1 key SECRET71',
];

it.each(secrets)('masks the secret of %s, and masked text stays as it is', (line) => {
  const masked = maskSecrets(line);
  expect(masked).toContain('[masked]');
  expect(masked).not.toMatch(/SECRET(?:\d|a)/);
  expect(maskSecrets(masked)).toBe(masked);
});

it.each([
  'no service password-encryption',
  'service password-encryption',
  'ip community-list standard C1 permit 65000:1',
  ' match community C1',
  ' neighbor x send-community both',
  ' set community 65000:1 additive',
  'PasswordAuthentication no',
  'PermitEmptyPasswords no',
  'secretName: shop-tls',
  '        name: db-secret',
  'password_file /etc/mosquitto/passwd',
  'POSTGRES_PASSWORD_FILE: /run/secrets/db_password',
  'server_tokens off;',
  'spring.datasource.password=$(DB_PASSWORD)',
  'key chain K1',
  ' key 1',
  'crypto key generate rsa modulus 2048',
  'aaa authentication login default group tacacs+ local',
  ' authentication pre-share',
  ' hash sha256',
  ' ip ospf authentication message-digest',
  'max_tokens: 500',
  'tokenUrl: https://id.example.com/token',
  '  key_mgmt=WPA-PSK',
  'aaa password-policy lock-out',
  'password encryption aes',
  'security passwords min-length 10',
  'snmp-server group OPS v3 priv',
  'snmp-server location rack 4',
  'snmp-server enable traps bgp',
  'snmp-server host 10.0.0.1 version 3 priv ops',
  'primary_key: id',
  'sort_key: name',
  'ssl_certificate_key /etc/ssl/site.key;',
  'keyfile /etc/mosquitto/server.key',
  '    community add LOCAL;',
  'community LOCAL members 65000:1;',
  'ip ssh pubkey-chain',
  'password required pam_unix.so',
  'passwd: files systemd',
  'username: shopuser',
  'path: /srv/deployments/application',
  'image: nginxnginx12',
  'compression: deflate',
  'neighbor 10.0.0.1 remote-as 65000',
  'ntp trusted-key 1',
  'ntp authenticate',
  '  name: password',
  'auth,authpriv.*			/var/log/auth.log',
  'imagePullSecrets:',
  'radius-server deadtime 5',
  'tacacs-server timeout 5',
  'auth sufficient pam_unix.so',
])('leaves %s as it is', (line) => {
  expect(maskSecrets(line)).toBe(line);
});

it('knows lines that only their surroundings make a secret', () => {
  const lines = [
    'apiVersion: v1',
    'kind: Secret',
    'stringData:',
    '  note: hunter2',
    'type: Opaque',
    '---',
    'private_key: |',
    '  one',
    '  two',
    'next: 1',
    '-----BEGIN RSA PRIVATE KEY-----',
    'abc',
    '-----END RSA PRIVATE KEY-----',
    '<key>password</key>',
    '<string>hunter2</string>',
    'config system snmp community',
    '        set name "hunter2"',
  ];
  expect([...secretLinesOf(lines)].sort((a, b) => a - b)).toEqual([4, 8, 9, 11, 12, 13, 15, 17]);
});

it.each([
  ['env:', '- name: DB_PASSWORD', '  value: hunter2', '- name: MODE', '  value: prod'],
  ['[{', '  "name": "API_TOKEN",', '  "value": "hunter2"', '}, {', '  "name": "MODE", "value": "prod"'],
  ['<property>', '<name>javax.jdo.option.ConnectionPassword</name>', '<value>hunter2</value>', '</property>', ''],
  ['- name: MODE', '  key: db-password', '  value: "hunter2"', '- name: API_TOKEN', '  valueFrom:'],
])('knows a value by the name on the line before it: %s', (...lines) => {
  expect([...secretLinesOf(lines)]).toEqual([3]);
});

it('cites the line beside a secret one, and tells the reading which lines must not be quoted', async () => {
  const text =
    'hostname r1\n!\ninterface Ethernet0\n ip address 10.0.0.1 255.255.255.0\n!\nsnmp-server community private RW\n';
  const { findings, documents } = await readingOf(temporaryFolder(), 'r1', text);
  expect(documents[0]?.secretLines).toEqual([6]);
  expect(findings.map(({ rule, evidence }) => `${rule} ${evidence.map(({ lineStart }) => lineStart).join()}`)).toEqual([
    'config.weak-credential 5',
    'config.snmp-write 5',
  ]);
  expect(JSON.stringify(findings)).not.toContain('private');
});

it('stays quick on long lines that look like the beginning of a secret', () => {
  for (const text of ['password ', 'snmp-server host ', '://', 'a="', 'key ', '{"a":"b",', '<password ']) {
    expect(() => maskSecrets(text.repeat(20_000))).not.toThrow();
  }
});

it('hands on which lines must not be quoted, through the check of what a child process says', async () => {
  const reading = await readingOf(
    temporaryFolder(),
    'k.yaml',
    'kind: Secret\napiVersion: v1\nstringData:\n  note: hunter2\n',
  );
  expect(parseReading(JSON.parse(JSON.stringify(reading)))?.documents[0]?.secretLines).toEqual([4]);
});

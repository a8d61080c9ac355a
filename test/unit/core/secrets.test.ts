import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMaskedFormOf, maskName, maskSecrets, masksIn } from '#core/secrets/mask-secrets.ts';

/** Made here, character by character, so that no scanner takes this file for a leak. */
const letters = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xYz';
const made = (length: number) => Array.from({ length }, (_, at) => letters[(at * 7 + 3) % letters.length]).join('');
const hex = (length: number) => Array.from({ length }, (_, at) => '0a1b2c3d4e5f6789'[(at * 5 + 1) % 16]).join('');
const base64 = (text: string) => btoa(text);
const pass = ['hunt', 'er2-Tr0ub4dor'].join('');
const jwt = ['ey', 'JhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.', made(43)].join('');

const secrets: [line: string, secret: string][] = [
  [`pass\u001b[31mword=${pass} refused`, pass],
  [`\u001b[33mpassword\u001b[0m=\u001b[32m${pass}\u001b[0m refused`, pass],
  [`{"msg":"pass\\u001b[31mword=${pass}"}`, pass],
  [`pass␛[31mword=${pass} refused`, pass],
  [`pass[U+200B]word\u00ad=${pass} refused`, pass],
  [`passworx\bd=${pass} refused`, pass],
  [`ｐａｓｓｗｏｒｄ＝${pass} refused`, pass],
  [`body user%3Dapp%26password%3D${pass}%26x%3D1`, pass],
  [`state=%7B%22password%22%3A%22${pass}%22%7D`, pass],
  [`&lt;password&gt;${pass}&lt;/password&gt;`, pass],
  [`{&quot;password&quot;:&quot;${pass}&quot;}`, pass],
  [`"password\\u003d${pass}"`, pass],
  [`2026-01-02 10:00:00 ERROR login failed password=${pass}`, pass],
  [`2026-01-02 10:00:00 INFO app: password=${pass} used for db`, pass],
  [`msg=login: db.password: ${pass}`, pass],
  [`{"user":"bob","password":"${pass}","ok":false}`, pass],
  [`payload {\\"user\\":\\"bob\\",\\"password\\":\\"${pass}\\"}`, pass],
  [`{'db_password': '${pass}', 'x': 1}`, pass],
  [`  password: ${pass}`, pass],
  [`spring.datasource.password=${pass}`, pass],
  [`DB_PASSWORD=${pass} PGPASSWORD=${pass} NODE_ENV=production`, pass],
  [`export AWS_SECRET_ACCESS_KEY=${made(40)}`, made(40)],
  [`using key ${['AK', 'IA'].join('')}${made(16).toUpperCase()} for s3`, made(16).toUpperCase()],
  [`Authorization: Bearer ${jwt}`, jwt],
  [`> Authorization: Basic ${base64(`bob:${pass}`)}`, base64(`bob:${pass}`)],
  [`headers: {"authorization":"Basic ${base64(`bob:${pass}`)}"}`, base64(`bob:${pass}`)],
  [`Authorization: Digest username="bob", response="${hex(32)}"`, hex(32)],
  [`got token ${jwt} from issuer`, jwt],
  [`opened /var/log/login-${['gh', 'p_'].join('')}${made(36)}`, made(36)],
  [`GET https://host.example/${['xox', 'b-'].join('')}${made(40)} 200`, made(40)],
  [`wrote dump_${['AK', 'IA'].join('')}${made(16).toUpperCase()}`, made(16).toUpperCase()],
  [`Cookie: sid=${made(24)}; theme=dark`, made(24)],
  [`Set-Cookie: session=${made(24)}; Path=/; HttpOnly`, made(24)],
  [`GET /app;JSESSIONID=${made(24)} 200`, made(24)],
  [`X-Api-Key: ${made(32)}`, made(32)],
  [`connect postgres://app:${pass}@db.internal:5432/app`, pass],
  [`redis://:${pass}@cache:6379/0`, pass],
  [`mongodb+srv://root:${pass}@cluster0.example.net/?retryWrites=true`, pass],
  [`https://bob:p@${pass}@git.example.com/x.git`, pass],
  [`Server=tcp:db,1433;User Id=sa;Password=${pass};Encrypt=true`, pass],
  [`DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${made(80)}==;Suffix=x`, made(80)],
  [`root:${pass}@tcp(10.0.0.5:3306)/shop?parseTime=true`, pass],
  [`sqlplus scott/${pass}@//db:1521/XE`, pass],
  [`machine api.example.com login bob password ${pass}`, pass],
  [`GET /v1/items?access_token=${made(30)}&page=2 HTTP/1.1`, made(30)],
  [`GET https://x.blob.core.windows.net/c/f?sv=2020&sig=${made(44)}%3D`, made(44)],
  [`kubectl create secret: {"data":{"tls.key":"${['LS0t', 'LS1CRUdJTi'].join('')}${made(40)}"}}`, made(40)],
  [`slack: ${['xo', 'xb'].join('')}-123456789012-${made(24)}`, made(24)],
  [`posting to https://hooks.slack.com/services/T000/B000/${made(24)}`, made(24)],
  [`remote: ${['gh', 'p_'].join('')}${made(36)}`, made(36)],
  [`${['github', '_pat_'].join('')}${made(60)} used`, made(60)],
  [`charge with ${['sk', '_live_'].join('')}${made(24)}`, made(24)],
  [`key ${['AI', 'za'].join('')}${made(35)} rejected`, made(35)],
  [`SendGrid ${['S', 'G.'].join('')}${made(22)}.${made(43)}`, made(43)],
  [`npm token ${['npm', '_'].join('')}${made(36)}`, made(36)],
  [`${['gl', 'pat-'].join('')}${made(20)}`, made(20)],
  [`shadow: root:$6$saltsalt$${made(60)}:19000:0:99999`, made(60)],
  [`CREATE USER bob IDENTIFIED BY '${pass}'`, pass],
  [`+ curl -s -u bob:${pass} https://example.com`, pass],
  [`exec: mysqldump -u root -p${pass} shop`, pass],
  [`docker run app --password ${pass} --verbose`, pass],
  [`login with password '${pass}' failed`, pass],
  [`the temporary password is ${pass}`, pass],
  [`<password>${pass}</password>`, pass],
  [`API key: ${made(32)} is not valid`, made(32)],
  [`"AUTH" "${pass}"`, pass],
  [`> AUTH PLAIN ${base64(`\0bob\0${pass}`)}`, base64(`\0bob\0${pass}`)],
  [`client_secret=${made(30)}`, made(30)],
  [`private_key_passphrase => "${pass}"`, pass],
  [`{"name":"DB_PASSWORD","value":"${pass}"}`, pass],
  [`{"value":"3","key":"password", "value": "${pass}"}`, pass],
  [`env: [{\\"name\\":\\"API_TOKEN\\",\\"value\\":\\"${made(24)}\\"}]`, made(24)],
  [`- name: DB_PASSWORD\n  value: ${pass}`, pass],
  [`set parameter name=db.password value=${pass}`, pass],
  [`<property name="password" value="${pass}"/>`, pass],
  [`<add key="ApiKey" value="${made(24)}" />`, made(24)],
  [`<param name="hibernate.connection.password">${pass}</param>`, pass],
  [`password for user bob: ${pass}`, pass],
  [`kinit password ${made(14)} refused`, made(14)],
  [`set password ${made(14)}`, made(14)],
  [`Password [${pass}] rejected`, pass],
  [`wrong password(${pass})`, pass],
  [`password=<${pass}>`, pass],
  [`my secret is ${made(20)}`, made(20)],
  [`bearer ${made(24)} expired`, made(24)],
  [`token ${made(24)} expired`, made(24)],
  [`mot de passe : ${pass}`, pass],
  [`contraseña=${pass}`, pass],
  [`Пароль: ${pass}`, pass],
  [`密码：${pass}`, pass],
  [`pw=${pass}`, pass],
  [`Command line: root=/dev/sda luks.key=${made(12)}`, made(12)],
  [`said \`bearer ${made(24)}\` and <b>Bearer ${made(24)}</b>`, made(24)],
  [`//npm.example.org/:_auth=${base64(`bob:${pass}`)}`, base64(`bob:${pass}`)],
  [`basic_auth: bob:${pass}`, pass],
  [`trying credentials admin:${pass}`, pass],
  [`%PARSER-5-CFGLOG_LOGGEDCMD: User:bob logged command:username bob password 7 0822455D0A16`, '0822455D0A16'],
  [`logged command: snmp-server community ${made(10)} RO`, made(10)],
  [`logged command: radius-server key ${made(10)}`, made(10)],
  [`FTP: PASS ${pass}`, pass],
  [`session_id=${made(32)} opened`, made(32)],
  [`x-session-id: ${hex(32)}`, hex(32)],
  [`{"sessionId":"${made(26)}"}`, made(26)],
  [`connecting with key=${made(32)}`, made(32)],
  [`key: "${made(24)}"`, made(24)],
  [`AUTH ${pass}`, pass],
  [`AUTH default ${pass}`, pass],
  [`127.0.0.1:6379> auth letmein`, 'letmein'],
  [`redis: sent AUTH ${pass} to cache`, pass],
  [`sent "USER bob\\r\\nPASS ${pass}\\r\\n"`, pass],
  [`CONFIG SET requirepass ${pass}`, pass],
  [`net use \\\\host\\share ${pass} /user:bob`, pass],
  [`xfreerdp /v:host /u:bob /p:${pass}`, pass],
  [`${['h', 'f_'].join('')}${'aBcDeFgHiJ'.repeat(4).slice(0, 34)} denied`, 'aBcDeFgHiJ'],
];

const ordinary = [
  '\u001b[32m10:00:01 INFO\u001b[0m \u001b[1mkey\u001b[22m pressed, 50%25 done, a &lt; b &amp;&amp; b &gt; c',
  'GET /search?q=pass%20the%20salt%26pepper&page=2 200, C:\\x64\\password\\u0041 opened',
  '[    1.234567] usb 1-1: New USB device found, idVendor=0781, idProduct=5581, bcdDevice= 1.00',
  `[    0.000000] Loaded X.509 cert 'Build time autogenerated kernel key: ${hex(40)}'`,
  `sha256 ${hex(64)} verified`,
  hex(64),
  `commit ${hex(40)}`,
  '550e8400-e29b-41d4-a716-446655440000',
  'request_id=550e8400-e29b-41d4-a716-446655440000 user_id=123456789 trace=4bf92f3577b34da6a3ce929d0e0e4736',
  'Call trace: ffffffff81234567 RIP: 0010:[<ffffffffa0001234>] CR2: 00007f1234567890',
  'BUG: unable to handle kernel NULL pointer dereference at 0000000000000010',
  'TCP: request_sock_TCP: Possible SYN flooding on port 443. Sending cookies.',
  'fs cookie=0x1a2b3c auth=2 key=KEYCODE_HOME',
  'Failed password for root from 10.0.0.5 port 22 ssh2',
  'Accepted publickey for bob from 10.0.0.5 port 50222 ssh2: RSA SHA256:abcDEF123456',
  'wrong password',
  'password: incorrect',
  'password=required',
  'Invalid token: unexpected end of input',
  'token: 12345',
  'prompt_tokens: 512 max_tokens=4096',
  'unexpected token: }',
  'Authorization: denied for user bob',
  'Basic authentication failed',
  'Bearer authentication is required',
  'pass=12 fail=0 skip=3',
  'token=android.os.BinderProxy@5c1a2b3 appToken=Token{6a1e2b3 ActivityRecord{1b2c3d4}}',
  'GET /browse?key=PROJ-12&code=404 HTTP/1.1',
  'GET http://10.0.0.1:8080/a@b?page=2',
  'ssh://git@github.com/x/y.git',
  'mail from jane@example.com',
  'http://[::1]:8080/x',
  'PASS test/unit/a.test.js (1.234 s)',
  'PWD=/home/ci/build',
  'CONFIG_SECRETMEM=y',
  'secretary: Bob Jones 1',
  'WARNING: CPU: 0 PID: 1 at kernel/locking/lockdep.c:1234 lock_release+0x1a2/0x3b4',
  'make: *** [all] Error 1',
  '*** stack smashing detected ***: terminated',
  'password: ********',
  'secret=<redacted>',
  'mtd: partition "user-key" size=0x20000',
  'sk-buffer-allocation failed',
  'class sk_buff alloc',
  'keys: 10 expired: 3',
  'session: opened for user root',
  'primary key=17 foreign key=4',
  'npm_lifecycle_event=start npm_config_user_agent is npm',
  '{"name":"password","type":"string"},{"name":"password","value":"required"}',
  '<input type="password" name="password" id="pw" value="">',
  '{"key":"token","value":"12345"},{"name":"app","value":"a1b2c3d4e5"}',
  'password for user bob: incorrect',
  'password for bob: 3 attempts left',
  'set password policy, wrong password entered, password hash updated',
  'Unexpected token (12:34) at [object]; token ExpressionStatement',
  'bearer 5 activated, EPS bearer id 12345678',
  'the secret is out; token expires in 3600s',
  'pw=1200us duty=50',
  'auth=HMAC-SHA256 auth=ldap01.example.com',
  'radius server key mismatch from 10.0.0.5',
  'password 8 characters minimum',
  'credentials for admin: not found',
  'contraseña: incorrecta',
  'PASS TestPutObject2 (0.01s)',
  'token [1] of 3, secret (none)',
  'session_id=550e8400-e29b-41d4-a716-446655440000 session-id: 1234567890123456789012',
  'session_id=0x1000000abcd0001 sessionId=20260102T100000Z-nightly-build session_id: closed',
  `key=${hex(40)} key=user-profile:1234 key=UserProfile_1234567890_v2 key=550e8400-e29b-41d4-a716-446655440000`,
  'GET Key=photos/a1b2c3d4e5f6/IMG.png 200',
  'AUTH TLSv1.2',
  'AUTH SCRAM-SHA-256',
  'AUTH failed for user2',
  'redis: AUTH failed: WRONGPASS invalid username-password pair',
  'redis AUTH against redis01.example.com:6379',
];

describe('secrets in lines', () => {
  it.each(secrets)('masks %s', (line, secret) => {
    const masked = maskSecrets(line);
    expect(masked).not.toContain(secret);
    expect(masksIn(masked)).toBeGreaterThan(0);
    expect(maskSecrets(masked)).toBe(masked);
    expect(isMaskedFormOf(masked, line)).toBe(true);
  });

  it.each(ordinary)('leaves %s', (line) => {
    expect(maskSecrets(line)).toBe(line);
  });

  it('masks a token in the name of a file, and keeps its ending', () => {
    expect(maskName(`login-${['gh', 'p_'].join('')}${made(36)}.log`)).toBe('login-[masked].log');
    expect(maskName('bugreport-2026-11-20.zip')).toBe('bugreport-2026-11-20.zip');
  });

  it('masks each line of a key block, and keeps the lines', () => {
    const kind = ['RSA PRIVATE', 'KEY'].join(' ');
    const block = ['before', `-----BEGIN ${kind}-----`, made(64), made(64), made(20), `-----END ${kind}-----`, 'after'];
    const masked = maskSecrets(block.join('\n')).split('\n');
    expect(masked).toHaveLength(7);
    expect(masked.join('\n')).not.toContain(made(20));
    expect([masked[0], masked[6]]).toEqual(['before', 'after']);
    expect(maskSecrets(made(64).replace(/.$/, '9a'))).toBe('[masked]');
  });

  it('finds a secret anywhere in a long line', () => {
    for (const at of [10, 32_000, 32_760, 60_000, 99_000]) {
      const line = `${'word '.repeat(at / 5)}password=${pass} ${'word '.repeat(2_000)}`;
      expect(maskSecrets(line)).not.toContain(pass);
    }
  });

  it('gives text back that holds no secret, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const masked = maskSecrets(text);
        expect(maskSecrets(masked)).toBe(masked);
        expect(masked.split('\n')).toHaveLength(text.split('\n').length);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a masked quote', () => {
  const line = `10:00 login bob password=${pass} from 10.0.0.5`;

  it.each(['***', '[secret]', '[REDACTED]', '<redacted>', '****************'])('is the line, masked as %s', (mask) => {
    expect(isMaskedFormOf(`10:00 login bob password=${mask} from 10.0.0.5`, line)).toBe(true);
  });

  it.each([
    '10:00 login eve password=*** from 10.0.0.5',
    '10:00 *** from 10.0.0.5',
    '10:00 login bob password=*** from 10.0.0.6',
    '***',
    '10:00 login bob password=***',
  ])('is not the line: %s', (shown) => {
    expect(isMaskedFormOf(shown, line)).toBe(false);
  });
});

/**
 * Forms in which secrets stand in logs, in prose and in addresses. A group `s` is the secret within a form; each repeat
 * is bounded or follows nothing it could follow in its own midst, so that time grows with the text and no faster.
 */

/** Headers of requests, and addresses that carry credentials. */
export const headerForms: readonly RegExp[] = [
  /\bauthorization\\{0,2}["']?\]?[ \t]{0,9}(?:=>|[:=])[ \t]{0,9}\[?\\{0,2}["']?(?:basic|bearer|digest|negotiate|ntlm|token|apikey|api_key|hawk|oauth|ssws|geniekey|signature|aws4-hmac-sha256)[ \t]{1,9}(?<s>[^\r\n'"\]]{4,4000}(?:"[^\r\n'"\]]{0,400}){0,20})/gi,
  /\b(?:set-)?cookie\\{0,2}["']?\]?[ \t]{0,9}(?:=>|[:=])[ \t]{0,9}\[?\\{0,2}["']?(?<s>[\w.%-]{1,80}=[^\r\n'"\]]{3,4000})/gi,
  /\b(?:JSESSIONID|PHPSESSID|ASP\.NET_SessionId|connect\.sid|laravel_session|_?session_?token)=(?<s>[^\s"';,&]{6,400})/gi,
  /:\/\/[^\s:/@"'<>]{0,200}:(?<s>[^\s/"'<>]{1,400})@/g,
  // Drivers of databases write addresses of their own.
  /(?<![\w.-])\w[\w.-]{0,60}:(?<s>[^\s:@/]{1,200})@(?:tcp|unix)\(/g,
  /(?<![\w.-])[A-Za-z]\w{0,30}\/(?<s>[^\s/@"']{3,64})@(?:\/\/|[\w.-]{1,100}:1521\b)/g,
  /[?&;](?:access_token|refresh_token|id_token|token|api_?key|apikey|secret|client_secret|password|passwd|pwd|x-amz-(?:signature|credential|security-token)|x-goog-signature)=(?<s>[^&\s"'<>;]{4,4000})/gi,
  /[?&;](?:key|sig|signature|auth|code|hmac)=(?<s>(?=[^&\s"'<>;]{0,200}\d)(?=[^&\s"'<>;]{0,200}[A-Za-z])[^&\s"'<>;]{20,4000})/gi,
  /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/(?<s>[\w/]{8,200})/g,
  /\bdiscord(?:app)?\.com\/api\/webhooks\/(?<s>\d{5,30}\/[\w-]{20,200})/g,
];

/** Commands and protocols that take the secret as a word of its own. */
export const commandForms: readonly RegExp[] = [
  /(?<![\w-])--?(?:[a-z]{1,20}[-_]){0,3}(?:password|passwd|passphrase|token|secret|api[-_]?key|access[-_]key|secret[-_]key)[ \t]{1,9}["']?(?<s>(?!-|(?:is|was|not|and|or|to|for|option|flag|must|required|argument)\b)[^\s"']{3,400})/gi,
  /\bcurl\b[^\n]{0,300}?[ \t](?:-u|--user)[ \t=]{0,4}["']?[^\s:"']{1,100}:(?<s>[^\s"']{1,400})/g,
  /\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,300}?[ \t]-p["']?(?<s>[^\s"'-][^\s"']{2,200})/g,
  /\b(?:sshpass|docker login)\b[^\n]{0,200}?[ \t]-p[ \t=]{0,4}["']?(?<s>[^\s"'-][^\s"']{2,200})/g,
  /\bredis-cli\b[^\n]{0,200}?[ \t]-a[ \t]{1,4}["']?(?<s>[^\s"']{3,200})/g,
  /"auth"[ \t]{1,4}(?:"[^"\n]{1,80}"[ \t]{1,4})?"(?<s>[^"\n]{1,400})"/gi,
  /\bAUTH[ \t]{1,4}(?:PLAIN|LOGIN|XOAUTH2)[ \t]{1,4}(?<s>[A-Za-z0-9+/=]{8,4000})/g,
  // Redis, at its prompt, as a command of its own, and where a line speaks of it.
  /:\d{2,5}(?:\[\d{1,2}\])?>[ \t]{0,4}auth[ \t]{1,4}(?:[^\s"']{1,60}[ \t]{1,4})?["']?(?<s>[^\s"']{1,400})["']?[ \t]{0,4}$/gim,
  /(?:^|["'`>]|\\[nr])[ \t]{0,4}AUTH[ \t]{1,4}(?:[\w.@-]{1,60}[ \t]{1,4})?(?<s>(?!TLSv|SSLv)(?=[^\s]{0,60}\d)(?=[^\s]{0,60}[a-z])[^\s"'`\\]{8,400})(?=["'`\\]|[ \t]{0,4}$)/gm,
  /\b[Rr]edis\b[^\n]{0,100}?[ \t]AUTH[ \t]{1,4}(?<s>(?=[^\s]{0,60}\d)(?=[^\s]{0,60}[a-z])[^\s"'`\\]{8,400})/g,
  /(?:[fF][tT][pP][^\n]{0,60}|-{1,3}>|\\r|\\n)[ \t]{0,4}PASS[ \t]{1,4}(?<s>[^\s\\]{3,200})/g,
  /\b(?:requirepass|masterauth)[ \t]{1,4}["']?(?<s>[^\s"']{3,200})/g,
  /\bnet use[ \t][^\n]{0,200}?[ \t](?<s>[^\s/*]\S{3,200})[ \t]{1,4}\/user:/gi,
  /\b(?:[xw]?freerdp|cmdkey)\b[^\n]{0,200}?[ \t]\/p(?:ass)?:(?<s>\S{1,200})/gi,
  // Commands of network devices, which their logs repeat.
  /\b(?:password|secret)[ \t](?:[05789]|encrypted|cipher)[ \t](?<s>(?=\S{0,60}\d)\S{4,400})/gi,
  /\bsnmp-server community[ \t](?<s>\S{2,200})/gi,
  /\b(?:radius|tacacs)\b[^\n]{0,80}?[ \t]key[ \t](?:\d[ \t])?(?<s>(?=\S{0,60}\d)\S{4,400})/gi,
  /\b(?:machine[ \t]{1,9}\S{1,200}|default)[ \t]{1,9}login[ \t]{1,9}\S{1,200}[ \t]{1,9}password[ \t]{1,9}(?<s>\S{1,400})/g,
  /^[ \t]{0,9}(?:login[ \t]{1,9}\S{1,200}[ \t]{1,9})?password[ \t]{1,9}(?<s>\S{4,400})[ \t]{0,9}$/gm,
  /\bIDENTIFIED[ \t]{1,9}(?:WITH[ \t]{1,9}\S{1,80}[ \t]{1,9})?BY[ \t]{1,9}(?:PASSWORD[ \t]{1,9})?["'](?<s>[^"'\n]{1,400})/gi,
  /<(?:[\w:.-]{0,40}(?:password|passwd|passphrase|secret|token|apikey|api-key|private-key|privatekey|pre-shared-key|psk))(?:[ \t][^<>]{0,400})?>(?<s>[^<\n]{1,8000})/gi,
];

/** No word: letters of both cases and digits. */
const mixed = '(?=[^\\s]{0,60}\\d)(?=[^\\s]{0,60}[a-z])(?=[^\\s]{0,60}[A-Z])';
const lettersAndDigits = '(?=[^\\s\\])>]{0,60}\\d)(?=[^\\s\\])>]{0,60}[A-Za-z])';
const passwordWords =
  'mot de passe|contraseña|contrasena|senha|wachtwoord|has[lł]o|l[oö]senord|adgangskode|salasana|heslo|parola|пароль|密码|密碼|口令|パスワード|비밀번호';

/** Words of a sentence that give one. */
export const sentenceForms: readonly RegExp[] = [
  new RegExp(
    `(?:${passwordWords})["']?[ \\t\\u00a0]{0,3}[:=：][ \\t\\u00a0]{0,3}["'“«]?(?<s>(?=[^\\s]{0,60}\\d)[^\\s"',;”»]{4,200})`,
    'gi',
  ),
  new RegExp(
    `\\b(?:password|passphrase|passwd|passcode|secret)[ \\t]{0,2}[:=]?[ \\t]{0,2}[[(<](?<s>${lettersAndDigits}[^\\s\\])>]{6,200})[\\])>]`,
    'gi',
  ),
  new RegExp(
    `\\b(?:password|passphrase|passwd)[ \\t](?:for|of)[ \\t](?:user[ \\t])?[^\\s:]{1,80}[ \\t]?(?:is|was|:)[ \\t]["']?(?<s>${lettersAndDigits}[^\\s"',;)]{6,200})`,
    'gi',
  ),
  new RegExp(
    `\\b[Cc]redentials?[ \\t](?:(?:is|are|of|for)[ \\t])?["']?[\\w.@-]{1,60}[:/](?<s>${lettersAndDigits}[^\\s"',;)/:]{6,200})`,
    'g',
  ),
  new RegExp(
    `\\b(?:[Pp]assword|[Pp]assphrase|[Pp]asswd)[ \\t](?<s>${mixed}[\\w!@#$%^&*+=.~-]{8,200})(?=$|[\\s"',;)\`<])`,
    'g',
  ),
  new RegExp(
    `\\b(?:[Tt]oken|TOKEN|[Ss]ecret|SECRET|[Bb]earer|BEARER)[ \\t](?:is[ \\t])?(?<s>${mixed}[\\w+/=.~-]{16,4000})(?=$|[\\s"',;)\\]\`<])`,
    'g',
  ),
  /\b(?:password|passphrase|passwd|secret)(?:[ \t](?:is|was|of))?:?[ \t]["'`](?<s>[^"'`\s]{3,200})["'`]/gi,
  /\b(?:with|using|new|temporary|default|initial|one-time)[ \t](?:the[ \t])?(?:password|passphrase|passwd|passcode|pin)[ \t](?:is[ \t])?["'`]?(?<s>(?=[^\s"'`]{0,60}\d)[^\s"'`,;)]{4,200})/gi,
  /\b(?:password|passphrase)[ \t](?:is|was)[ \t](?<s>(?=[^\s"'`]{0,60}[\d!@#$%^&*])[^\s"'`,;)]{4,200})/gi,
  /\b(?:api|access|secret|private|auth|refresh|bearer|session|signing|encryption|account|master|registration)[ \t](?:key|token|secret)(?:[ \t]is|[ \t]?[:=])?[ \t]{1,4}["'`]?(?<s>(?=[^\s"'`]{0,60}\d)(?=[^\s"'`]{0,60}[A-Za-z])[\w+/=.-]{12,4000})/gi,
];

const parted = '(?<![\\w/.-])';
/** Beginnings that nothing else has: they stand also within names, paths and addresses. */
const unjoined = '(?<![A-Za-z0-9])';

/** Whatever names them: keys, tokens and hashes of passwords have forms of their own. */
export const tokenForms: readonly RegExp[] = [
  new RegExp(
    `${unjoined}(?:gh[oprsu]_|github_pat_|glpat-|gldt-|xox[abceprs]-|xapp-|[spr]k_(?:live|test)_|rk_live_|whsec_|AKIA|ASIA|ABIA|ACCA|AIza|ya29\\.|GOCSPX-|npm_(?=[A-Za-z0-9]{36})|pypi-AgE|dckr_pat_|dop_v1_|hvs\\.|hvb\\.|ltk_|shp(?:at|ca|pa|ss)_|lin_api_|sq0(?:csp|atp)-|figd_|PMAK-|ATATT|ATCTT|NRAK-|dapi(?=[\\da-f]{32})|tskey-|AGE-SECRET-KEY-1|EAAC|hf_(?=[A-Za-z]{34}))[\\w./+=-]{12,400}`,
    'g',
  ),
  new RegExp(`${parted}sk-(?:proj-|ant-|svcacct-|or-)?(?=[\\w-]{0,40}\\d)(?=[\\w-]{0,40}[A-Z])[\\w-]{16,400}`, 'g'),
  /(?<![\w.-])SG\.[\w-]{16,64}\.[\w-]{16,64}/g,
  /(?<![\w.-])SK[\da-f]{32}(?![\w-])/g,
  /(?<![\w.:-])\d{8,10}:AA[\w-]{33}(?![\w-])/g,
  /(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{4,8000}(?:\.[\w-]{0,2000})?/g,
  // The base64 of a key block's first words.
  /(?<![\w+/])LS0tLS1CRUdJTi[\w+/]{20,8000}={0,2}/g,
  /\b(?:Bearer|Digest|API_KEY)[ \t]{1,9}(?<s>(?=[^\s"',;\]]{0,80}\d)[\w.~+/=-]{8,4000})(?=$|[\s"',;\]\\`<])/g,
  /\bBasic[ \t]{1,9}(?<s>(?:[A-Za-z0-9+/]{4}){2,1000}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)|(?=[A-Za-z0-9+/]{0,60}\d)[A-Za-z0-9+/]{8,4000})(?=$|[\s"',;\]\\`<])/g,
  /\$(?:[1-9]|1[0-9]|2[abxy]|y|gy|7|apr1|1a|1c|sha\d{0,3}|sha512|md5|argon2\w{0,2}|scrypt|pbkdf2\S{0,20}?)\$[^\s"';,}\]<>]{8,1000}/g,
  /\{(?:S?SHA\d{0,3}|S?MD5|CRYPT|PBKDF2\S{0,20}?)\}[^\s"';,}\]<>]{6,1000}/gi,
  // A line of nothing but base64: the inside of a key block. A digest in hexadecimal is none.
  /^[ \t]{0,40}(?=[\da-zA-Z+/]{0,60}[a-z])(?=[\da-zA-Z+/]{0,60}[A-Z])(?=[\da-zA-Z+/]{0,60}\d)[A-Za-z0-9+/]{40,200}={0,2}[ \t]{0,40}$/gm,
];

import { isSecretKey } from './is-secret-key.ts';

/** From and behind of one secret, in characters of the text it was looked for in. */
export type Span = readonly [from: number, to: number];

/** Where secrets stand in a text: values of secret keys, vendors' commands, hashes, tokens, credentials in addresses. */
export function secretSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(soleValue)) {
    if (isEncodedText(match.groups!.s!)) spans.push(endingAt(match, match.groups!.s!));
  }
  if (!maySecret.test(text)) return spans;
  for (const match of text.matchAll(keyAndValue)) {
    const { key = '', double, single, bare } = match.groups!;
    const value = double ?? single ?? bare ?? '';
    if (value === '' || isOpenlyNamed(value)) continue;
    if (/token$/i.test(key) && /^[\d.]+$/.test(value)) continue;
    if (isSecretKey(key) || (/(?:^|[._-])(?:key|hash)\d?$/i.test(key) && isRandom(value)))
      spans.push(endingAt(match, value));
  }
  for (const pattern of secretForms) {
    // `search` leaves a global pattern as it is and makes no copy of it, as going through its matches does.
    if (text.search(pattern) < 0) continue;
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.s ?? match[0];
      if (isOpenlyNamed(value)) continue;
      spans.push(match.groups?.s === undefined ? [match.index, match.index + value.length] : endingAt(match, value));
    }
  }
  return spans;
}

/** Something of each form below: most lines have none, and need no closer look. */
const maySecret =
  /pass|pwd|secret|token|key|communit|snmp|auth|psk|priv|cred|cookie|bearer|basic|digest|otp|wep|identified|\benc\b|jwt|phash|pincode|session|hmac|option|user|stats|com2sec|md5|standby|vrrp|glbp|hsrp|ppk|\$\w|\{(?:s|m|c|p)|:\/\/|[?&;]\w+=|hooks\.slack|:\s*(?:psk|eap|xauth)|[\w+/-]{15,}/i;

/** `key = value`, `"key": "value"`, `key="value"` of an element. */
const keyAndValue =
  /(?<![\w.-])(?<key>[\w.-]{1,120})["']?\]?[ \t]{0,40}(?:=>|:=|[=:])[ \t]{0,40}(?:"(?<double>[^"\\\r\n]{0,8000}(?:\\.[^"\\\r\n]{0,8000}){0,200})"|'(?<single>[^'\r\n]{0,8000})'|(?<bare>[^\s"',;&}<>\])][^\s"',;&}<>]{0,8000}))/g;

/** The only value of its line, as in the data of a Kubernetes secret. */
const soleValue = /^[ \t]+[\w.-]{1,100}:[ \t]+["']?(?<s>[A-Za-z0-9+/]{8,8000}={0,2})["']?[ \t]*$/gm;

const setting =
  '(?:\\d|level \\d+|encrypted|cipher|irreversible-cipher|simple|ciphertext|plaintext|hashed|hash|sha\\d*|md5|scrypt|pbkdf2|ENC|ascii|ascii-text|hex|hexadecimal|clear|clear-text|text|unencrypted|set-key|local|remote|type \\d+)';
const noValue =
  '(?!\\s|encryption\\b|policy\\b|policies\\b|min\\b|min-|max|history\\b|aging|age\\b|prompt|required\\b|recovery|strength|complexity|alert|expire|lifetime|length|control|change|authentication|storage|reset|rotation|server|config|file|group|logging|sync|generate|chain|pair|zeroize|exchange|type\\b|label|address|hostname|\\{|\\[|=|:|-)';
const word = '["\']?(?<s>[^\\s"\';,}\\]]+)';

const secretForms: readonly RegExp[] = [
  // Commands that name a secret and give it in the next word: `neighbor x password 7 …`, `enable secret 9 …`.
  new RegExp(
    `(?<![\\w/.-])(?:\\w{1,30}-){0,4}(?:password|passwd|passphrase|secret|community-string|psksecret|pre-shared-(?:key|secret)|ppk|key-string|authentication-key|simple-password|encrypted-password|plain-text-password-value|password-hash|md5-key|wpa-psk|wep-key|requirepass|masterauth|insecure-password|privacy-key|auth-password|priv-password|keystring|shared-secret)[ \\t]+(?:${setting}[ \\t]+){0,3}${noValue}${word}`,
    'gim',
  ),
  // `crypto isakmp key … address …`, `radius-server … key 7 …`, `key 7 …` of a server; `key 1` of a chain is a number.
  new RegExp(
    `(?<!\\bntp )(?:isakmp|tacacs\\S*|radius\\S*|server|server-private|host|address|ldap|dynamic-author|client|pac)\\b[^\\n]{0,200}?[ \\t]key[ \\t]+(?:${setting}[ \\t]+){0,2}${noValue}${word}`,
    'gi',
  ),
  /^[ \t]*key[ \t]+(?:[5-9][ \t]+|hash[ \t]+|encrypted[ \t]+)["']?(?<s>[^\s"';]+)/gim,
  /^[ \t]*key[ \t]+0[ \t]+(?<s>\S+)/gim,
  /\bpre-shared-key[ \t]+address[ \t]+\S+(?:[ \t]+\d\S*)?[ \t]+key[ \t]+(?:\d[ \t]+)?(?<s>\S+)/gi,
  /\b(?:message-digest-key|authentication-key|ntp trusted-key|md5)[ \t]+\d+[ \t]+(?:md5|sha\d*|hmac-\S+|key|type \S+ value)[ \t]+(?:\d[ \t]+)?["']?(?<s>[^\s"';]+)/gi,
  /\bauthentication[ \t]+(?:md5[ \t]+)?(?:\d[ \t]+)?(?:text|key-string)[ \t]+(?:\d[ \t]+)?(?<s>\S+)/gi,
  /\b(?:standby|vrrp|glbp|hsrp)[ \t]+(?:\d+[ \t]+)?authentication[ \t]+(?!md5\b|text\b|mode\b|key-chain\b)(?<s>\S+)/gi,
  /\barea[ \t]\S+[^\n]{0,100}authentication-key[ \t]+(?:\d[ \t]+)?(?<s>\S+)/gi,
  // SNMP's community is a password.
  /\bsnmp(?:-server|-agent)?[ \t]+[^\n]{0,80}?\bcommunity[ \t]+(?:(?:read|write|cipher|simple|ro|rw|complexity|string|\d)[ \t]+){0,3}(?!cipher\b|read\b|write\b|map\b|complexity-check)["']?(?<s>[^\s"';{]+)/gi,
  /\bsnmp-server[ \t]+host[ \t]+\S+[ \t]+(?:(?:vrf|use-vrf)[ \t]+\S+[ \t]+)?(?:(?:traps?|informs?|poll|trap)[ \t]+)?(?:version[ \t]+(?:1|2c)[ \t]+)(?<s>\S+)/gi,
  /\bsnmp-server[ \t]+host[ \t]+\S+[ \t]+(?:traps?[ \t]+|community[ \t]+(?:\d[ \t]+)?)?(?!version\b|vrf\b|use-vrf\b|traps?\b|informs?\b|community\b|filter|source|poll)(?<s>[^\s]+)/gi,
  /^[ \t]*r[ow]community6?[ \t]+(?<s>\S+)/gim,
  /^[ \t]*com2sec6?[ \t]+(?:-Cn[ \t]+\S+[ \t]+)?\S+[ \t]+\S+[ \t]+(?<s>\S+)/gim,
  /^[ \t]*community[ \t]+["']?(?<s>[^\s"'{]+)["']?[ \t]*\{/gim,
  /\bsnmp-server[ \t]+user[ \t][^\n]{0,200}?\bauth[ \t]+(?:md5|sha\S*)[ \t]+(?<s>\S+)/gi,
  /\bpriv[ \t]+(?:des|3des|aes(?:[ \t-]*\d+)?)[ \t]+(?<s>\S+)/gi,
  /\bwpa-psk[ \t]+(?:ascii|hex)[ \t]+\d[ \t]+(?<s>\S+)/gi,
  /\boption[ \t]+(?:key\d?|password|sae_password|private_key|preshared_key|auth_secret|pincode)[ \t]+'?(?<s>[^\s']+)/gi,
  // Other programs' own forms.
  /\b(?:stats[ \t]+auth)[ \t]+[^\s:]+:(?<s>\S+)/gi,
  /^[ \t]*user[ \t]+\S+[ \t][^\n]{0,200}?[>#](?<s>\S+)/gim,
  /:[ \t]*(?:PSK|EAP|XAUTH)[ \t]+["']?(?<s>[^\s"']+)/g,
  /\bIDENTIFIED[ \t]+(?:WITH[ \t]+\S+[ \t]+)?BY[ \t]+["'](?<s>[^"'\n]+)/gi,
  /<(?:[\w:.-]{0,40}(?:password|passwd|passphrase|secret|token|phash|apikey|api-key|private-key|privatekey|pre-shared-key|psk|community|snmp-community-string))(?:[ \t][^<>]{0,400})?>(?<s>[^<\n]{1,8000})/gi,
  /<key>(?<s>-?[A-Za-z0-9+/=]{20,8000})<\/key>/g,
  // Whatever names them: hashes, keys and tokens have forms of their own.
  /\$(?:[1-9]|1[0-9]|2[abxy]|y|gy|7|apr1|1a|1c|sha\d{0,3}|sha512|md5|argon2\w{0,2}|scrypt|pbkdf2\S{0,20}?)\$[^\s"';,}\]<>]{4,1000}/g,
  /\{(?:S?SHA\d*|S?MD5|CRYPT|PBKDF2\S{0,20}?)\}[^\s"';,}\]<>]{6,1000}/gi,
  /\bENC[ \t]+(?<s>[A-Za-z0-9+/=]{12,4000})/g,
  /(?<![\w/.-])(?:gh[opsu]_|github_pat_|glpat-|xox[abeprs]-|sk[-_](?:live_|test_|proj-|ant-)?|rk_live_|whsec_|AKIA|ASIA|AIza|SG\.|npm_|dop_v1_|hvs\.|ltk_)[\w./+=-]{12,400}/g,
  /\beyJ[\w-]{8,4000}\.[\w-]{4,8000}(?:\.[\w-]{0,2000})?/g,
  /\b(?:Bearer|Basic|Digest)[ \t]+(?<s>[A-Za-z0-9._~+/=-]{8,4000})(?=$|[\s"',;\]])/g,
  /:\/\/[^\s:/@"']{0,200}:(?<s>[^\s@/"'<>]{1,400})@/g,
  /[?&;](?:access_token|token|api_?key|key|sig|signature|secret|password|passwd|pwd|auth|code)=(?<s>[^&\s"'<>;]{4,4000})/gi,
  /\bhooks\.slack\.com\/(?:services|workflows)\/(?<s>[\w/]{8,200})/g,
  // A line of nothing but a long key: the inside of PEM and of key blocks.
  /^[ \t]*[A-Za-z0-9+/]{40,200}={0,2}[ \t]*$/gm,
  /^[ \t]*[\da-f]{32}[ \t]*$/gim,
];

/** Stands for a secret that is elsewhere, or for none. */
function isOpenlyNamed(value: string): boolean {
  return (
    /^(?:[|>][+-]?\d?$|\$\{|\$\(|\{\{|%\(|%[A-Z_]+%|\$[A-Za-z_]\w*$|\*+$|<[^>]*>$|<removed>|@[A-Z]|classpath:|file:|vault:|\/(?:run|etc|var|opt|srv|usr|home|root|secrets?|mnt)\/|!vault|&\w|\*\w+$)/.test(
      value,
    ) ||
    /^(?:true|false|yes|no|on|off|null|none|nil|never|always|files|compat|required|optional|required\b.*|~|var\.[\w.]+|data\.[\w.]+|local\.[\w.]+|random_\w+\.[\w.]+)$/i.test(
      value,
    )
  );
}

/** Long, of mixed characters and no words: what only a machine makes. */
function isRandom(value: string): boolean {
  return (
    /^[A-Za-z0-9+/_=-]{20,}$/.test(value) &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !/^\/|(?:[A-Za-z]{4,}[-_/]){2,}/.test(value)
  );
}

/** Base64 of plain text. Words that merely look like it come out as no text. */
function isEncodedText(value: string): boolean {
  if (value.length % 4 !== 0) return false;
  try {
    return /^[\x20-\x7e\n\r\t]+$/.test(atob(value));
  } catch {
    return false;
  }
}

function endingAt(match: RegExpMatchArray, value: string): Span {
  const from = match.index! + match[0].lastIndexOf(value);
  return [from, from + value.length];
}

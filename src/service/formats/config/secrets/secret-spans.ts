import { isSecretKey } from '#core/secrets/is-secret-key.ts';
import { formSpans, joined, keyedValues, type Span, secretSpans as spansAnywhere } from '#core/secrets/secret-spans.ts';

/**
 * Where secrets stand in a configuration: beside what is one anywhere, whatever a secret key is set to, vendors'
 * commands, and values that only machines make.
 */
export function secretSpans(text: string): Span[] {
  const spans = spansAnywhere(text);
  for (const match of text.matchAll(soleValue)) {
    const value = match.groups?.s ?? '';
    const from = match.index + match[0].lastIndexOf(value);
    if (isEncodedText(value)) spans.push([from, from + value.length]);
  }
  if (maySecret.test(text))
    spans.push(...keyedValues(text, mayNameSecret, isSecretSetting), ...formSpans(text, secretForms));
  return joined(spans);
}

function isSecretSetting(key: string, value: string): boolean {
  if (/token$/i.test(key) && /^[\d.]+$/.test(value)) return false;
  return isSecretKey(key) || isRandom(value);
}

function mayNameSecret(key: string): boolean {
  return isSecretKey(key) || /(?:^|[._-])(?:key|hash)\d?$/i.test(key);
}

/** Something of each form below: most lines have none, and need no closer look. */
const maySecret =
  /pass|pwd|secret|token|key|communit|snmp|auth|psk|priv|cred|cookie|digest|otp|wep|\benc\b|jwt|phash|pincode|session|hmac|hash|option|user|stats|com2sec|md5|standby|vrrp|glbp|hsrp|ppk|:\s*(?:psk|eap|xauth)|\b[\da-f]{32}\b/i;

/** The only value of its line, as in the data of a Kubernetes secret. */
const soleValue = /^[ \t]+[\w.-]{1,100}:[ \t]+["']?(?<s>[A-Za-z0-9+/]{8,8000}={0,2})["']?[ \t]*$/gm;

const setting =
  '(?:\\d|level \\d+|encrypted|cipher|irreversible-cipher|simple|ciphertext|plaintext|hashed|hash|sha\\d*|md5|scrypt|pbkdf2|ENC|ascii|ascii-text|hex|hexadecimal|clear|clear-text|text|unencrypted|set-key|local|remote|type \\d+)';
const noValue =
  '(?!\\s|encryption\\b|policy\\b|policies\\b|min\\b|min-|max|history\\b|aging|age\\b|prompt|required\\b|recovery|strength|complexity|alert|expire|lifetime|length|control|change|authentication|storage|reset|rotation|server|config|file|group|logging|sync|generate|chain|pair|zeroize|exchange|type\\b|label|address|hostname|\\{|\\[(?!masked)|=|:|-)';
const word = '["\']?(?<s>[^\\s"\';,}\\]]+)';

const secretForms: readonly RegExp[] = [
  // Commands that name a secret and give it in the next word: `neighbor x password 7 …`, `enable secret 9 …`.
  new RegExp(
    `(?<![\\w/.-])(?:\\w{1,30}-){0,4}(?:password|passwd|passphrase|secret|community-string|psksecret|pre-shared-(?:key|secret)|ppk|key-string|authentication-key|simple-password|encrypted-password|plain-text-password-value|password-hash|md5-key|wpa-psk|wep-key|requirepass|masterauth|insecure-password|privacy-key|auth-password|priv-password|keystring|shared-secret)[ \\t]+(?:${setting}[ \\t]+){0,3}${noValue}${word}`,
    'gim',
  ),
  // `crypto isakmp key … address …`, `radius-server … key 7 …`, `key 7 …` of a server; `key 1` of a chain is a number.
  new RegExp(
    `(?<!\\bntp )(?:isakmp|tacacs\\S{0,60}|radius\\S{0,60}|server|server-private|host|address|ldap|dynamic-author|client|pac)\\b[^\\n]{0,200}?[ \\t]key[ \\t]+(?:${setting}[ \\t]+){0,2}${noValue}${word}`,
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
  /<(?:[\w:.-]{0,40}(?:password|passwd|passphrase|secret|token|phash|apikey|api-key|private-key|privatekey|pre-shared-key|psk|community|snmp-community-string))(?:[ \t][^<>]{0,400})?>(?<s>[^<\n]{1,8000})/gi,
  /<key>(?<s>-?[A-Za-z0-9+/=]{20,8000})<\/key>/g,
  /\bENC[ \t]+(?<s>[A-Za-z0-9+/=]{12,4000})/g,
  // A line of nothing but a long key: the inside of PEM and of key blocks.
  /^[ \t]*[A-Za-z0-9+/]{40,200}={0,2}[ \t]*$/gm,
  /^[ \t]*[\da-f]{32}[ \t]*$/gim,
];

/** Long, of mixed characters and no words: what only a machine makes. */
function isRandom(value: string): boolean {
  return (
    /^[A-Za-z0-9+/_=-]{20,}$/.test(value) &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !/^\/|(?:[A-Za-z]{4,200}[-_/]){2,20}/.test(value)
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

import { sessionId } from './is-secret-key.ts';

/** Stands for a secret that is elsewhere, for none, or was masked before. */
export function isNoSecret(value: string): boolean {
  return placeholder.test(value) || word.test(value);
}

const placeholder =
  /^(?:[|>][+-]?\d?$|\$\{|\$\(|\{\{|%\(|%[A-Z_]+%|\$[A-Za-z_]\w*$|\*{2,}|[xX]{3,}$|[•●]+$|\[(?:secret|redacted|masked|filtered|protected|hidden|e-mail)\b|<[^>]*>$|<removed>|@[A-Z]|classpath:|file:|vault:|\/(?:run|etc|var|opt|srv|usr|home|root|secrets?|mnt)\/|!vault|&\w|\*\w+$)/i;

const word =
  /^(?:true|false|yes|no|on|off|null|none|nil|never|always|files|compat|required|optional|required\b.*|~|var\.[\w.]+|data\.[\w.]+|local\.[\w.]+|random_\w+\.[\w.]+)$/i;

/** Whether the value of a secret key in a log is the secret, and not a state, a type, a number or an object's name. */
export function isSecretValue(key: string, value: string): boolean {
  if (value.length < 3 || state.test(value) || /^[[({]/.test(value) || /^0x[\da-f]{1,16}$/i.test(value)) return false;
  if (scheme.test(value)) return false;
  if (/pwd$/i.test(key) && /^(?:[/~.]|[A-Za-z]:\\)/.test(value)) return false;
  return plain.test(key) ? true : isMade(value);
}

/** Keys whose value can be nothing but the secret; others name counters and objects as well. */
const plain = /passw|passphrase|pwd|secret|api[_.-]?key|private[_.-]?key|access[_.-]?key|account[_.-]?key|psk$|otp$/i;

/** What is told of a password rather than the password. */
const state =
  /^(?:is|was|are|has|had|have|for|of|to|from|in|at|by|not|and|or|the|a|an|must|should|will|can|cannot|could|did|does|do|authentication|auth|incorrect|invalid|wrong|bad|expired|expires|missing|empty|blank|required|optional|mismatch(?:ed)?|match(?:es|ed)?|changed|unchanged|updated|reset|set|unset|not[_-]set|undefined|unknown|denied|rejected|refused|failed|failure|fail|error|ok|okay|success|successful|succeeded|accepted|valid|verified|verification|validated|granted|revoked|disabled|enabled|loaded|loading|found|not[_-]found|created|deleted|removed|rotated|renewed|refreshed|cached|default|provided|supplied|used|using|unused|hidden|masked|redacted|string|str|text|number|integer|int|bool|boolean|object|function|bytes?|array|too|locked|unlocked|needed|requested|received|sent|checking|checked|present|absent|file|path|env|no[_-]such|see|please|enter|prompt|type|length|len|min|max|policy|encrypted|plaintext|hashed|md5|sha\d*|bcrypt)(?:[.:!?,)]{1,3})?$/i;

const scheme = /^(?:basic|bearer|digest|negotiate|ntlm|token|apikey|api_key|hawk|oauth|ssws|aws4-hmac-sha256)$/i;

const leastRandomChars = 20;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether the value of a key that may name a secret looks random. A bare `key` also names digests and objects with paths. */
export function isRandomValue(key: string, value: string): boolean {
  if (value.length < leastRandomChars || !/^[\w+/=~%.-]+$/.test(value) || uuid.test(value)) return false;
  if (!sessionId.test(key) && !(/[a-z]/.test(value) && /[A-Z]/.test(value) && !value.includes('.'))) return false;
  const changes = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? [];
  return changes.length >= 4;
}

/** Made by a machine: of letters and digits, or long and of both cases; no number, no object of a program. */
export function isMade(value: string): boolean {
  if (/^[\d.,:-]+$/.test(value) || /[{(]|@[\da-f]{1,16}$/i.test(value)) return false;
  if (value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value)) return true;
  return value.length >= 20 && /[a-z][A-Z]|[A-Z][a-z]{0,3}[A-Z]/.test(value) && !/[A-Z]?[a-z]{5,}/.test(value);
}

/** Whether what a key names must not be repeated: `db.password`, `API_KEY`, `wpa2-pre-shared-key`, `privateKey`. */
export function isSecretKey(key: string): boolean {
  const words = wordsOf(key.slice(-200));
  const last = words.at(-1);
  if (last === undefined || describing.has(last)) return false;
  if (/(?:^|[^a-z])(?:_auth|basic[_.-]?auth)$/i.test(key)) return true;
  return words.some((word, index) => {
    if (
      secretWords.has(word) ||
      /^(?:pass(?:word|wd|phrase)|secret)(?!s$|ar)\w*$|(?:password|passwd|passphrase|apikey|accesstoken|authtoken)$/.test(
        word,
      )
    )
      return true;
    return /^keys?$/.test(word) && index > 0 && keyOwners.has(words[index - 1]!);
  });
}

/** Whether what a key names may be a secret or an identifier, which only the value tells: `session_id`, a bare `key`. */
export function mayNameSecret(key: string): boolean {
  return sessionId.test(key) || /^key$/i.test(key);
}

export const sessionId = /session[._-]?id$/i;

const secretWords = new Set(
  `password passwords passwd passphrase passwort pwd passcode secret token apikey psk credential credentials phash
  privatekey presharedkey authkey secretkey accesskey requirepass masterauth sharedsecret psksecret userpassword pass
  jwt bearer authorization cookie otp pincode sessionkey wepkey accesstoken authtoken pw`.split(/\s+/),
);

/** A key that belongs to one of these is a secret one; `primary key` and `public key` are none. */
const keyOwners = new Set(
  'api private access secret shared preshared auth authentication encryption encrypt signing master account license wep wpa session hmac tsig digest cipher storage subscription luks'.split(
    ' ',
  ),
);

/** Last words that make it something about a secret, and not the secret. */
const describing = new Set(
  `file files path name names ref url uri policy length size min max age expiry expiration expires ttl timeout lifetime
  enabled enable required require type algorithm algorithms format encoder provider mode rotation authentication
  encryption reset prompt history arn version count field header endpoint issuer dir directory prefix suffix allowed
  attempts validation strength complexity change lock location store manager class usage ids id limit limits source
  interval period retries strategy engine service url1 alias column hint label description change warn days`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** `dbPassword`, `DB_PASSWORD`, `db.pass-word` in small words. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
}

const masks: readonly [RegExp, string][] = [
  [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
    '[private key]',
  ],
  [/\beyJ[\w-]{8,2000}\.[\w-]{4,4000}\.[\w-]{0,1000}/g, '[token]'],
  [
    /\b(?:xox[abeprs]|ghp|gho|ghs|github_pat|glpat|sk|pk|rk|ltk|whsec|AKIA|ASIA)[-_]?[A-Za-z0-9_+/=-]{12,400}/g,
    '[key]',
  ],
  [/\b(Bearer|Basic|API_KEY)\s+[A-Za-z0-9._~+/=-]{6,4000}/gi, '$1 [secret]'],
  [
    /\b([\w.-]{0,40}(?:password|passwd|passphrase|secret|token|api[_-]?key|credential|authorization|cookie|private[_-]?key))(["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',;&}{]{1,2000}/gi,
    '$1$2[secret]',
  ],
  [/(:\/\/[^\s:/@]{1,200}:)[^\s@/]{1,400}@/g, '$1[secret]@'],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/g, '[e-mail]'],
];

/** What must not leave the machine in a prompt: keys, tokens, passwords, e-mail addresses. Line breaks stay. */
export function maskSecrets(text: string): string {
  return masks.reduce((masked, [pattern, shown]) => masked.replace(pattern, shown), text);
}

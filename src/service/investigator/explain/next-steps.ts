/** What would mend or settle a cause, where its own words leave no doubt of what it is. */
const steps: readonly { words: RegExp; step: string }[] = [
  {
    words: /no space left on device|ENOSPC|disk (?:is )?full/i,
    step: 'Free space on that file system: `df -h; df -i; du -xsh /* | sort -h` shows what fills it.',
  },
  {
    words: /disk ?pressure/i,
    step: 'Free space on the node: `df -h; df -i` there, and `kubectl describe node NODE` for its thresholds.',
  },
  {
    words: /certificate.{0,40}expired|expired.{0,40}certificate|CERT_HAS_EXPIRED/i,
    step: 'Renew it; `openssl x509 -noout -dates -in FILE` shows from when to when it is valid.',
  },
  {
    words: /(?:CRL|revocation list).{0,30}expired|expired.{0,30}(?:CRL|revocation list)/i,
    step: 'Issue a new revocation list and have it renewed before it runs out; `openssl crl -noout -nextupdate -in FILE` shows its end.',
  },
  {
    words: /address already in use|EADDRINUSE/i,
    step: 'Find who holds the port: `ss -ltnp`.',
  },
  {
    words: /too many open files|EMFILE|ENFILE/i,
    step: 'Count what the process holds open: `ls /proc/PID/fd | wc -l`, against `cat /proc/PID/limits`.',
  },
  {
    words:
      /name or service not known|temporary failure in name resolution|no such host|ENOTFOUND|EAI_AGAIN|could not resolve host/i,
    step: 'Resolve the name on that machine: `getent hosts NAME`, then check its resolver.',
  },
  {
    words: /input\/output error|\bEIO\b|bad sector|medium error/i,
    step: 'Check the storage: `dmesg -T | tail -200` and `smartctl -a` of that disk.',
  },
  {
    words: /rate ?limit|\b429\b|too many requests/i,
    step: 'Wait until the limit is lifted, and send fewer requests before trying again.',
  },
];

export function nextFor(said: string): string[] {
  const found = steps.find(({ words }) => words.test(said.slice(0, 1200)));
  return found === undefined ? [] : [found.step];
}

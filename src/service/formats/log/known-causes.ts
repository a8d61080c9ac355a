import { anyOf } from '#core/any-of.ts';
import type { Severity } from '../reading.ts';

/** A failure whose own words name its cause. */
export interface KnownCause {
  rule: string;
  words: RegExp;
  meaning: string;
  next: string;
  /** How something else shows itself: it says what failed, not why. */
  isSymptom?: boolean;
  /** Whatever says it, there is no doubt of what it is, nor of what would mend or settle it. */
  isPlain?: boolean;
  /** How the reader of logs calls lines that say it, before they are surveyed; 'error' where no severity is given. */
  line?: { name: string; label: string; severity?: Severity; evenInfo?: true };
}

const refused = {
  meaning: 'Access is denied: the credentials or permissions are wrong.',
  next: 'Check which account is used, whether its secret was rotated, and from which addresses the attempts come.',
};

export const knownCauses: readonly KnownCause[] = [
  {
    rule: 'memory.exhausted',
    line: { name: 'out-of-memory', label: 'Out of memory', severity: 'critical', evenInfo: true },
    words:
      /OutOfMemory|out of memory|\boom[-_ ]?kill|\bMemoryError\b|\bENOMEM\b|killed process \d+|std::bad_alloc|memory (?:limit|cgroup) .{0,300}(?:exceeded|reached)|allocation failed|cannot allocate memory|heap space|OOMKilled|memory (?:resource limit )?alarm (?:is )?set|memory_high_watermark set/i,
    meaning: 'The process ran out of memory.',
    next: 'Take a heap dump before it dies (`-XX:+HeapDumpOnOutOfMemoryError`, `pprof`, `heaptrack`) and compare memory at start and end.',
  },
  {
    rule: 'tls.revocation',
    line: { name: 'certificate', label: 'Certificate refused' },
    isPlain: true,
    words: /(?:\bCRL\b|revocation list).{0,30}expired|expired.{0,30}(?:\bCRL\b|revocation list)/i,
    meaning: 'The certificate revocation list (CRL) has expired, so no certificate is accepted as valid.',
    next: 'Issue a new CRL and renew it before it expires; `openssl crl -noout -nextupdate -in FILE` shows the date.',
  },
  {
    rule: 'tls.expired',
    line: { name: 'certificate', label: 'Certificate refused' },
    isPlain: true,
    words: /certificate.{0,60}expired|expired.{0,60}certificate|x509.{0,60}expired|\bNotAfter\b|CERT_HAS_EXPIRED/i,
    meaning: 'A certificate has expired, so connections that check it are refused.',
    next: 'Check it: `openssl s_client -connect HOST:443 -servername HOST </dev/null | openssl x509 -noout -dates`, then renew it.',
  },
  {
    rule: 'tls.failed',
    line: { name: 'certificate', label: 'Certificate refused' },
    words:
      /x509|certificate[ _]verif|PKIX path|unable to get local issuer|certificate (?:is )?(?:not (?:yet )?valid|revoked|unknown|rejected|error)|(?:tls|ssl)[: ].{0,40}(?:handshake error|alert)|handshake fail|unknown authority|self[- ]signed|bad certificate|SSL(?:Handshake)?(?:Exception|Error)|tls: /i,
    meaning: 'The TLS handshake fails: the two sides do not agree on certificate, name or version.',
    next: 'Capture it: `openssl s_client -connect HOST:443 -servername HOST -showcerts </dev/null`.',
  },
  {
    rule: 'pool.exhausted',
    line: { name: 'pool-exhausted', label: 'Connection pool exhausted' },
    words:
      /(?:acquir\w{1,4}|get|obtain|check ?out)\w{0,20}.{0,40}connection.{0,40}pool|pool.{0,40}(?:exhaust|time(?:d )?-?out|full|limit)|connection is not available|(?:waiting|wait|timeout) (?:for|to get) (?:an? |the )?(?:idle|free|pooled|available) (?:object|connection)|too many (?:connections|clients)|pool (?:is |was )?empty|pool size exceeded|connection pool|QueuePool limit|remaining connection slots/i,
    meaning:
      'No connection became free in the pool: all are in use or leaked, or the other side is too slow to release them.',
    next: "Capture who holds the connections at that time (`SELECT * FROM pg_stat_activity` or the pool's statistics) and compare pool size with load.",
  },
  {
    rule: 'db.deadlock',
    line: { name: 'deadlock', label: 'Deadlock' },
    words: /deadlock/i,
    meaning: 'Two transactions or threads wait for each other.',
    next: 'Capture both sides: `SHOW ENGINE INNODB STATUS`, `pg_locks` or a thread dump (`jstack <pid>`).',
  },
  {
    rule: 'db.unique',
    line: { name: 'database', label: 'Database error' },
    words: /unique constraint|duplicate (?:key|entry)|already exists.{0,30}key|UniqueViolation|23505|E11000/i,
    meaning: 'A write violates a unique constraint: a row with that key already exists.',
    next: 'Find what writes that key twice: a retry without idempotency, or a sequence that lags behind its table.',
  },
  {
    rule: 'db.syntax',
    line: { name: 'database', label: 'Database error' },
    words: anyOf(
      [
        /SQLSyntaxError|\bsyntax error at or near\b|error in your SQL syntax|\b42601\b/,
        /\b(?:sql|quer(?:y|ies)|statement|select|insert|update|relation)\b.{0,120}(?:syntax error|unexpected token|parse error)/,
        /(?:syntax error|unexpected token|parse error).{0,120}\b(?:sql|query|statement|select|insert|update|from)\b/,
      ],
      { flags: 'i' },
    ),
    meaning: 'A statement has a syntax error: it can never succeed as written.',
    next: 'Fix the statement where it is built; the quoted word shows where the error is.',
  },
  {
    rule: 'data.malformed',
    words:
      /unexpected (?:token|character|end of (?:json|input|file|stream|data))|syntax error|parse error|not well-?formed|malformed|invalid (?:json|xml|yaml|utf-?8|character|syntax)|could not be (?:parsed|decoded|deserialized)|(?:cannot|could not|failed to|unable to) (?:parse|decode|deseriali[sz]e|unmarshal)|JSONDecodeError|JsonParseException|SyntaxError/i,
    meaning: 'The input is not in the expected format: it fails each time it is read.',
    next: 'Inspect the named message or file byte by byte, and find out what wrote it.',
    isSymptom: true,
  },
  {
    rule: 'db.missing',
    line: { name: 'database', label: 'Database error' },
    words: /(?:relation|table|column) .{0,80}does(?: not|n't) exist|unknown (?:column|table)|no such (?:table|column)/i,
    meaning:
      'The code expects a table or column that the database does not have: the versions of schema and code differ.',
    next: 'Compare the applied migrations with the deployed version.',
  },
  {
    rule: 'disk.full',
    line: { name: 'disk-full', label: 'No space left', severity: 'critical', evenInfo: true },
    isPlain: true,
    words:
      /no space left|ENOSPC|disk (?:is )?full|disk ?pressure|disk quota|filesystem.{0,20}full|out of disk|flood[- ]?stage.{0,12}watermark/i,
    meaning: 'The disk is full.',
    next: 'Free space on that file system: `df -h; df -i; du -xsh /* | sort -h` shows what fills it.',
  },
  {
    rule: 'disk.io',
    isPlain: true,
    words:
      /I\/O error(?!.{0,160}(?:\brequest\b|https?:|connect|socket|timed? ?out|\bpeer\b))|EIO\b|input\/output error|bad sector|medium error|read-only file ?system|EROFS/i,
    meaning: 'The storage fails or was made read-only.',
    next: 'Check the storage: `dmesg -T | tail -200` and `smartctl -a` of that disk.',
  },
  {
    rule: 'limit.files',
    line: { name: 'descriptors-exhausted', label: 'Too many open files', evenInfo: true },
    isPlain: true,
    words: /too many open files|EMFILE|ENFILE/i,
    meaning: 'The process has used up its file descriptors.',
    next: "Capture `lsof -p PID | awk '{print $5}' | sort | uniq -c` and `cat /proc/PID/limits`.",
  },
  {
    rule: 'thermal',
    line: { name: 'thermal', label: 'Too hot', evenInfo: true },
    words:
      /temperature (?:is )?(?:above|over|exceed)|clock (?:is )?throttled|thermal(?:ly)? (?:throttl|trip|shutdown|limit)|overheat|throttl\w{0,5}.{0,40}(?:temperature|thermal)|critical temperature/i,
    meaning: 'The hardware is too hot and throttles.',
    next: 'Check fans, air flow and power: `ipmitool sdr type Fan; ipmitool sdr type Temperature; sensors`.',
  },
  {
    rule: 'limit.rate',
    line: { name: 'rate-limit', label: 'Rate limited', severity: 'warning' },
    isPlain: true,
    words:
      /rate.?limit|too many requests|\b(?:status(?:[ _]?code)?|code|http(?:\/[\d.]+)?|answered|returned|responded(?: with)?|got)\W{0,3}429\b|throttl(?!\w{0,3}.{0,20}(?:cpu|clock|temp|thermal))|quota exceeded|(?:requests?|calls?|api|usage|burst)\W{1,3}limit exceeded|\bSlowDown\b|\bslow down\b(?=\W*$)/i,
    meaning: 'The other side limits the rate: it receives more requests than it allows.',
    next: 'Compare the request rate with the limit; honour `Retry-After` and back off.',
  },
  {
    rule: 'net.dns',
    line: { name: 'name-resolution', label: 'Name not resolved' },
    isPlain: true,
    words:
      /no such host|name or service not known|ENOTFOUND|EAI_AGAIN|NXDOMAIN|SERVFAIL|temporary failure in name resolution|could(?: not|n't) resolve|getaddrinfo|unknown ?host|dns .{0,30}(?:fail|error|timeout)/i,
    meaning: 'A name could not be resolved.',
    next: 'Run `dig NAME` and `getent hosts NAME` on that machine and check its resolver.',
  },
  {
    rule: 'net.port-taken',
    isPlain: true,
    words: /address already in use|EADDRINUSE/i,
    meaning: 'Another program already listens on that port.',
    next: 'Find who holds the port: `ss -ltnp`.',
  },
  {
    rule: 'net.refused',
    line: { name: 'connection-refused', label: 'Connection refused' },
    isSymptom: true,
    words: /connection (?:was )?refused|actively refused|ECONNREFUSED|refused to connect/i,
    meaning: 'Nothing listens at the other end: it is down, restarting, or the port is wrong.',
    next: 'Check the other side at that time: `ss -ltnp` there, its own log around the first refusal.',
  },
  {
    rule: 'net.reset',
    line: { name: 'connection-reset', label: 'Connection lost' },
    isSymptom: true,
    words:
      /connection (?:was )?(?:reset|lost|aborted|dropped)|reset by peer|premature(?:ly)? (?:close|end)|ECONNRESET|broken pipe|EPIPE|closed by (?:peer|remote)|unexpected EOF|socket hang up/i,
    meaning: 'The other end closed or reset the connection.',
    next: "Capture both ends: `tcpdump -i any -w out.pcap host HOST`, and check the other side's log.",
  },
  {
    rule: 'net.unreachable',
    line: { name: 'unreachable', label: 'Unreachable' },
    words:
      /no route to host|EHOSTUNREACH|network (?:is )?(?:unreachable|down)|host (?:is )?(?:unreachable|down)|ENETUNREACH|link (?:is )?down|carrier lost/i,
    meaning: 'The network path to the other end is gone.',
    next: 'Capture `ip route get HOST; ip -s link; mtr -rwc 50 HOST`.',
  },
  {
    rule: 'net.timeout',
    line: { name: 'timeout', label: 'Timed out' },
    isSymptom: true,
    words:
      /connect\w{0,20}.{0,60}tim(?:ed?|ing)[ -]?out|tim(?:ed?|ing)[ -]?out.{0,60}connect|network timeout|ETIMEDOUT/i,
    meaning: 'The other end could not be reached in time.',
    next: "Capture the path at that time: `mtr -rwc 100 HOST`, `curl -sv --max-time 10 URL`, and the other side's log of that window.",
  },
  {
    rule: 'net.failed',
    line: { name: 'unavailable', label: 'Service unavailable' },
    isSymptom: true,
    words: /cannot connect|failed to (?:connect|establish)|(?:could not|unable to|cannot|can't) (?:connect|reach)\b/i,
    meaning: 'The other end could not be reached.',
    next: 'Check the other side at that time, and the path to it: `curl -sv --max-time 10 URL`, its own log of that window.',
  },
  {
    rule: 'time.out',
    line: { name: 'timeout', label: 'Timed out' },
    isSymptom: true,
    words: /time[d-]? ?-?out|timing[ -]?out|no response (?:from|within)|deadline exceeded|took too long/i,
    meaning: 'The operation took longer than its time limit.',
    next: "Find what it waited for: check the other side's log, slow queries, or a thread dump.",
  },
  {
    rule: 'auth.expired',
    words:
      /(?:token|credential|secret|api key|password|licen[cs]e)s? (?:has |have |is |was )?expired|expired (?:token|credential|secret|api key|licen[cs]e)|ExpiredToken/i,
    meaning: 'A token or credential has expired and was not renewed, so access is refused.',
    next: 'Check when it was issued and who should renew it; compare the clocks of both sides.',
  },
  {
    rule: 'session.expired',
    isSymptom: true,
    words:
      /(?:session|lease)s? (?:has |have |is |was )?(?:expired|timed out)|(?:expired|lapsed) (?:session|lease)|SessionExpired/i,
    meaning: 'The other side heard nothing within its timeout and ended the session.',
    next: 'Find what kept it from responding just before: runtime pauses, an overloaded machine, the network.',
  },
  {
    rule: 'auth.failed',
    line: { name: 'permission', label: 'Permission denied' },
    words:
      /access (?:is )?denied|unauthori[sz]ed|not authori[sz]ed|permission denied|operation not permitted|\bEPERM\b|insufficient (?:permission|privilege)|avc: +denied|forbidden|\b(?:status(?:[ _]?code)?|code|http(?:\/[\d.]+)?|answered|returned|responded(?: with)?|got)\W{0,3}40[13]\b|\b401 unauth|EACCES/i,
    ...refused,
  },
  {
    rule: 'auth.failed',
    line: { name: 'authentication', label: 'Sign-in refused', severity: 'warning', evenInfo: true },
    words:
      /(?:invalid|bad) (?:user|password|credentials?|token|api key)|authentication (?:fail|error)|failed password|log ?in fail|failed log ?in|break-in attempt/i,
    ...refused,
  },
  {
    rule: 'breaker.open',
    line: { name: 'unavailable', label: 'Service unavailable' },
    isSymptom: true,
    words:
      /circuit[ -]?breaker(?!.{0,120}\b(?:trip\w*|feeder|busbar|over-?current|phase|\d+ ?kV)\b)|circuit (?:is )?open/i,
    meaning: 'The circuit breaker has opened: earlier failures of the other side made the caller stop calling.',
    next: 'Look at the failures before the breaker opened; they are closer to the cause.',
  },
  {
    rule: 'process.crash',
    words:
      /segmentation fault|segfault|SIGSEGV|SIGABRT|core dumped|\bpanic:(?!.{0,200}\brecovered\b)|crashed|crash ?loop|(?<!PHP )\bfatal error:(?! *uncaught)|exited with (?:code|status) [1-9]|exit code:? 137|killed by signal/i,
    meaning: 'A process died.',
    next: 'Take its core dump or stack trace (`coredumpctl info`, `kubectl logs --previous`).',
  },
  {
    rule: 'code.null',
    words: /NullPointer|nil pointer|undefined is not|Cannot read propert|NoneType|null reference/i,
    meaning: 'The code used a value that does not exist.',
    next: 'Look at the top frame of the stack trace.',
  },
  {
    rule: 'config.invalid',
    words: anyOf(
      [
        /(?:invalid|bad|missing|malformed|unknown).{0,40}(?:config|setting|(?<!(?:request|query|path|form|url) )parameter|environment variable|option)(?!.{0,60}\b(?:request|query string|payload|body)\b)/,
        /config\w{0,20}.{0,40}(?:invalid|error|missing|fail)/,
        /environment variable \S{1,80} (?:is )?(?:not set|missing|undefined|required)/,
        /failed to load environment files?|KeyError: ['"](?=[A-Z_\d]{0,60}_)[A-Z][A-Z_\d]{3,60}['"]/,
        /\b(?=[A-Z_\d]{0,60}_)[A-Z][A-Z_\d]{4,60} (?:is |was |must be )?(?:required|not set|missing|undefined|unset|not defined)/,
        /fail\w{0,3} to (?:load|parse|read) (?:the )?config/,
      ],
      { flags: 'i' },
    ),
    meaning: 'A setting is wrong or missing.',
    next: 'Compare the configuration with the last one that worked.',
  },
  {
    rule: 'device.sim',
    words:
      /\bSIM\b.{0,20}(?:not inserted|failure|removed|missing|absent|not present|busy|wrong|error)|no SIM\b|CME ERROR: (?:10|13|14|15)\b/,
    meaning: 'The modem does not see a working SIM card.',
    next: 'Check the card and its holder, then `AT+CPIN?` and `AT+CCID` on the modem.',
  },
  {
    rule: 'id.duplicate',
    words:
      /\balready connected, (?:closing|dropping|replacing|kicking)|\bduplicate client(?: ?id)?|client ?id .{0,60}already (?:in use|connected)|\baddress .{0,60}already in use by\b|\bduplicate (?:ip|mac|hardware|network) ?address/i,
    meaning: 'Two of them use the same name or address and disconnect each other.',
    next: 'Find the second one: compare the addresses that both connect from.',
  },
  {
    rule: 'code.stack',
    words: /\bstack (?:overflow|canary|smashing|guard)\b|\bstack of (?:task|thread) \S+ (?:overflow|exhausted)/i,
    meaning: 'A task used more stack than it has.',
    next: 'Measure its high-water mark and look for large arrays and deep calls in that task; then give it more stack.',
  },
  {
    rule: 'limit.workers',
    words:
      /reached MaxRequestWorkers|reached (?:the )?(?:pm\.)?max_children|max_children setting|worker_connections are not enough|(?:all|no (?:free|idle|more)) (?:\w+ )?(?:workers?|worker threads?|request handlers?)\b.{0,30}(?:busy|left|available|in use)?|(?:thread|worker) pool (?:is )?exhausted/i,
    meaning: 'All workers are busy: further requests wait or are refused.',
    next: 'Find what the workers wait for (a slow page, the other side), then check their number.',
  },
  {
    rule: 'replication',
    words:
      /replicat(?:ion|ing)\b.{0,60}(?:lag|behind|broken|stop|fail)|replicas?\b.{0,40}\b(?:lag\w*|behind|out of sync|not in sync)|split[ -]?brain|(?:lost|no|without|lack\w{0,10}) quorum|quorum (?:is |was )?(?:lost|not)/i,
    meaning: 'The replicas do not keep up with each other.',
    next: 'Capture the replication status of each member.',
  },
  {
    rule: 'code.unhandled',
    isSymptom: true,
    words: /unhandled (?:exception|rejection|error)|uncaught|panic recovered|recovered from panic/i,
    meaning: 'The code does not handle this error.',
    next: 'Look at the top frame of the stack trace, and at what the failing requests have in common.',
  },
];

export function causeWordOf(text: string): KnownCause | undefined {
  const head = text.slice(0, 1200);
  return knownCauses.find((cause) => cause.words.test(head));
}

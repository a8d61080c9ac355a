import { anyOf } from '#core/any-of.ts';
import type { Finding, Severity } from '../reading.ts';
import { knownCauses } from './known-causes.ts';

/** What a line may tell by its words. Read once for each form of line, not for each line. */
export interface LineRule {
  rule: string;
  label: string;
  pattern: RegExp;
  severity: Severity;
  role: Finding['role'];
  explanation: string;
  /** Lines that say they are only information count too. */
  evenInfo?: boolean;
  next?: string[];
}

<<<<<<< HEAD
/** What only says how something else shows itself, and is no cause that answers name. */
const signs: readonly LineRule[] = [
=======
/** The first rule that fits names the line; graver and plainer causes come first. */
export const lineRules: readonly LineRule[] = [
  {
    rule: 'log.out-of-memory',
    label: 'Out of memory',
    pattern:
      /OutOfMemoryError|\bMemoryError\b|JavaScript heap out of memory|\bout of memory\b|cannot allocate memory|\bENOMEM\b|\boom[-_ ]?kill|OOMKilled|Killed process \d+|std::bad_alloc|memory (?:limit|cgroup) .{0,300}(?:exceeded|reached)|allocation failed/i,
    severity: 'critical',
    role: 'cause',
    explanation: 'A program asked for memory it could not get.',
    evenInfo: true,
    next: ['Compare the memory the process used over time with its limit; take a heap dump before the next failure.'],
  },
  {
    rule: 'log.disk-full',
    label: 'No space left',
    pattern:
      /no space left on device|\bENOSPC\b|disk (?:is |quota )?(?:full|exceeded)|quota exceeded|file ?system (?:is )?full|out of disk space/i,
    severity: 'critical',
    role: 'cause',
    explanation: 'A file system had no room left to write to.',
    evenInfo: true,
    next: ['Run `df -h` and `df -i` on the host.'],
  },
  {
    rule: 'log.descriptors-exhausted',
    label: 'Too many open files',
    pattern: /too many open files|\bEMFILE\b|\bENFILE\b/i,
    severity: 'error',
    role: 'cause',
    explanation: 'The process ran into its limit of open files and sockets.',
    evenInfo: true,
    next: ['Run `ls /proc/PID/fd | wc -l` and `ulimit -n` for the process.'],
  },
  {
    rule: 'log.pool-exhausted',
    label: 'Connection pool exhausted',
    pattern:
      /pool (?:is |was )?(?:exhausted|empty|full|timed? ?out)|(?:could not|unable to|failed to|cannot|timeout) (?:acquir|obtain|get|check ?out)\w*(?: \w+){0,4} (?:connection|from (?:the )?pool)|too many (?:connections|clients)|remaining connection slots|QueuePool limit|pool size exceeded/i,
    severity: 'error',
    role: 'cause',
    explanation: 'Every connection of a pool was in use, so work waited for one and timed out.',
    next: ['Look for connections that are not released, and for slow queries that hold them.'],
  },
  {
    rule: 'log.certificate',
    label: 'Certificate refused',
    pattern:
      /certificate (?:has |is )?(?:expired|verify failed|not (?:yet )?valid|revoked|unknown|signed by unknown|rejected|error)|expired certificate|CERTIFICATE_VERIFY_FAILED|x509:|PKIX path|SSLHandshakeException|self[- ]signed certificate|unable to get local issuer|(?:tls|ssl)[: ].{0,40}(?:handshake (?:fail|error)|alert)|certificate.{0,40}expired/i,
    severity: 'error',
    role: 'cause',
    explanation: 'An encrypted connection was refused because of a certificate.',
    next: [
      'Run `openssl s_client -connect HOST:443 -servername HOST </dev/null | openssl x509 -noout -dates -issuer`.',
    ],
  },
  {
    rule: 'log.name-resolution',
    label: 'Name not resolved',
    pattern:
      /name or service not known|could(?: not|n't) resolve|getaddrinfo|\bENOTFOUND\b|EAI_AGAIN|unknown ?host|\bNXDOMAIN\b|\bSERVFAIL\b|temporary failure in name resolution|no such host|dns .{0,30}(?:fail|error|timeout)/i,
    severity: 'error',
    role: 'cause',
    explanation: 'A host name could not be resolved to an address.',
    next: ['Run `dig HOST` on the machine that printed the line.'],
  },
  {
    rule: 'log.unreachable',
    label: 'Unreachable',
    pattern:
      /no route to host|network is (?:unreachable|down)|host (?:is )?(?:unreachable|down)|EHOSTUNREACH|ENETUNREACH/i,
    severity: 'error',
    role: 'cause',
    explanation: 'There was no network path to another machine.',
  },
  {
    rule: 'log.connection-refused',
    label: 'Connection refused',
    pattern: /connection (?:was )?refused|\bECONNREFUSED\b|actively refused/i,
    severity: 'error',
    role: 'cause',
    explanation: 'The other side has no listener on that port: it is down, starting, or elsewhere.',
  },
>>>>>>> 6532a8b (Say in standard terms what findings of readers mean)
  {
    rule: 'log.database',
    label: 'Database error',
    pattern:
      /(?:foreign key|check) constraint|violates .{0,30}constraint|\bORA-\d{5}\b|SQLSTATE|lock wait timeout|could not serialize|database is locked|(?:database|sql|query) (?:error|failed|failure)/i,
    severity: 'error',
    role: 'cause',
    explanation: 'A database refused or could not carry out a statement.',
  },
  {
    rule: 'log.corruption',
    label: 'Corrupt data',
    pattern:
      /\bcorrupt(?:ed|ion)?\b|checksum (?:mismatch|error|failed)|\bCRC (?:error|mismatch)|bad magic|data loss|unclean shutdown/i,
    severity: 'error',
    role: 'cause',
    explanation: 'Data was not read back as it was written.',
  },
  {
    rule: 'log.probe-failed',
    label: 'Kept from running',
    pattern:
      /CrashLoopBackOff|back-off restarting|(?:liveness|readiness|startup) probe failed|\bevict(?:ed|ing)\b.{0,30}\bpods?\b|\bpods?\b.{0,80}\bevicted\b|reason[=:" ]{1,4}evicted|ImagePullBackOff|ErrImagePull/i,
    severity: 'error',
    role: 'symptom',
    explanation: 'A container was stopped, delayed, restarted or found not ready.',
    evenInfo: true,
  },
  {
    rule: 'log.assertion',
    label: 'Assertion failed',
    pattern:
      /assert(?:ion)? (?:failed|failure|error)|assertion `|\bAssertionError\b|check failed:|invariant (?:failure|violat)/i,
    severity: 'error',
    role: 'cause',
    explanation: 'The program reached a state that its authors considered impossible.',
  },
  {
<<<<<<< HEAD
=======
    rule: 'log.permission',
    label: 'Permission denied',
    pattern:
      /permission denied|access (?:is )?denied|operation not permitted|\bEACCES\b|\bEPERM\b|not authori[sz]ed|forbidden|insufficient (?:permission|privilege)|avc: +denied/i,
    severity: 'error',
    role: 'cause',
    explanation: 'Someone or something tried what it is not allowed to do.',
  },
  {
    rule: 'log.authentication',
    label: 'Sign-in refused',
    pattern:
      /authentication (?:failure|failed|error)|failed password|invalid (?:credentials?|token|password|user)|log ?in failed|failed log ?in|bad password|unauthori[sz]ed|break-in attempt/i,
    severity: 'warning',
    role: 'symptom',
    explanation: 'Someone or something could not prove who it is.',
    evenInfo: true,
  },
  {
    rule: 'log.thermal',
    label: 'Too hot',
    pattern:
      /temperature (?:is )?(?:above|over|exceed)|clock (?:is )?throttled|thermal(?:ly)? (?:throttl|trip|shutdown)|overheat|critical temperature/i,
    severity: 'error',
    role: 'cause',
    explanation: 'The hardware is too hot and slows down or switches off.',
    evenInfo: true,
    next: ['Check fans and air flow: `ipmitool sdr type Fan; sensors`.'],
  },
  {
    rule: 'log.rate-limit',
    label: 'Rate limited',
    pattern: /rate ?limit(?:ed|ing| exceeded)?|too many requests|\bthrottl(?:ed|ing)\b|\bHTTP(?:\/\d\.\d)? 429\b/i,
    severity: 'warning',
    role: 'cause',
    explanation: 'The other side accepts no more requests for the moment.',
  },
  {
    rule: 'log.connection-reset',
    label: 'Connection lost',
    pattern:
      /connection (?:was )?(?:reset|lost|aborted|dropped|closed (?:unexpectedly|by peer))|\bECONNRESET\b|broken pipe|\bEPIPE\b|reset by peer|unexpected EOF|premature(?:ly)? (?:close|end)/i,
    severity: 'error',
    role: 'symptom',
    explanation: 'A connection ended while it was in use.',
  },
  {
    rule: 'log.timeout',
    label: 'Timed out',
    pattern:
      /tim(?:ed|ing)[ -]?out|\btime-?outs?\b|\bETIMEDOUT\b|deadline exceeded|TimeoutException|no response (?:from|within)/i,
    severity: 'error',
    role: 'symptom',
    explanation: 'No answer came within the time limit.',
  },
  {
>>>>>>> 6532a8b (Say in standard terms what findings of readers mean)
    rule: 'log.unavailable',
    label: 'Service unavailable',
    pattern:
      /service (?:is )?(?:temporarily )?unavailable|bad gateway|gateway time-?out|upstream .0,60(?:failed|error|unavailable)|no (?:healthy|live) upstream|(?:down for|under|in|entering) maintenance|maintenance mode/i,
    severity: 'error',
    role: 'symptom',
    explanation: 'A required service was not available.',
  },
  {
    rule: 'log.slow',
    label: 'Slow',
    pattern:
      /slow (?:query|request|response|operation|log)|took too long|long (?:gc|garbage|pause)|gc pause|exceed(?:ed|s) .0,30threshold|high latency|starv(?:ed|ation)|running behind/i,
    severity: 'warning',
    role: 'symptom',
    explanation: 'Something took longer than it should.',
  },
];

/** The first rule that fits names the line; graver and plainer causes come first. */
export const lineRules: readonly LineRule[] = [
  ...knownCauses.flatMap(({ line, words, isSymptom, meaning, next }): LineRule[] =>
    line === undefined
      ? []
      : [
          {
            rule: `log.${line.name}`,
            label: line.label,
            pattern: words,
            severity: line.severity ?? 'error',
            role: isSymptom === true ? 'symptom' : 'cause',
            explanation: meaning,
            evenInfo: line.evenInfo === true,
            next: [next],
          },
        ],
  ),
  ...signs,
];

/** Starts, stops and changes of configuration: they explain nothing alone, but much happens after them. */
export const contextRules: readonly LineRule[] = [
  {
    rule: 'log.restart',
    label: 'Start or stop',
    pattern: anyOf(
      [
        /(?:server|service|application|daemon|process|system|node|container|worker) (?:\S+ )?(?:is )?(?:start(?:ed|ing)|restart(?:ed|ing)?|stopp(?:ed|ing)|shut(?:ting)? ?down|exit(?:ed|ing)|ready|terminat(?:ed|ing))/,
        /shutting down|shutdown complete|start(?:ed|ing) (?:up|server|service|application|on port)/,
        /listening on|ready to accept connections|received (?:signal|sig(?:term|int|hup|kill))/,
        /Linux version \d|exiting on signal|syslogd.{0,40}restart|rebooting|restart\./,
      ],
      { before: String.raw`\b(?:`, after: ')', flags: 'i' },
    ),
    severity: 'info',
    role: 'context',
    explanation: 'A program started, stopped or was told to.',
    evenInfo: true,
  },
  {
    rule: 'log.change',
    label: 'Change',
    pattern:
      /\b(?:config(?:uration)?(?: file)? (?:was |has been )?(?:re-?load|changed|updated|applied)|reload(?:ed|ing) config|deploy(?:ed|ing|ment (?:started|finished|complete|of))|roll(?:ed|ing)? ?(?:back|out)|migrat(?:ion|ing|ed)|upgrad(?:ed|ing)|feature flag|maintenance (?:mode|window)|fail(?:ing|ed)? ?over)\b/i,
    severity: 'info',
    role: 'context',
    explanation: 'Configuration or software changed here; compare what came before with what came after.',
    evenInfo: true,
  },
];

import { anyOf } from '#core/any-of.ts';

/**
 * What the words of one line are worth as a statement of cause. Each list holds what programs of any kind write; how
 * much a list counts is said in weigh.ts.
 */

/** The system's own words for why a call failed, and what ends a program by itself. */
const strongReason = anyOf(
  [
    /no rule to make target|unknown (?:variable|option|argument|field|directive)|no package \S{1,120} available|loops back to myself|no such (?:file|host|device|table|column|process|container|image|service|bucket|key|module|element|method|property|user)/,
    /permission denied|access ?(?:is |was )?denied|denied_mask=|apparmor="denied"|avc: {1,2}denied|operation not (?:permitted|supported)|not (?:permitted|authorized|authorised)/,
    /no space left|disk (?:is )?full|disk ?pressure|disk quota|quota exceeded|read-?only file ?system|input\/output error|i\/o error/,
    /cannot allocate memory|out of memory|outofmemory\w*|heap space|oom[- ]?kill\w*|stack overflow|too many open files|resource temporarily unavailable/,
    /address (?:already )?(?:is )?in use|address family not supported|cannot assign requested address|no route to host|network is unreachable/,
    /name or service not known|temporary failure in name resolution|could not resolve|unknownhost\w*|no such host|getaddrinfo|(?<!-)nxdomain|servfail/,
    /exec format error|illegal instruction|invalid cross-device|file exists|is a directory|not a directory|directory not empty|device or resource busy/,
    /has expired|have expired|(?<=\w)(?<!=\w{1,12}) expired\b|certificate.{0,60}(?:invalid|unknown|not (?:trusted|valid|found)|verif)|self[- ]signed|unknown authority/,
    /(?:invalid|incorrect|wrong|bad|insecure|unprotected) permissions?|authentication fail\w*|password authentication|invalid (?:credentials|password|api key|token)|login failed/,
    /undefined (?:symbols?|references?|functions?|methods?)|undeclared (?:identifier|variable|name)|not declared in|unresolved (?:external|symbol|import|reference)|symbol\(?s?\)? not found|multiple definition|duplicate symbol/,
    /cannot import name|no module named|module not found|class ?not ?found\w*|no ?such ?(?:method|field)\w*|unsatisfied ?link\w*|cannot open shared object|noclassdef\w*/,
    /unable to (?:locate|find|resolve) |couldn'?t (?:find|resolve)|could not (?:find|locate|resolve)|cannot find |can't find |not? (?:be )?found\b/,
    /null ?pointer\w*|nil pointer|null (?:reference|object)|nullreference\w*|is not a function|of (?:undefined|null)\b|nonetype|use.after.free|segmentation fault|bad access|exc_bad_access|kern_invalid_address/,
    /stale \w+ reference|index ?out ?of ?(?:bounds|range)\w*|indexerror|keyerror|valueerror|typeerror|attributeerror|assertion\b.{0,80}fail\w*|assert(?:ion)? ?failed|assertionerror/,
    /not (?:registered|serializable|attached|initiali[sz]ed|implemented|supported|configured|defined|set|enabled|installed|allowed|recogni[sz]ed)\b|unregistered|notserializable\w*/,
    /page corruption|(?:is|are|was|may be) corrupt\w*|corrupted? |checksum (?:mismatch|error|fail\w*)|crc (?:check )?(?:fail\w*|error|mismatch)|bad magic|bad superblock/,
    /too (?:many (?!(?:errors|failures|retries|attempts|restarts|crashes)\b)|(?:big|large|long|small|low|high|old|new|few)\b)|rate ?limit\w*|(?:http|status|code|error)\W{0,3}429\b|exceed(?:s|ed|ing)? (?:the |its |maximum|limit|quota)|limit (?:of .{0,30})?(?:reached|exceeded)|\w{0,30}(?:limit|quota)exceeded\w*/,
    /already (?:exists|running|in use|registered|bound|defined|locked|connected|mounted)|duplicate (?:key|entry|id|name)|conflict(?:s|ing)? with|version mismatch|incompatible|merge conflict/,
    /\bloop\b.{0,40}\bdetected|detected.{0,40}\bloop\b|deadlock (?:found|detected)|found (?:one|a|\d+) [\w -]{0,20}deadlocks?|conditionalcheckfailed\w*|(?:acquir|lock)ing (?:the )?state(?: lock)?|unrecoverable/,
    /(?:bad|wrong|invalid|unrecogni[sz]ed) (?:file )?(?:format|signature)|circular (?:reference|dependenc|import)\w*|dependency cycle|unexpected (?:token|character|end|eof|indent|keyword)|syntax error|parse error|malformed|cannot (?:parse|decode|unmarshal|deserialize)|not valid json|invalid (?:json|xml|yaml|syntax|utf)/,
    /no (?:suitable|matching|valid|available|usable|compatible|healthy|default) \w+|no \w+ (?:is |was |has been )?(?:found|configured|available|specified|authorized|successfully)|no \w+(?: \w+)? (?:is |was )?specified|no proposal chosen|no_proposal_chosen/,
    /(?<!^code )\bE(?:NOENT|ACCES|PERM|NOSPC|NOMEM|MFILE|NFILE|ADDRINUSE|IO|ROFS|BUSY|EXIST|INVAL|AGAIN|NODEV|PROTO|AFNOSUPPORT|NOTDIR|ISDIR|LOOP|XDEV|HOSTUNREACH|NETUNREACH|AI_AGAIN|RESOLVE|INTEGRITY|BADENGINE)\b|enotfound/,
    /worker timeout|time ?limit exceeded|(?:action|job|step|build|pipeline|workflow|stage) .{0,60}timed out|execution took longer than|maximum execution time|watchdog (?:timeout|expired|bite|reset|(?:got |was )?triggered)|brown-?out|under-?voltage|hung task|blocked for more than|not responding/,
  ],
  { before: '(?:', after: ')', flags: 'i' },
);

/** Words that say what is wrong with something, though not in the system's own words. */
const someReason = anyOf(
  [
    /invalid|missing|unknown|unrecogni[sz]ed|unsupported|mismatch\w*|required|must (?:be|have|not)|should (?:be|have)|expected|unexpected|does ?n[o']t (?:exist|match|support|have|contain)/,
    /refused|rejected|denied|forbidden|unauthori[sz]ed|exceed\w*|overflow\w*|insufficient|exhausted|violat\w*|illegal|unreachable|not reachable|unavailable/,
    /because|due to|caused by|reason\b|since (?:the|it|no)|out of (?:range|sync|date|bounds)|not (?:a valid|enough|ready|available|responding)|no (?:response|answer|reply|irq|such|longer)/,
    /time(?:d)?[ -]?out|deadline exceeded|no longer|was not|were not|is not|are not|isn't|aren't|cannot be|can ?not|can't|couldn't|could not|unable to|failed to|fail(?:ed|ure|s) (?:in|on|at|with|for)/,
    /\w{3}(?:Exception|Error)\b|panic|fault\b|corrupt\w*|broken|damaged|lost|stuck|dropped|blocked (?:by|using)|full\b/,
    /error[: -]+(?:code[: ]*)?-?\d+|\berrno\b|\berror -\d+|\bstatus[=: ]+\d+\/[A-Z]+/,
  ],
  { before: String.raw`\b(?:`, after: ')', flags: 'i' },
);

/** It tells that something failed, in the plainest words. */
const failingWords =
  /\b(?:errors?|fail(?:ed|s|ure|ing)?|fatal|exception|abort(?:ed|ing)?|panic|crash(?:ed|es)?|critical|severe|denied|refused|reject(?:ed)?|invalid|cannot|can't|couldn't|could not|unable|timeout|timed out|not found|missing|killed|corrupt\w*|undefined|unexpected|unrecoverable|expired|unhandled|uncaught|terminated by|too many|too long|too big|no such|not set|overflow|deadlock\w*|brown-?out|under-?voltage|unreachable|not reachable|watchdog (?:timeout|expired|bite|(?:got |was )?triggered)|\w+(?:Exception|Error))\b/i;

/** The program, the run or the request is over. */
const ends = anyOf(
  [
    /fatal\b|panic\b|unrecoverable|uncaught|unhandled|core dumped|aborting|aborted|giving up|gave up|cannot continue|can't continue|bailing out/,
    /terminat(?:ing|ed) (?:app|due|by|with|on)|terminated by signal|killed by|was killed|exiting|exit(?:ed)?,? (?:with )?(?:code|status)[: =]*-?[1-9]\d*|exit(?:ed)? -?[1-9]\d*\b/,
    /shutting down|shut ?down (?:completed?|exception)|is shut down|stopping (?:the )?(?:server|service|process)|going down|halted/,
    /(?:boot|build|start-?up|initiali[sz]ation|archive|compilation|deployment|installation|test|job) failed|failed to (?:start|boot|initiali[sz]e|launch|load|mount|build)|could(?: not|n't) (?:start|be started)|cannot start|not started/,
    /non-?zero (?:code|exit)|returned (?:a )?non-?zero|main process exited|segmentation fault|segfault|sigsegv|sigabrt|sigkill|stack trace|runtime aborting/,
    /symbol lookup error|error while loading shared libraries|status=bounced|job failed|command failed|stopped|evict\w*|crash ?loop\w*/,
  ],
  { before: String.raw`\b(?:`, after: ')', flags: 'i' },
);

/** It says that something is over, and nothing of why. */
const wraps = anyOf(
  [
    /\bfailed with result\b|\bmain process exited\b|\brepeated too quickly\b|\bschedul(?:ed|ing) restart\b|\bentered failed state\b/,
    /^\W{0,9}Active: failed\b|\bcode=exited, status=1\/FAILURE/,
    /(?:due to|because of|after) (?:\d+ )?(?:the )?(?:above|previous|these|earlier|preceding|startup process|prior|fatal)? ?(?:errors?|failures?)\b/,
    /^\W{0,40}(?:[\w.$]{1,80} - )?(?:\w{1,40} )?(?:boot|build|archive|start-?up|compilation|job|task|test|deployment|installation|command|linker command|initiali[sz]ation|hosting|execution|request|operation|script|application run) (?:has )?failed(?:[:!.*\s]{0,40}$| to start\b| with exit| due)/,
    /^\W{0,40}(?:fatal |severe |an |unknown |internal |unexpected |general ){0,6}(?:errors?|exceptions?|failures?|problems?)(?: (?:occurred|happened|encountered|detected|found|log|summary|during startup|caught)){0,6}\W{0,40}$/,
    /\b(?:errors?|warnings?|failures?) (?:occurred|generated|emitted|found)\W{0,40}$|\b\d+ (?:errors?|failed|failures?)\b(?:[,\s/]{0,4}\d{1,9} \w{1,30}){0,8}\W{0,40}$|\bcollected \d+ items/,
    /\bexit(?:ed)?,? (?:with )?(?:code|status)\b|\bexit status\b|\bnon-?zero\b|\bexit -?\d+\b|\breturn(?:ed)? code\b|\bret(?:urned)? \d+$/,
    /^\W*(?:failed to (?:start|build|compile)|failed building|cannot start|could not start|giving up|aborting|aborted|shutting down|exiting|stopped|terminated|terminating|killed|restarting|back-?off restarting)\b(?!.{0,80}(?::|because|due to|since))/,
    /\bterminated by signal\b|\bsee (?:the )?(?:above|below|log|logs|details|output|journal)\b|\bfor (?:more )?(?:details|information)\b|\bcaught (?:signal|exception)\W*$/,
    /^\W*(?:npm ERR! )?(?:A complete log|This is probably not|Additional error|code E[A-Z]{3,20}\W*$|errno \d+|Exit status)|^\W*make(?:\[\d+\])?: \*\*\*(?! No rule)|recipe for target .{1,200} failed|process completed with/,
    /\berror processing (?:package|archive|\S+ \(--)|\bchecks? failed\b(?!:)|(?:in|by) the following\b.{0,20}\b(?:lines|errors|points|reasons)\b|^\W*(?:begin|end|last exception)? ?(?:of )?(?:stack ?trace|backtrace|call trace|native crash|dump|registers?)\b|\bTraceback \(most recent|^\W*(?:crash|bug) report\b/,
    /^\W*signal SIG|\b(?:some|\d+|all)? ?tests? failed\b|\bverdict\b|unrecoverable\W*$|^\W*(?:\w{1,30}: )?(?:fail|error|fatal|failed|failure|crash|fehler|not ok)\W*$|run .{0,30}--(?:stacktrace|info|debug|verbose)|\bhas stopped\W*$|\bshut ?down exception\b/,
    /\btoo many (?:errors|failures|retries|attempts|restarts|crashes)\W*$|unexpectedly\W*$|went away\W*$|\bexiting \w+ ?(?:\([\w.$]+\))?\W*$|startup process failure|fatal error during|prepare to shutdown/,
    /\bsub-?process \S+ returned an error\b|\bcould not compile dependency\b|\bcommand failed\b|^\W*nothing to do\W*$|\.(?:service|socket|mount) (?:has )?failed\W*$|\bcontrol process exited\b/,
    /\bFailed at the \S{1,80} (?:\w+ )?script\b|^(?:\d{1,5} )?(?:error )?(?:errno -?\d+|code E[A-Z]{3,20})\W*$/,
    /^\W*(?:failure: )?build failed (?:with an exception|in \d)|\bexecution failed for task\b|^> Task \S{1,120} FAILED\W*$/,
  ],
  { flags: 'i' },
);

/** What follows from the other side or from another line. */
const follows = anyOf(
  [
    /connection (?:was |is |has been )?(?:closed|lost|reset|aborted|dropped|terminated)|broken pipe|econnreset|epipe|connection refused|econnrefused|connection timed out|(?:read|session) timed out|socket hang up/,
    /will (?:be )?(?:retr(?:y|ied)|restart)|retrying|reconnect\w*|task (?:was )?cancell?ed|skipp(?:ed|ing)|rolled back|rolling back|cleanup|clean(?:ed|ing) up|likely client has/,
    /worker exiting|worker .{0,30}exited|was sent SIG\w+|sent signal|booting|failed to (?:update|patch|post|report|send|publish) (?:the )?(?:status|event|metric|heartbeat)s?/,
    /no screens found|subscriber|context deadline exceeded|timeout expired waiting|consequently|therefore|handshake fail\w*|still attempting|timed out waiting for the condition|interrupted|cancel(?:l)?ed|closing|disconnect\w*/,
  ],
  { before: String.raw`\b(?:`, after: ')', flags: 'i' },
);

/** The line itself is not sure, or says that it goes on. */
const hedges = anyOf(
  [
    /perhaps|maybe|might|possibly|probably|likely|presumably|guess(?:ing)?|may (?:be|have|not|also|fail|cause)|could be (?:a|an|the|due|caused)|possible (?:causes?|reasons?)/,
    /retrying|will retry|trying again|(?<=failed,? )trying|switching to|falling back|fallback|fall back|mitigat\w*|recover(?:ed|ing)|work(?:ing)? ?around|instead\b/,
  ],
  { before: String.raw`\b(?:`, after: ')', flags: 'i' },
);

/** Nobody's trouble: the line says so, or it is what such programs always write. */
const harmless = anyOf(
  [
    /deprecat\w*\b(?! and removed)|obsolete|will be removed|in (?:an upcoming|a future|the next) (?:release|version)|experimental|no longer maintained|harmless|not fatal|non-?fatal|can be (?:safely )?ignored|ignor(?:ed|ing|e)|skipping|optional|not critical/,
    /using defaults?|defaulting to|default (?:value|config\w*)|delaying|is recommended|not recommended|consider (?:using|setting|upgrading)|for better performance|overcommit_memory is set/,
    /policy-rc\.d|debconf|apt-key|update-alternatives|illegal reflective access|slf4j|log4j(?::|2)? ?warn|no appenders|sslcert|illegal-access|jmx (?:beans?|control)|^no credentials specified$|lightweight checkout support|log4j jmx/,
    /unable to (?:load native-hadoop|initialize main class of the logger)|no server failure will be tolerated|platform.{0,12}not supported by this/,
    /0 (?:errors?|failures?|failed)|no (?:errors?|failures?|problems?)\b(?! text)|without (?:errors?|problems?)|success(?:fully|ful)?\b|completed? ok|errors?(?:[=:] ?|\s{2,40})0\b(?!: \S)|failed[=:] ?0\b|polled\b/,
  ],
  { before: String.raw`(?<![\w-])(?:`, after: ')', flags: 'i' },
);

/** GLib's check of an argument returns; what C's `Assertion` says ends the program. */
const checkedByGlib = /\b\w+: assertion [`'\u2018].{1,120}['\u2019] failed/;

/** What to do about it: behind an error, advice makes it no less of one. */
const advises =
  /^\W{0,40}(?:hint:|note:|tip:|usage:|did you mean|see https?:|for help|to fix|to generate|to trust|try (?:running|again|using)|make sure|please\b|npm (?:warn|notice))/i;

const most = 700;

/** 3: in the words of the system; 2: says what is wrong; 1: that it failed; 0: nothing. */
export function reasonIn(said: string): 0 | 1 | 2 | 3 {
  const text = said.slice(0, most);
  if (strongReason.test(text)) return 3;
  if (someReason.test(text)) return 2;
  return failingWords.test(text) ? 1 : 0;
}

/** Says why in the words of the system: cheaper than all reasons, for every line of a file. */
export function statesSystemReason(said: string): boolean {
  return strongReason.test(said.slice(0, most));
}

/** Says why, and not only that something failed. */
export function statesReason(said: string): boolean {
  return reasonIn(said) >= 2;
}

/** Says no more than that it ended or did not begin. */
export function isOutcomeOnly(said: string): boolean {
  return isWrapper(said) && !statesReason(said);
}

const feared =
  /\b(?:may|might|could|can|will|would)(?: (?:also|then|not|no longer|stop|be|even))* (?:fail|working|work|removed|break|be lost|time out|dropped|corrupt)\w*\b/i;

/** "May fail", "will stop working": it has not happened. */
export function isOnlyFeared(said: string): boolean {
  return feared.test(said.slice(0, most));
}

export function tellsFailure(said: string): boolean {
  return failingWords.test(said.slice(0, most));
}

export function tellsEnd(said: string): boolean {
  return ends.test(said.slice(0, most));
}

/** What was tried again and again did not come right. */
export function givesUp(said: string): boolean {
  return /\b(?:giving up|gave up|(?:retries|attempts) (?:are |were )?exhausted|(?:max(?:imum)?|all) (?:\w+ )?(?:retries|attempts))\b/i.test(
    said.slice(0, most),
  );
}

/** That it will be tried again says nothing of why it failed. */
export const withoutRetry = (said: string): string =>
  said.replace(/,? ?\b(?:will (?:be )?)?retry(?:ing)?\b(?: in \S{1,12})?/gi, '');

/** A step of a build failed: the steps after it clean up, or fail for want of it. */
export function endsStep(said: string): boolean {
  return /^Process completed with exit code [1-9]/.test(said);
}

/** The program ends itself. */
export function closes(said: string): boolean {
  return /\b(?:shutting down|shutdown initiated)\b|\bstopping ?\.{3}/i.test(said.slice(0, most));
}

export function isWrapper(said: string): boolean {
  return wraps.test(said.slice(0, most));
}

export function isConsequence(said: string): boolean {
  return follows.test(said.slice(0, most));
}

export function isHedged(said: string): boolean {
  // What a compiler asks at the end, in brackets, is advice.
  const text = said.slice(0, most).replace(/\((?:are|did|do|is) [^()?]{1,160}\?\)\W{0,3}$/, '');
  return hedges.test(text) || /\?\W{0,3}$/.test(text);
}

export function isHarmless(said: string): boolean {
  return harmless.test(said.slice(0, most)) || checkedByGlib.test(said) || advises.test(said);
}

/** Where the plainest reason of a text stands, its last where several do. */
export function reasonPlace(said: string): { from: number; to: number } | undefined {
  const text = said.slice(0, 4000);
  const found =
    [...text.matchAll(new RegExp(strongReason.source, 'gi'))].at(-1) ??
    [...text.matchAll(new RegExp(someReason.source, 'gi'))].at(-1);
  return found === undefined ? undefined : { from: found.index, to: found.index + found[0].length };
}

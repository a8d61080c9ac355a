import type { Observation } from '../detect/observation.ts';

/** What people call it, and what logs call it. */
const concepts: readonly [RegExp, RegExp][] = [
  [
    /\b(?:log(?:ging)? ?-?in|sign(?:ing)? ?-?in|password|credential|auth\w{0,20}|attack|brute|br[eo]a?ke?n? ?in|hack\w{0,4}|compromis\w{0,4}|intru\w{0,10}|security)\b/i,
    /auth|login|sign.?in|password|credential|invalid token|token (?:has )?expired|\b40[13]\b|denied|invalid user/,
  ],
  [
    /\b(?:slow\w{0,6}|lag\w{0,6}|latenc\w{0,4}|performance|degrad\w{0,8}|hang\w{0,3}|stuck|freez\w{0,4}|unresponsive)\b/i,
    /latency|slow|timeout|timed out|response time|duration|deadlock|blocked|degrad|throughput/,
  ],
  [/\b(?:memory|leak\w{0,4}|oom|heap|ram)\b/i, /memory|heap|oom|leak|rss/],
  [
    /\b(?:crash\w{0,4}|di(?:e|ed|es|ing)|killed|exit\w{0,4}|abort\w{0,4}|restart\w{0,4}|reboot\w{0,4}|stop(?:s|ped)?)\b/i,
    /crash|killed|panic|fatal|exit|restart|oom|memory|signal|segfault|abort|exception|start|no space/,
  ],
  [
    /\b(?:network|(?:dis|re)?connect\w{0,6}|unreachable|off-?line|flap\w{0,4}|packet loss|link|dropp?(?:s|ed|ing|outs?)?|kicked)\b/i,
    /network|connect|timeout|timed out|unreach|refused|reset|link|dns|host|failures of|offline|dropped|leaving|lost|already in use|no carrier/,
  ],
  [
    /\b(?:database|db|sql|quer(?:y|ies)|postgres\w{0,4}|mysql|transaction)\b/i,
    /database|\bdb\b|sql|query|connection slots|pool|constraint|deadlock|transaction|syntax/,
  ],
  [/\b(?:disk|space|storage|full|write)\b/i, /disk|space|storage|i\/o|read-only|inode|quota/],
  [/\b(?:cert\w{0,10}|tls|ssl|https|handshake)\b/i, /cert|tls|ssl|x509|handshake|expired/],
  [/\b(?:limit\w{0,4}|throttl\w{0,4}|quota|429)\b/i, /limit|throttl|429|quota|too many/],
  [
    /\b(?:queue\w{0,2}|backlog|building up|piling|grow\w{0,4}|increas\w{0,4}|ris(?:e|es|ing)|climb\w{0,3})\b/i,
    /queue|backlog|grow|rise|rising|lag|pending/,
  ],
  [/\b(?:cpu|load|busy|starv\w{0,6})\b/i, /cpu|load|starv|busy/],
  [/\b(?:dns|resol\w{0,8}|hostname)\b/i, /resolve|such host|dns|nxdomain|name or service|lookup/],
  [/\b(?:config\w{0,12}|setting\w{0,2}|variable)\b/i, /config|setting|variable|parameter|option/],
  [
    /\b(?:50[234]s?|outages?|unavailable|(?:site|website|page|app|service|everything) (?:was|is|went|were) down)\b/i,
    /no (?:server|backend|upstream|host|healthy|live|available)|unavailable|upstream|\b50[234]\b/,
  ],
  [
    /\b(?:missing|lack(?:s|ing)?|absent)\b/i,
    /not found|no such|missing|does(?: not|n't) exist|unbound|not set|undefined/,
  ],
  [/\b(?:time|clock|ntp|sync)\b/i, /clock|ntp|time jump/],
];

/** Whether an observation speaks of the words asked about, or of what they mean. */
export function isAbout(one: Observation, subjects: readonly string[], question: string): boolean {
  return subjects.some((subject) => one.subjects.includes(subject)) || meansTheSame(one, question);
}

/** A word for trouble of some kind, which logs tell of in other words. */
export function isSymptom(word: string): boolean {
  return concepts.some(([asked]) => asked.test(word));
}

/** The question uses one word and the log another for the same matter. */
export function meansTheSame(one: Pick<Observation, 'subjects'>, question: string): boolean {
  const text = question.slice(0, 600);
  return concepts.some(([asked, told]) => asked.test(text) && told.test(one.subjects));
}

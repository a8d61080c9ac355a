import { otherSpellings } from '../calculate/abbreviations.ts';
import { singular } from '../calculate/columns.ts';

/** Nouns for the same kind of thing: what people say and what lines call it. */
const things: readonly (readonly string[])[] = [
  ['port', 'interface', 'iface', 'intf', 'if', 'link', 'nic'],
  ['node', 'host', 'server', 'machine', 'worker', 'member', 'broker', 'instance', 'box', 'nodename', 'hostname'],
  [
    'device',
    'sensor',
    'meter',
    'gateway',
    'dev',
    'dev_eui',
    'deveui',
    'devaddr',
    'imei',
    'imsi',
    'serial',
    'sn',
    'mac',
    'client',
    'station',
    'asset',
    'unit',
    'thing',
    'tag',
    'terminal',
  ],
  [
    'user',
    'account',
    'login',
    'username',
    'uid',
    'player',
    'member',
    'subscriber',
    'customer',
    'principal',
    'actor',
    'agent',
    'operator',
  ],
  ['address', 'ip', 'src', 'source', 'client', 'peer', 'rhost', 'remote', 'srcip', 'src_ip'],
  ['recipient', 'to', 'rcpt', 'mailbox', 'email', 'mail', 'address'],
  ['sender', 'from', 'mail'],
  ['disk', 'drive', 'volume', 'lun', 'slot', 'dev', 'device', 'pd'],
  ['job', 'task', 'batch', 'process', 'run'],
  ['table', 'relation', 'tbl'],
  ['partition', 'topic', 'topic-partition', 'shard'],
  ['firmware', 'fw', 'fw_version', 'image', 'build'],
  ['version', 'ver', 'release', 'build', 'rev', 'revision'],
  ['temperature', 'temp', 'tmp'],
  ['certificate', 'cert', 'cn', 'subject'],
  ['pod', 'container', 'pod_name'],
  ['service', 'svc', 'unit', 'app', 'application', 'component', 'module'],
  ['process', 'proc', 'comm', 'program', 'exe', 'cmd'],
  ['file', 'path', 'filename'],
  ['url', 'path', 'uri', 'endpoint', 'route', 'page', 'request'],
  ['speed', 'rate', 'mode'],
  ['backend', 'upstream', 'server', 'target', 'host', 'ua', 'upstream_addr'],
  ['dtc', 'code', 'fault'],
  ['domain', 'zone', 'name', 'host'],
  ['neighbor', 'neighbour', 'peer'],
  ['memory', 'mem', 'rss', 'heap', 'storage', 'ram'],
  ['vm', 'instance', 'domain', 'guest'],
  ['test', 'case', 'testcase'],
  ['queue', 'q'],
  ['topic', 'subject'],
];

/** The noun, then what else names such a thing; singular, lower case. */
export function namesOf(noun: string): string[] {
  const word = singular(noun);
  const spelled = [word, ...otherSpellings(word)];
  return [...new Set([...spelled, ...things.filter(([first]) => first === word).flat()])];
}

/** What people call an event, and how lines tell of it in other words. */
const events: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^flap(?:s|ped|ping)?$/,
    ['changed state', 'link up', 'link down', 'link is up', 'link is down', 'went down', 'carrier', 'updown'],
  ],
  [/^(?:un)?cordon(?:s|ed|ing)?$/, ['notschedulable', 'schedulingdisabled']],
  [/^(?:kill|killed|kills)$/, ['sigkill', 'code 137', 'signal 9', 'oom-kill', 'out of memory']],
  [/^(?:corrupt|corrupted|damaged)$/, ['checksum', 'zero page', 'invalid page', 'crc', 'bad magic']],
  [
    /^offline$/,
    ['not responding', 'unreachable', 'is down', 'went down', 'disconnected', 'lost connection', 'no heartbeat'],
  ],
  [
    /^(?:crash|crashed|crashes)$/,
    ['terminating app', 'caught signal', 'fatal', 'panic', 'abend', 'segfault', 'core dumped', 'sigsegv', 'sigabrt'],
  ],
  [/^refus(?:e|ed|es|al)$/, ['too many', 'limit reached', 'rejected', 'denied', 'declined']],
  [/^delet(?:e|ed|es|ing)$/, ['dele', 'removed', 'unlink', 'rmdir', 'destroyed', 'drop']],
  [/^(?:vanish(?:ed)?|disappear(?:ed)?|gone)$/, ['unreachable', 'disconnected', 'lost', 'timed out', 'no heartbeat']],
  [/^(?:evict|evicted)$/, ['eviction', 'evicting', 'preempt']],
  [/^(?:block|blocked|blocks)$/, ['deny', 'denied', 'drop', 'dropped', 'rejected', 'blocked']],
  [/^(?:reject|rejected|rejects)$/, ['refused', 'denied', 'deny', 'declined', 'not accepted']],
  [/^(?:bounce|bounced|bounces)$/, ['status=bounced', 'undeliverable', 'returned to sender']],
  [/^(?:hang|hung|stuck)$/, ['blocked for more than', 'not responding', 'stalled', 'no progress']],
  [/^(?:twice|double|duplicated?)$/, ['duplicate', 'double', 'twice']],
  [
    /^(?:lose|lost|loses)$/,
    [
      'not responding',
      'unreachable',
      'setting down',
      'is down',
      'went down',
      'is gone',
      'disconnected',
      'no heartbeat',
      'exited',
    ],
  ],
  [/^full$/, ['no space', 'watermark', 'out of space', 'enospc', 'quota exceeded', '100%']],
  [/^(?:reboot|rebooted|rebooting)$/, ['booting', 'boot:', 'power-on', 'reset reason', 'system start']],
  [/^(?:wrote|write|written|writing)$/, ['read_only=off', 'read_only=0', 'read-write', 'insert', 'update']],
];

const space = '(?:disks?|drives?|volumes?|partitions?|file ?systems?|storage)';
const fullOf = new RegExp(
  `\\bfull ${space}\\b|\\b${space} (?:is |was |are |were |being |got |gets |runs? )?full\\b|\\b(?:r[au]ns?|running)? ?out of (?:disk )?space\\b|\\bno (?:more )?(?:disk )?space(?: left)?\\b`,
  'gi',
);

/** "Ran out of space", "the disk was full": in the one word that lines are known by. */
export function inOneWord(text: string): string {
  return text.replace(fullOf, 'full');
}

/** Texts that stand for the word where the file does not have it; lower case. */
export function tellingOf(word: string): readonly string[] {
  return events.find(([asked]) => asked.test(word.toLowerCase()))?.[1] ?? [];
}

import type { TreeChange } from './compare-trees.ts';

interface Changed {
  kind: TreeChange['kind'];
  /** Which program's file it is, an id of kinds/. */
  program: string | undefined;
  within: readonly string[];
  before?: string;
  after?: string;
  /** The first lines alone of what changed, without what lies in them. */
  own: readonly string[];
  /** Moved within a list that is gone through in turn. */
  isOrder: boolean;
}

interface Impact {
  programs?: readonly string[];
  /** Over the enclosing texts and the changed one, joined by blanks. */
  pattern: RegExp;
  added?: string;
  removed?: string;
  /** Where it is neither added nor removed, or no own sentence is given for that. */
  any?: string;
}

/** What a change may mean for whoever depends on it; undefined where that is not known. One sentence. */
export function impactOf({ kind, program, within, before, after, own, isOrder }: Changed): string | undefined {
  if (isOrder) return 'Its position changed: where entries are checked in order, another one may apply first.';
  const around = within.join(' ');
  if (kind !== 'removed' && kind !== 'moved') {
    const [now, old] = [`${around} ${after ?? ''}`.trim(), `${around} ${before ?? ''}`.trim()];
    const opening = opened.find((each) => isAbout(each, program) && each.pattern.test(now) && !each.pattern.test(old));
    if (opening) return opening.any;
  }
  const texts = own.map((text) => `${around} ${text}`.trim());
  const found = impacts.find((each) => isAbout(each, program) && texts.some((text) => each.pattern.test(text)));
  if (kind === 'added') return found?.added ?? found?.any;
  if (kind === 'removed') return found?.removed ?? found?.any;
  return kind === 'moved' ? undefined : found?.any;
}

function isAbout({ programs }: Impact, program: string | undefined): boolean {
  return !programs || (program !== undefined && programs.includes(program));
}

/** What is told only of the new state. */
const opened: readonly Impact[] = [
  { pattern: /^interface .* no shutdown$/i, any: 'The interface comes up.' },
  { pattern: /^interface (?!.* no shutdown$).* shutdown$/i, any: 'The interface goes down.' },
  {
    pattern:
      /\bpermit (?:ip|ipv4|ipv6) any any\b|\bpermit any$|\brule (?:\d+ )?permit ip$|\baction=accept(?!.*(?:src|dst|in-int|protocol))/i,
    any: 'Everything is let through from here on; entries after it never apply.',
  },
  { pattern: /^\*filter :(?:INPUT|FORWARD) ACCEPT/, any: 'Whatever no rule refuses is now let in.' },
  { pattern: /\btransport input .*\b(?:telnet|all)\b/, any: 'Unencrypted logins are possible.' },
  {
    pattern: /PermitRootLogin yes/i,
    any: 'The administrator may log in directly, with a password where those are allowed.',
  },
  { pattern: /PasswordAuthentication yes/i, any: 'Logins by password are possible, and so is password guessing.' },
  {
    pattern:
      /(?:verify|insecure|reject_?unauthorized)[\w.-]{0,200} = (?:false|0|no|off|none)$|insecure[\w.-]{0,200} = (?:true|1|yes)$/i,
    any: 'The other side is no longer verified: anyone on the path can impersonate it.',
  },
];

const impacts: readonly Impact[] = [
  {
    pattern: /\binterface .{0,300}(?:^|\s)shutdown$|^interface .* shutdown$/i,
    added: 'The interface goes down.',
    removed: 'The interface comes up.',
    any: 'The interface goes up or down.',
  },
  {
    pattern: /^hostname |^sysname | host-name /,
    any: 'The device appears under another name: logs and inventories must follow.',
  },
  {
    pattern:
      /interface .{0,300}\b(?:ip|ipv4|ipv6) address|\baddress \d|family inet6? address|addresses?\b.{0,300}\d{1,40}\.\d{1,40}\.\d{1,40}\.\d{1,40}\/\d{1,40}/i,
    any: 'The network of the interface changes: neighbours, gateways and routes that use the old address lose it.',
  },
  {
    pattern: /\bmtu\b/i,
    any: 'Both ends of the link must agree, or large packets are lost and routing neighbours may not form.',
  },
  { pattern: /\b(?:speed|duplex)\b/i, any: 'Both ends must agree, or the link stays down or loses packets.' },
  {
    pattern:
      /\bswitchport (?:access|trunk|voice)|\bport (?:default|trunk|link-type)|\bvlan\b.{0,300}\b(?:tagged|untagged|allowed|members)\b/i,
    any: 'Hosts behind the port may end up in another network, or lose theirs.',
  },
  { pattern: /spanning-tree|\brstp\b|\bmstp\b/i, any: 'The spanning tree may be recomputed, with a short outage.' },
  { pattern: /\b(?:standby|vrrp|hsrp|glbp)\b/i, any: 'Another router may become the gateway of these hosts.' },
  {
    pattern: /remote-as|peer-as|\bneighbor \S+ (?:password|ebgp-multihop|update-source|shutdown|local-as)|router-id/i,
    added: 'Another session or adjacency is set up.',
    removed: 'The session or adjacency ends, and its routes go with it.',
    any: 'The session or adjacency is set up again, and its routes are gone until then.',
  },
  {
    pattern:
      /route-map|prefix-list|policy-statement|route-policy|community-list|as-path|distribute-list|filter-list|maximum-prefix|policy-options/i,
    any: 'Which routes are taken or announced may change.',
  },
  {
    pattern: /\bip route\b|static route|route-static|\bnext-hop\b|routing-options|gateway\b/i,
    added: 'Traffic for this destination now takes this path.',
    removed: 'Traffic for this destination takes another path, or none.',
    any: 'Traffic for this destination takes another path.',
  },
  {
    pattern:
      /router (?:ospf|isis|eigrp|rip)|protocols (?:ospf|isis)|\b(?:ospf|isis) (?:cost|metric|area|priority)|\bnetwork \S+ .{0,300}area/i,
    any: 'Neighbours and best paths of the routing protocol may change.',
  },
  {
    pattern: /\bpermit\b|\baction = allow|-j ACCEPT|\bthen accept|\bpass in|\baction accept|\baccept$/i,
    added: 'Traffic it matches is let through, unless an earlier entry matches it.',
    removed: 'Traffic that only it let through is refused.',
    any: 'Which traffic is let through changes.',
  },
  {
    pattern: /\bdeny\b|\bdiscard\b|\breject\b|-j (?:DROP|REJECT)|\bblock\b|\baction = (?:deny|drop)|\bdrop$/i,
    added: 'Traffic it matches is now refused, unless an earlier entry matches it.',
    removed: 'Traffic that only it refused may pass.',
    any: 'Which traffic is refused changes.',
  },
  {
    pattern: /access-group|traffic-filter|filter (?:input|output)|access-class/i,
    added: 'Traffic of this interface or line is now filtered.',
    removed: 'Traffic of this interface or line is no longer filtered.',
    any: 'Another list filters the traffic here.',
  },
  {
    pattern: /\bnat\b|masquerade|snat|dnat/i,
    any: 'Addresses are translated differently; open connections may break.',
  },
  {
    pattern: /crypto|ipsec|ike\b|isakmp|pre-shared|tunnel/i,
    any: 'Both ends of the tunnel must agree, or it does not come up.',
  },
  {
    pattern: /\baaa\b|radius|tacacs|login|username |local-user|sudoers|PasswordAuthentication|PermitRootLogin/i,
    any: 'Who can log in, or what they may do, changes.',
  },
  { pattern: /snmp/i, any: 'Monitoring must use the same settings, or it loses the device.' },
  {
    pattern: /\bntp\b|clock timezone|\bserver .{0,300} iburst/i,
    any: 'The clock may drift or jump: times in logs are affected.',
  },
  { pattern: /\blogging\b|syslog/i, any: 'Which messages are kept, and where, changes.' },
  {
    programs: ['kubernetes', 'compose'],
    pattern: /image = /,
    any: 'Containers are replaced by ones of another version.',
  },
  { programs: ['kubernetes'], pattern: /replicas = /, any: 'The number of pods, and with it the capacity, changes.' },
  {
    programs: ['kubernetes'],
    pattern: /resources\./,
    any: 'Pods are restarted, and may be throttled, evicted or not find a node.',
  },
  { programs: ['kubernetes'], pattern: /Probe\./, any: 'When pods count as ready or are restarted changes.' },
  {
    programs: ['kubernetes'],
    pattern: /selector|labels/,
    any: 'It selects other pods: traffic may reach others or none.',
  },
  {
    programs: ['kubernetes'],
    pattern: /ConfigMap|Secret|^\S*data\b/,
    any: 'Pods see it after a restart, or some time later where it is mounted.',
  },
  {
    pattern: /(?:log_?level|logging\.level|loglevel)\b.{0,300}(?:debug|trace)/i,
    any: 'Logs grow, and may contain more than they should.',
  },
  {
    pattern: /pool|max_?connections|max_?conn|maxclients/i,
    any: 'How many connections can be open at once changes: too few make callers wait, too many fill the other side.',
  },
  {
    pattern: /time_?out|deadline/i,
    any: 'Calls time out earlier or later; this should fit the timeouts before and after it.',
  },
  {
    pattern: /(?:listen|bind|address|host|port)\b.{0,300} = |\blisten \S|^bind /i,
    any: 'It has another address: clients, health checks and firewalls must follow.',
  },
  {
    pattern: /url = |uri = |endpoint|server_name|proxy_pass|backend|upstream/i,
    any: 'Requests go to another address.',
  },
  { pattern: /mem(?:ory)?|heap|buffer|cache/i, any: 'Memory use changes.' },
  { pattern: /ssl|tls|cert/i, any: 'Encrypted connections may be set up differently, or fail.' },
];

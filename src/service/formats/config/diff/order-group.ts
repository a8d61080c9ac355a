/**
 * The list in which a statement's position matters, by what the program does with it; undefined where it can stand
 * anywhere. `around` is the enclosing statement, `text` the statement without a number of its own in front.
 */
export function orderGroupOf(kind: string | undefined, around: string, text: string): string | undefined {
  for (const { kinds, inside, member } of ordered) {
    if (kinds && (kind === undefined || !kinds.includes(kind))) continue;
    if (inside && !inside.test(around)) continue;
    const match = member.exec(text);
    if (match) return match[1] ?? 'list';
  }
  return undefined;
}

interface Ordered {
  kinds?: readonly string[];
  inside?: RegExp;
  /** The first group tells lists apart that stand in one place. */
  member: RegExp;
}

const ordered: readonly Ordered[] = [
  // Router lists are gone through from the top until one matches.
  { inside: /^(?:ip |ipv4 |ipv6 |mac )?access-list /, member: /^(?!remark|statistics|fragments|resequence)\S/ },
  { kinds: ['vrp'], inside: /^acl /, member: /^rule / },
  { inside: /^route-policy /, member: /^\S/ },
  { inside: /^policy-map /, member: /^(class) / },
  { member: /^(access-list \S+) (?!\S+ remark)/ },
  { member: /^(ip(?:v6)? (?:prefix-list|as-path access-list|community-list(?: \S+)?) \S+) (?:permit|deny)/ },
  {
    kinds: ['junos'],
    inside: /^(?:\S+ )?(?:filter|policy-statement|policies|rule-set|from-zone) ?/,
    member: /^(term|policy|rule) /,
  },
  { kinds: ['vyos'], inside: /^(?:name|ruleset|route-map) /, member: /^(rule) / },
  // Firewalls too.
  { kinds: ['iptables'], member: /^-[AI] (\S+)/ },
  { kinds: ['nftables'], inside: /^chain /, member: /^(?!type |policy )\S/ },
  { kinds: ['pf'], member: /^(pass|block|match|nat|rdr|binat|anchor|antispoof)\b/ },
  {
    kinds: ['routeros'],
    inside: /^\/(?:ip|ipv6) firewall|^\/interface bridge filter|^\/routing filter|^\/queue simple/,
    member: /^add /,
  },
  {
    kinds: ['fortios'],
    inside:
      /^config firewall (?:policy|security-policy|proxy-policy|local-in-policy|shaping-policy)|^config router policy/,
    member: /^edit /,
  },
  { kinds: ['panos'], inside: /^rules$/, member: /^\S/ },
  // Programs that take the first, or the last, that fits.
  { kinds: ['nginx'], member: /^(location) ~/ },
  { kinds: ['nginx'], member: /^(?:rewrite|if|return|set|break|allow|deny)\b/ },
  {
    kinds: ['haproxy'],
    member: /^(use_backend|http-request|http-response|tcp-request|tcp-response|redirect|use-server|reqrep|block)\b/,
  },
  {
    kinds: ['squid'],
    member:
      /^(http_access|icp_access|ssl_bump|always_direct|never_direct|cache|refresh_pattern|http_reply_access|miss_access|cache_peer_access)\b/,
  },
  {
    kinds: ['apache'],
    member: /^(RewriteRule|RewriteCond|ProxyPass|ProxyPassMatch|Alias|AliasMatch|Redirect\w*|Order|Allow|Deny)\b/,
  },
  { kinds: ['sudoers'], member: /^(?!Defaults|\w+_Alias|[@#]include)\S/ },
  { kinds: ['sshd'], member: /^(?:match|host) /i },
  { kinds: ['named'], member: /^(view) / },
  { kinds: ['pg_hba', 'pam', 'rsyslog', 'hosts'], member: /^\S/ },
  { kinds: ['resolv'], member: /^(nameserver|search) / },
  { kinds: ['logging'], inside: /^filters?$/i, member: /^\S/ },
];

import { anyOf } from '#core/any-of.ts';
import type { Thing } from './thing.ts';

/** Servers and tools whose files are commands or blocks. */
export const programThings: readonly Thing[] = [
  {
    label: 'backend',
    kinds: ['haproxy'],
    defines: [/^(?:backend|listen) (\S+)/],
    uses: [/^(?:default_backend|use_backend) ([^\s%]+)/],
  },
  {
    label: 'ACL',
    kinds: ['haproxy'],
    defines: [/^acl (\S+)/],
    uses: [/\b(?:if|unless) (?!\{)([^{}]+)/],
    builtIn: /^(?:or|\|\||and|if|unless|!|TRUE|FALSE|LOCALHOST|HTTP\S*|METH_\w+|RDP_COOKIE|REQ_CONTENT|WAIT_END)$/,
    isReportedUnused: true,
  },
  {
    label: 'upstream',
    kinds: ['nginx'],
    defines: [/^upstream (\S+)/],
    uses: [/^(?:proxy|grpc|fastcgi|uwsgi|scgi)_pass (?:\w+:\/\/)?([\w-]+)(?:[/:]\S*)?$/],
    builtIn: /^(?:localhost|unix|.{0,300}\$.*)$/,
    needsDefinitions: true,
    isReportedUnused: true,
  },
  {
    label: 'log format',
    kinds: ['nginx'],
    defines: [/^log_format (\S+)/],
    uses: [/^access_log \S+ ([A-Za-z_]\w*)(?: |$)/],
    builtIn: /^(?:combined|off|main|buffer|if|gzip)$/,
    isReportedUnused: true,
  },
  {
    label: 'request zone',
    kinds: ['nginx'],
    defines: [/^limit_(?:req|conn)_zone .*\bzone=([^:\s]+):/],
    uses: [/^limit_req zone=(\S+)/, /^limit_conn ([A-Za-z]\w*) \d/],
    isReportedUnused: true,
  },
  {
    label: 'cache zone',
    kinds: ['nginx'],
    defines: [/\bkeys_zone=([^:\s]{1,300}):/],
    uses: [/^(?:proxy|fastcgi|uwsgi)_cache ([A-Za-z]\w*)$/],
    builtIn: /^off$/,
    isReportedUnused: true,
  },
  {
    label: 'access list',
    kinds: ['named'],
    isWhole: true,
    defines: [/^acl "?([^"\s]+)"?$/],
    uses: [
      /\b(?:allow-[\w-]{1,200}|match-clients|match-destinations|blackhole|deny-answer-addresses) !?"?([A-Za-z][\w.-]*)"?$/,
    ],
    builtIn: /^(?:any|none|localhost|localnets|key)$/,
    isReportedUnused: true,
  },
  {
    label: 'key',
    kinds: ['named'],
    isWhole: true,
    defines: [/^(?:view \S+ )?key "?([^"\s]+?)"?$/],
    uses: [/\bkeys "?([\w.-]+)"?$/, /\ballow-[\w-]{1,200} (?:!)?key "?([\w.-]+)"?$/],
  },
  {
    label: 'ACL',
    kinds: ['squid'],
    defines: [/^acl (\S+)/],
    uses: [
      anyOf(
        [
          /http_access|http_reply_access|icp_access|always_direct|never_direct|cache|ssl_bump|miss_access/,
          /snmp_access|follow_x_forwarded_for|request_header_access|reply_header_access|delay_access/,
          /cache_peer_access|tcp_outgoing_address|log_access|access_log|adaptation_access/,
          /url_rewrite_access|send_hit|store_miss|range_offset_limit|reply_body_max_size/,
        ],
        {
          before: '^(?:',
          after: String.raw`)\s{1,40}(?:\S{1,200}\s{1,40})??(?:allow|deny|splice|bump|peek|stare|terminate|\S{1,200})\s{1,40}(?!\s)(.+)`,
        },
      ),
    ],
    builtIn:
      /^(?:all|manager|localhost|to_localhost|to_linklocal|CONNECT|Safe_ports|SSL_ports|none|squid|combined|common|allow|deny|\S{0,200}:\S{0,200}|\S{0,200}\/\S{0,200}|\d\S{0,200}|.{0,300}%.{0,300})$/,
    isReportedUnused: true,
  },
  {
    label: 'interface',
    kinds: ['ifupdown'],
    defines: [/^(?:iface|mapping) (\S+)/],
    uses: [/^(?:auto|allow-hotplug|allow-auto) (.+)$/],
    builtIn: /^(?:lo|.{0,300}[*:/].*)$/,
    needsDefinitions: true,
  },
  {
    label: 'variable',
    kinds: ['terraform'],
    defines: [/^variable "([^"]+)"/],
    uses: [/\bvar\.([A-Za-z_][\w-]*)/g],
    needsDefinitions: true,
    isReportedUnused: true,
  },
  {
    label: 'resource',
    kinds: ['terraform'],
    defines: [/^resource "([^"]+)" "([^"]+)"/],
    uses: [
      /(?<![\w."-])((?:aws|google|azurerm|kubernetes|helm|random|tls|null|local|digitalocean|hcloud|vsphere|proxmox|docker|github|cloudflare)_\w+\.[A-Za-z_][\w-]*)/g,
    ],
    needsDefinitions: true,
  },
  {
    label: 'alias',
    kinds: ['sudoers'],
    defines: [/^(?:User|Cmnd|Host|Runas)_Alias\s+([A-Z]\w*)\s*=/],
    uses: [/(?<![\w=%/.-])([A-Z][A-Z0-9_]+)(?=[\s,:)]|$)(?!\s*=\s*\/)/g],
    builtIn:
      /^(?:ALL|NOPASSWD|PASSWD|NOEXEC|EXEC|SETENV|NOSETENV|LOG_\w+|NOLOG_\w+|MAIL|NOMAIL|FOLLOW|NOFOLLOW|[A-Z]+_Alias)$/,
    isReportedUnused: true,
  },
];

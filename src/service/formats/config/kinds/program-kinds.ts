import { anyOf } from '#core/any-of.ts';
import type { ConfigKind } from './config-kind.ts';

/** Web servers, name servers, orchestration and build tools. The more particular ones stand first. */
export const programKinds: readonly ConfigKind[] = [
  { id: 'kubernetes', label: 'Kubernetes', marks: [/^[\s"]{0,80}apiVersion"?:/m, /^[\s"]{0,80}kind"?:/m] },
  {
    id: 'compose',
    label: 'Docker Compose',
    syntaxes: ['yaml'],
    marks: [
      /^services:/m,
      /^[^\S\n]+(?:image|build|ports|volumes|environment|depends_on|command|container_name|networks):/m,
    ],
  },
  { id: 'prometheus', label: 'Prometheus', syntaxes: ['yaml'], marks: [/^(?:scrape_configs|rule_files):/m] },
  { id: 'alertmanager', label: 'Alertmanager', syntaxes: ['yaml'], marks: [/^route:/m, /^receivers:/m] },
  {
    id: 'ansible',
    label: 'Ansible',
    syntaxes: ['yaml'],
    marks: [/^- (?:name|hosts):/m, /^[^\S\n]+(?:hosts|tasks|roles|handlers|become):|^- hosts:/m],
  },
  {
    id: 'netplan',
    label: 'netplan',
    syntaxes: ['yaml'],
    marks: [/^network:/m, /^[^\S\n]+(?:ethernets|wifis|bonds|bridges|vlans|renderer):/m],
  },
  {
    id: 'gitlab-ci',
    label: 'GitLab CI',
    syntaxes: ['yaml'],
    marks: [/^[^\S\n]+script:/m, /^(?:stages:|\s{1,80}stage:|variables:)/m],
  },
  { id: 'spring', label: 'Spring', marks: [/^(?:spring[.:]|server\.port|management[.:]|logging\.level)/m] },
  {
    id: 'terraform',
    label: 'Terraform',
    syntaxes: ['braces'],
    marks: [
      /^(?:(?:resource|data) "[^"\n]+" "[^"\n]+"|(?:variable|provider|module|output) "[^"\n]+"|terraform|locals) \{/m,
    ],
  },
  {
    id: 'devicetree',
    label: 'device tree',
    syntaxes: ['braces'],
    marks: [
      /^[^\S\n]*\/dts-v1\/|^[^\S\n]*(?:compatible|status|reg) = ["<]/m,
      /^[^\S\n]*(?:\/|&\w+|[\w@,-]{1,80}:? ?[\w@,-]{0,80}) \{/m,
    ],
  },
  {
    id: 'nginx',
    label: 'nginx',
    syntaxes: ['braces'],
    marks: [
      /^[^\S\n]*(?:http|server|events|stream|upstream \S+|location(?: [=~*^]+)? \S+) \{/m,
      /^[^\S\n]*(?:listen|server_name|worker_\w+|proxy_\w+|root|include|upstream|server|return|rewrite|ssl_\w+|access_log)\b.*[;{]/m,
    ],
  },
  {
    id: 'named',
    label: 'BIND',
    syntaxes: ['braces'],
    marks: [
      /^[^\S\n]*(?:options|acl "?[\w.-]+"?|zone "[^"\n]+"(?: IN)?|key "?[\w.-]+"?|view "?[\w.-]+"?|logging|controls|masters \S+) \{/m,
      /\};/,
    ],
  },
  {
    id: 'dhcpd',
    label: 'ISC dhcpd',
    marks: [/^[^\S\n]*(?:subnet [\d.]+ netmask [\d.]+ \{|host \S+ \{|option domain-name|default-lease-time \d)/m],
    syntaxes: ['braces'],
  },
  {
    id: 'apache',
    label: 'Apache httpd',
    syntaxes: ['tagged sections', 'commands'],
    lines: {
      pattern: anyOf(
        [
          /<\/?(?:VirtualHost|Directory\w*|Files\w*|Location\w*|If\w*|Limit\w*|Proxy\w*|Require\w*|Macro)\b/,
          /ServerRoot|ServerName|ServerAlias|ServerAdmin|Listen|LoadModule|Include\w*|DocumentRoot|User/,
          /Group|AllowOverride|Options|Require|ErrorLog|CustomLog|LogLevel|LogFormat|SSL\w+|Rewrite\w+/,
          /Proxy\w+|Header|Alias|ScriptAlias|Directory\w*|Add\w+|Timeout|KeepAlive\w*|MaxKeepAlive\w*/,
          /Auth\w+|Order|Allow|Deny|SetEnv\w*|Expires\w+|TraceEnable|ServerTokens|ServerSignature/,
          /Redirect\w*/,
        ],
        { before: String.raw`^\s*(?:`, after: String.raw`)\b` },
      ),
      share: 0.8,
      least: 3,
    },
  },
  {
    id: 'haproxy',
    label: 'HAProxy',
    syntaxes: ['commands'],
    marks: [
      /^(?:global|defaults|frontend \S+|listen \S+)\b/m,
      /^[^\S\n]+(?:bind|server|mode|timeout|default_backend|use_backend|balance|log)\b/m,
    ],
  },
  {
    id: 'squid',
    label: 'Squid',
    lines: {
      pattern:
        /^(?:acl|http_access|http_port|https_port|cache_\w+|refresh_pattern|icp_\w+|coredump_dir|access_log|visible_hostname|forwarded_for|maximum_\w+|auth_param|http_reply_access|cache|dns_\w+|never_direct|always_direct|delay_\w+|ssl_bump|request_header_access|via|shutdown_lifetime)\s/,
      share: 0.8,
      least: 3,
    },
  },
  {
    id: 'zone',
    label: 'DNS zone',
    marks: [/\bSOA\s+\S+\s+\S+/],
    lines: {
      pattern:
        /^\$(?:TTL|ORIGIN|INCLUDE|GENERATE)\b|(?:^|\s)(?:IN\s+)?(?:SOA|NS|A|AAAA|MX|CNAME|TXT|PTR|SRV|CAA|DS|DNSKEY|RRSIG|NSEC3?|TLSA|SSHFP|NAPTR)\s+\S|^\s+\d+[smhdw]?\s*[;)]/i,
      share: 0.6,
      least: 2,
    },
  },
];

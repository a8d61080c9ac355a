import { anyOf } from '#core/any-of.ts';
import type { ConfigKind } from './config-kind.ts';

/** Daemons and what they are built and started with. The more particular ones stand first. */
export const daemonKinds: readonly ConfigKind[] = [
  {
    id: 'pg_hba',
    label: 'pg_hba',
    lines: {
      pattern:
        /^\s*(?:local|host(?:ssl|nossl|gssenc)?)\s+\S+\s+\S{1,200}.*\s(?:peer|trust|md5|scram-sha-256|password|ident|reject|cert|ldap|gss|pam|radius)\b/,
      share: 0.8,
      least: 1,
    },
  },
  {
    id: 'redis',
    label: 'Redis',
    lines: {
      pattern: anyOf(
        [
          /bind|protected-mode|port|tcp-\w+|timeout|daemonize|supervised|pidfile|loglevel|logfile|databases/,
          /save|stop-writes\S*|rdb\S*|db\w+|dir|replica\S*|slave\S*|maxmemory\S*|append\S*|lua-\S+/,
          /slowlog\S*|latency\S*|notify\S*|hash-\S+|list-\S+|set-\S+|zset-\S+|hll-\S+|stream-\S+/,
          /activerehashing|client-\S+|hz|aof-\S+|requirepass|masterauth|masteruser|user|acl\S*/,
          /rename-command|cluster-\S+|unixsocket\S*|always-show-logo|io-threads\S*|lazyfree\S*/,
          /no-appendfsync\S*|auto-aof\S*|min-replicas\S*|repl-\S+|tls-\S+|include|maxclients|sentinel/,
          /oom-\S+|dynamic-hz|syslog-\S+|jemalloc\S*|crash-\S+/,
        ],
        { before: '^(?:', after: String.raw`)\s` },
      ),
      share: 0.85,
      least: 3,
    },
    marks: [/^(?:bind|port|dir|maxmemory|appendonly|requirepass|save|sentinel|cluster-enabled|replicaof|databases)\s/m],
  },
  {
    id: 'mosquitto',
    label: 'Mosquitto',
    lines: {
      pattern: anyOf(
        [
          /listener|port|persistence\w*|log_\w+|cafile|capath|certfile|keyfile|allow_\w+|password_file/,
          /acl_file|require_\w+|use_\w+|max_\w+|bind_\w+|protocol|socket_\w+|connection\w*|address|topic/,
          /remote_\w+|local_\w+|bridge_\w+|per_listener_settings|autosave\w*|include_dir|pid_file|user/,
          /retain_\w+|sys_interval|tls_version|ciphers|websockets_\w+|http_dir|try_private|cleansession/,
          /start_type|notifications|keepalive_interval|message_size_limit|set_tcp_nodelay|queue_\w+/,
          /upgrade_\w+|plugin\w*|auth_\w+|psk_\w+|dhparamfile|crlfile|mount_point/,
        ],
        { before: '^(?:', after: String.raw`)\s` },
      ),
      share: 0.9,
      least: 2,
    },
    marks: [/^(?:listener|persistence|allow_anonymous|password_file|acl_file|connection)\s/m],
  },
  {
    id: 'openvpn',
    label: 'OpenVPN',
    marks: [/^(?:dev (?:tun|tap)|client$|server \d|remote \S+)/m],
    lines: {
      pattern: anyOf(
        [
          /port|proto|dev(?:-type)?|ca|cert|key|dh|server\S*|ifconfig\S*|keepalive|cipher|ncp-\S+/,
          /data-ciphers\S*|persist-\S+|verb|mute|client\S*|remote\S*|nobind|resolv-retry|tls-\S+|auth\S*/,
          /comp-lzo|compress|push|route\S*|topology|user|group|status|log\S*|explicit-exit-notify/,
          /management|max-clients|duplicate-cn|script-security|up|down|redirect-gateway/,
          /<\/?(?:ca|cert|key|tls-auth|tls-crypt)>|crl-verify|float|local|lport|rport|fragment|mssfix/,
          /tun-mtu|reneg-sec|daemon|plugin|verify-\S+|setenv|pkcs12|http-proxy\S*|dhcp-option|block-\S+/,
          /key-direction|-----|[A-Za-z0-9+/=]{40,}/,
        ],
        { before: '^(?:', after: String.raw`)(?:\s|$)` },
      ),
      share: 0.85,
      least: 3,
    },
  },
  {
    id: 'rsyslog',
    label: 'rsyslog',
    lines: {
      pattern:
        /^\s*(?:\$[A-Z]\w+\s|module\(|input\(|action\(|template\(|global\(|ruleset\(|[\w*]+(?:,[\w*]+)*\.[=!]?[\w*]+(?:;[\w*,]+\.[=!]?[\w*]+)*\s+\S|if |&|\}|:\w+,|\w+=")/,
      share: 0.8,
      least: 2,
    },
    marks: [
      /^(?:\$(?:ModLoad|IncludeConfig|WorkDirectory|File\w+|ActionFile\w+)|module\(load|[\w*,]+\.[\w*]+\s+-?[/@|])/m,
    ],
  },
  {
    id: 'logrotate',
    label: 'logrotate',
    marks: [/^[^\S\n]*(?:rotate \d+|daily|weekly|monthly|hourly|size \S+)$/m],
    lines: {
      pattern:
        /^\s*(?:rotate|daily|weekly|monthly|yearly|hourly|create|nocreate|dateext|dateformat|include|compress|nocompress|delaycompress|missingok|nomissingok|notifempty|ifempty|copytruncate|copy|sharedscripts|postrotate|prerotate|firstaction|lastaction|endscript|size|minsize|maxsize|maxage|su|tabooext|olddir|extension|shred|mail|\S*\/\S+.*\{?|\}|"?\/)/,
      share: 0.7,
      least: 3,
    },
  },
  {
    id: 'chrony',
    label: 'chrony',
    lines: {
      pattern: anyOf(
        [
          /pool|server|peer|driftfile|makestep|rtcsync|keyfile|leapsectz|logdir|allow|deny|local/,
          /hwtimestamp|minsources|log|maxupdateskew|confdir|sourcedir|ntsdumpdir|bindaddress|cmdport/,
          /cmdallow|bindcmdaddress|restrict|statsdir|statistics|filegen|fudge|includefile|disable|enable/,
          /tinker|leapfile|rtconutc|dumpdir|mailonchange|stratumweight|initstepslew|commandkey|keys/,
          /trustedkey|requestkey|controlkey|broadcast\w*|multicast\w*|interface|crypto/,
        ],
        { before: '^(?:', after: String.raw`)(?:\s|$)` },
      ),
      share: 0.9,
      least: 2,
    },
    marks: [/^(?:driftfile|makestep|rtcsync|restrict)\b|^(?:pool|server) \S+ .*i?burst/m],
  },
  {
    id: 'hosts',
    label: 'hosts',
    lines: {
      pattern:
        /^\s*(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f]*:[\da-f:]*)(?:%\w+)?\s+[A-Za-z0-9][\w.-]*(?:\s+[\w.-]+)*\s*(?:#.*)?$/i,
      share: 0.95,
      least: 2,
    },
    marks: [/^[^\S\n]*(?:127\.\S+|::1)\s+\S/m],
  },
  {
    id: 'resolv',
    label: 'resolver',
    lines: { pattern: /^(?:nameserver\s+[\da-f.:]+|search\s|domain\s|options\s|sortlist\s)/i, share: 0.95, least: 1 },
    marks: [/^nameserver\s/m],
  },
  {
    id: 'ifupdown',
    label: 'network interfaces',
    marks: [/^[^\S\n]*iface \S+ inet6? \w+/m],
  },
  {
    id: 'ipsec',
    label: 'IPsec',
    marks: [/^conn \S+/m, /^[^\S\n]+(?:left|right|keyexchange|ike|esp|auto)\w*\s?=/m],
  },
  {
    id: 'uci',
    label: 'OpenWrt',
    marks: [/^config [\w-]+(?: '[^'\n]*')?\s*$/m, /^[^\S\n]+(?:option|list) \w+ \S/m],
  },
  { id: 'wpa_supplicant', label: 'wpa_supplicant', marks: [/^network=\{/m, /^[^\S\n]+ssid=/m] },
  { id: 'hostapd', label: 'hostapd', syntaxes: ['properties'], marks: [/^interface=/m, /^(?:ssid|hw_mode|wpa)=/m] },
  {
    id: 'kconfig',
    label: 'Kconfig',
    marks: [
      /^(?:menu)?config [A-Z0-9_]+$/m,
      /^\t(?:bool|tristate|string|int|hex|def_bool|depends on|default|select)\b/m,
    ],
  },
  { id: 'kernel', label: 'kernel configuration', syntaxes: ['properties'], marks: [/^CONFIG_\w+=/m] },
  {
    id: 'systemd',
    label: 'systemd',
    syntaxes: ['ini'],
    marks: [
      /^\[(?:Unit|Service|Socket|Timer|Mount|Install|Path|Slice|Match|Network|NetDev|Link|Journal|Manager|Resolve|Time)\]/m,
    ],
  },
  {
    id: 'wireguard',
    label: 'WireGuard',
    syntaxes: ['ini'],
    marks: [/^\[Interface\]/m, /^(?:PrivateKey|PublicKey|AllowedIPs|ListenPort)\s?=/m],
  },
  { id: 'registry', label: 'Windows registry', marks: [/^(?:\ufeff)?(?:Windows Registry Editor|REGEDIT4)/] },
  {
    id: 'ifcfg',
    label: 'ifcfg',
    syntaxes: ['properties'],
    marks: [/^(?:DEVICE|NAME|TYPE)=/m, /^(?:BOOTPROTO|ONBOOT|IPADDR\d?)=/m],
  },
  {
    id: 'postfix',
    label: 'Postfix',
    syntaxes: ['properties'],
    marks: [/^(?:smtpd?_\w+|my(?:hostname|destination|networks|origin))\s*=/m],
  },
  {
    id: 'postgresql',
    label: 'PostgreSQL',
    syntaxes: ['properties'],
    marks: [/^(?:listen_addresses|shared_buffers|max_wal_size|wal_level|max_connections)\s*=/m],
  },
  { id: 'mysql', label: 'MySQL', syntaxes: ['ini'], marks: [/^\[(?:mysqld|mariadb|client|mysql)\S*\]/m] },
  {
    id: 'php',
    label: 'PHP',
    syntaxes: ['ini'],
    marks: [/^\[PHP\]|^(?:memory_limit|display_errors|post_max_size)\s*=/m],
  },
  {
    id: 'grafana',
    label: 'Grafana',
    syntaxes: ['ini'],
    marks: [
      /^\[(?:auth\.anonymous|server|paths|security|analytics)\]/m,
      /^(?:;?http_port|domain|root_url|admin_user|allow_sign_up)\s*=/m,
    ],
  },
  {
    id: 'samba',
    label: 'Samba',
    syntaxes: ['ini'],
    marks: [/^\[global\]/m, /^[^\S\n]*(?:workgroup|server string|security|map to guest)\s*=/m],
  },
  {
    id: 'toml',
    label: 'TOML',
    syntaxes: ['ini'],
    names: /\.toml$/i,
    marks: [/^\[\[[\w.-]+\]\]|^[\w.-]+ = (?:\[|\{|""")/m],
  },
  {
    id: 'logging',
    label: 'logging',
    syntaxes: ['xml'],
    marks: [/<(?:configuration|Configuration|log4j:configuration)\b/, /<(?:appender|Appenders|root|Root)\b/],
  },
  {
    id: 'log4j',
    label: 'log4j',
    syntaxes: ['properties'],
    marks: [/^(?:log4j\.)?(?:rootLogger|appender[s.]|rootCategory)/m],
  },
];

import { anyOf } from '#core/any-of.ts';
import type { ConfigKind } from './config-kind.ts';

/** An operating system's own files. The more particular ones stand first. */
export const systemKinds: readonly ConfigKind[] = [
  {
    id: 'sshd',
    label: 'OpenSSH',
    names: /^(?:sshd?_config|.*\.conf)$/,
    lines: {
      pattern: anyOf(
        [
          /Port|AddressFamily|ListenAddress|HostKey\w*|Permit\w+|Password\w+|Pubkey\w+|KbdInteractive\w+/,
          /ChallengeResponse\w+|UsePAM|UseDNS|UsePrivilegeSeparation|X11\w+|AcceptEnv|Subsystem|Match/,
          /Allow(?:Users|Groups|Tcp\w+|Agent\w+|Stream\w+)|Deny(?:Users|Groups)/,
          /Max(?:Auth\w+|Sessions|Startups)|ClientAlive\w+|LogLevel|SyslogFacility|Ciphers|MACs/,
          /KexAlgorithms|Print\w+|ChrootDirectory|ForceCommand|Authorized\w+|LoginGraceTime|StrictModes/,
          /Banner|GSSAPI\w+|Kerberos\w+|Host|HostName|User|Identit\w+|Proxy\w+|Forward\w+|SendEnv/,
          /ServerAlive\w+|Compression|TCPKeepAlive|Include|Protocol|IgnoreRhosts|HostbasedAuthentication/,
          /StrictHostKeyChecking|UserKnownHostsFile|Control\w+|RequiredRSASize|HostbasedAccepted\w+|PidFile/,
          /VersionAddendum|TrustedUserCAKeys|RekeyLimit|GatewayPorts|LocalForward|RemoteForward/,
          /DynamicForward|BatchMode|ConnectTimeout|CASignatureAlgorithms/,
        ],
        { before: String.raw`^\s*(?:`, after: String.raw`)\s` },
      ),
      share: 0.85,
      least: 2,
    },
  },
  {
    id: 'sudoers',
    label: 'sudoers',
    lines: {
      pattern:
        /^\s*(?:Defaults\b|(?:User|Cmnd|Host|Runas)_Alias\s|[%+\w#.\\-]+\s+\S+\s*=\s*(?:\([^)]*\)|NOPASSWD|ALL|\/)|[@#]include)/,
      share: 0.8,
      least: 1,
    },
    marks: [
      /^[^\S\n]*(?:Defaults\b|[%+\w#.\\-]+\s+\S+\s*=\s*\([^)\n]*\)|[%\w.-]+\s+ALL\s*=|(?:User|Cmnd|Host|Runas)_Alias\s)/m,
    ],
  },
  {
    id: 'fstab',
    label: 'fstab',
    lines: {
      pattern:
        /^\s*\S+\s+(?:\/\S*|none|swap)\s+(?:ext[234]|xfs|btrfs|vfat|ntfs\S*|swap|tmpfs|proc|sysfs|devpts|nfs4?|cifs|zfs|iso9660|auto|overlay|none|f2fs|exfat|squashfs|fuse\S*|9p|efivarfs|debugfs|udf(?:,iso9660)?)\s+\S+(?:\s+\d+){0,2}\s*(?:#.*)?$/,
      share: 0.8,
      least: 1,
    },
  },
  {
    id: 'crontab',
    label: 'crontab',
    lines: {
      pattern:
        /^\s*(?:(?:[\d*][\d*,/-]*|[A-Z]{3})\s+[\d*][\d*,/-]*\s+[\d*][\d*,/-]*\s+(?:[\d*][\d*,/-]*|[A-Za-z]{3}(?:[,-][A-Za-z]{3})*)\s+(?:[\d*][\d*,/-]*|[A-Za-z]{3}(?:[,-][A-Za-z]{3})*)\s+(?=\S*[A-Za-z/[])\S|@(?:reboot|yearly|annually|monthly|weekly|daily|hourly|midnight)\s+\S|[A-Z_]+\s?=)/,
      share: 0.9,
      least: 2,
    },
    marks: [/^[^\S\n]*(?:[\d*][\d*,/-]*\s+){3}|^@\w+\s/m],
  },
  {
    id: 'pam',
    label: 'PAM',
    lines: {
      pattern:
        /^\s*-?(?:\S+\s+)?(?:auth|account|password|session)\s+(?:required|requisite|sufficient|optional|include|substack|\[[^\]]+\])\s+\S|^\s*@include\s+\S/,
      share: 0.8,
      least: 1,
    },
  },
  {
    id: 'tmpfiles',
    label: 'tmpfiles',
    lines: {
      pattern: /^\s*[A-Za-z][+!=~^-]{0,4}\s+[/%]\S*(?:\s+(?:[~:]*[0-7]{3,4}|-)(?:\s|$)|\s+-|\s*$)/,
      share: 0.8,
      least: 1,
    },
  },
  {
    id: 'udev',
    label: 'udev rules',
    lines: {
      pattern:
        /(?:^|[\s,])(?:KERNELS?|SUBSYSTEMS?|ACTION|ATTRS?|ENV|DRIVERS?|DEVPATH|TEST|PROGRAM|TAGS?)(?:\{[^}]{1,300}\})?\s*[!=]=\s*"|^\s*(?:LABEL|GOTO|IMPORT\{\w+\}|ENV\{\w+\}|SYMLINK|MODE|OWNER|GROUP|RUN(?:\{\w+\})?|TAG|OPTIONS|ATTR\{[^}]+\})\s*\+?=\s*"/,
      share: 0.7,
      least: 1,
    },
  },
  {
    id: 'modprobe',
    label: 'kernel modules',
    lines: {
      pattern:
        /^\s*(?:blacklist \S+$|options \w+ \w+=|alias \S+ \w+$|install \w+ \/|softdep \w+ (?:pre|post):|remove \w+ )/,
      share: 0.9,
      least: 1,
    },
  },
  {
    id: 'apt',
    label: 'APT',
    lines: {
      pattern:
        /^\s*(?:#clear )?[A-Z][\w-]*(?:::[\w-]*)+\s*(?:"[^"]*";|\{)|^\s*deb(?:-src)?\s+(?:\[[^\]]+\]\s+)?\S+:\/|^\s*(?:Types|URIs|Suites|Components|Signed-By|Package|Pin|Pin-Priority):/,
      share: 0.6,
      least: 1,
    },
  },
];

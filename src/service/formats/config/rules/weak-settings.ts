import { isSecretKey } from '#core/secrets/is-secret-key.ts';
import type { Finding, Severity } from '../../reading.ts';
import type { ConfigText, Setting } from '../config-text.ts';
import { findingAt } from './finding-at.ts';

const maxEach = 12;
const maxShown = 60;

interface Weak {
  rule: string;
  kinds?: readonly string[];
  /** Over the path as it is shown. */
  key: RegExp;
  value: RegExp;
  severity: Severity;
  /** Behind the path. */
  title: string;
  explanation: string;
  next?: string;
}

/** Values that a program takes and people rarely mean: doors open, checks off, numbers out of their range. */
export function findWeakSettings({ settings, kind }: ConfigText, document: string): Finding[] {
  const known = weak.filter(({ kinds }) => !kinds || (kind !== undefined && kinds.includes(kind)));
  const counts = new Map<string, number>();
  return settings
    .flatMap((setting): Finding[] => {
      const key = String(setting.keys.findLast((each) => typeof each === 'string') ?? '');
      if (isSecretKey(key)) return [];
      const found = known.find((each) => each.key.test(setting.path) && each.value.test(setting.value));
      if (!found || (counts.get(found.title) ?? 0) >= maxEach) return [];
      counts.set(found.title, (counts.get(found.title) ?? 0) + 1);
      return [tell(setting, found, document)];
    })
    .slice(0, maxShown);
}

function tell(
  { path, value, line }: Setting,
  { rule, severity, title, explanation, next }: Weak,
  document: string,
): Finding {
  return findingAt(document, line, {
    rule,
    severity,
    title: `${path} ${title.replace('%', value.slice(0, 40))}`,
    explanation,
    next,
    subjects: [path],
  });
}

const off = /^(?:false|no|off|0|none|disabled?)$/i;
const on = /^(?:true|yes|on|1|enabled?)$/i;
const everywhere = /^(?:0\.0\.0\.0|::|\[::\]|\*)(?::\d+)?$/;

const weak: readonly Weak[] = [
  {
    rule: 'config.value-out-of-range',
    key: /port$/i,
    value: /^(?:-\d+|6553[6-9]|655[4-9]\d|65[6-9]\d\d|6[6-9]\d{3}|[7-9]\d{4}|[1-9]\d{5,})$/,
    severity: 'error',
    title: 'is %, which is not a port',
    explanation: 'Ports go from 0 to 65535.',
  },
  {
    rule: 'config.value-out-of-range',
    key: /(?:timeout|interval|size|limit|max\w{0,200}|min\w{0,200}|retries|workers|threads|replicas)$/i,
    value: /^-(?!1$)\d+$/,
    severity: 'warning',
    title: 'is negative (%)',
    explanation: 'A count or a time below zero is rarely meant.',
  },
  {
    rule: 'config.placeholder',
    key: /./,
    value: /^(?:change[_-]?me|todo|fixme|tbd|xxx+|<[^<>/]{1,60}>|your[_-][\w-]{1,40}|insert[_ -]\w+[_ -]here)$/i,
    severity: 'warning',
    title: 'still holds a placeholder',
    explanation: 'The value was never filled in.',
  },
  {
    rule: 'config.no-verification',
    key: /(?:(?:verify|validate)[\w-]{0,200}(?:ssl|tls|cert|peer|host)|(?:ssl|tls)[\w.-]{0,200}verif\w{0,200}|reject_?unauthorized|ssl_?verify\w{0,200}|verify_ssl|check_?hostname)$/i,
    value: off,
    severity: 'warning',
    title: 'turns certificate checks off',
    explanation: 'Anyone on the path can impersonate the other side.',
  },
  {
    rule: 'config.no-verification',
    key: /(?:insecure_?skip_?(?:tls_?)?verify|skip_?(?:ssl|tls|cert)\w{0,200}|tls_?skip_?verify\w{0,200}|trust_?(?:all|server)_?cert\w{0,200}|allow_?insecure\w{0,200}|insecure)$/i,
    value: on,
    severity: 'warning',
    title: 'turns certificate checks off',
    explanation: 'Anyone on the path can impersonate the other side.',
  },
  {
    rule: 'config.no-verification',
    key: /ssl_?mode$/i,
    value: /^(?:disable|allow|prefer)$/i,
    severity: 'warning',
    title: 'is %: the connection may be unencrypted',
    explanation: 'Nothing verifies the other side, and what is sent may be read in transit.',
  },
  {
    rule: 'config.old-protocol',
    key: /(?:ssl|tls)[\w.-]{0,200}(?:protocols?|version)$|(?:min|minimum)_?(?:ssl|tls)\w{0,200}$/i,
    value: /\b(?:SSLv?[23](?:\.0)?|TLSv?1(?:\.0|\.1)?)(?![.\d])(?!.*!)/i,
    severity: 'warning',
    title: 'allows obsolete versions (%)',
    explanation: 'Such connections can be read with known attacks.',
    next: 'Allow TLS 1.2 and 1.3 only.',
  },
  {
    rule: 'config.debug-on',
    key: /(?:^|[._])(?:app_|flask_|django_)?debug$|display_errors$/i,
    value: on,
    severity: 'info',
    title: 'is on',
    explanation: 'Debugging shows outsiders how the program works, and costs time.',
  },
  {
    rule: 'config.debug-on',
    key: /log_?level$|loglevel$|logging\.level\.root$|root\.@level$|rootLogger\.level$/i,
    value: /^(?:debug|trace|all)$/i,
    severity: 'info',
    title: 'is %: everything is logged',
    explanation: 'Logs grow fast, and may contain what they should not.',
  },
  {
    rule: 'config.open-binding',
    key: /(?:^|[._-])(?:bind|bind[_-]?(?:address|addr|ip)|listen(?:_addr\w*)?|listen_addresses|http_addr|network\.host|server\.host|inet_interfaces)$/i,
    value: everywhere,
    severity: 'info',
    title: 'is %: it listens on every address',
    explanation: 'Anyone who reaches the machine on any of its networks reaches it.',
  },
  {
    rule: 'config.no-authentication',
    key: /anonymous[\w.]{0,200}(?:enabled?|_enable)?$|auth\.anonymous\.enabled$|allow_anonymous$|guest ok$/i,
    value: on,
    severity: 'warning',
    title: 'lets everybody in without a name',
    explanation: 'No name and no password are asked for.',
  },
  {
    rule: 'config.no-authentication',
    key: /(?:security\.enabled|auth(?:entication)?\.enabled|auth_enabled|authorization)$/i,
    value: off,
    severity: 'warning',
    title: 'turns authentication off',
    explanation: 'No name and no password are asked for.',
  },
  {
    rule: 'config.world-writable',
    key: /(?:^|[._ ])(?:mode|umask|create mask|directory mask|permissions|file_mode|dir_mode)$/i,
    value: /^0?[0-7]?[0-7][0-7][2367]$/,
    severity: 'warning',
    title: 'is %: everybody may write to it',
    explanation: 'The mode lets every user of the machine change it.',
  },
  {
    rule: 'config.data-at-risk',
    kinds: ['spring'],
    key: /ddl-auto$/,
    value: /^(?:create|create-drop)$/,
    severity: 'warning',
    title: 'is %: the tables are made anew at each start',
    explanation: 'What was stored in them is gone.',
    next: 'validate',
  },
  {
    rule: 'config.everything-exposed',
    kinds: ['spring'],
    key: /exposure\.include(?:\[\d+\])?$/,
    value: /^\*$/,
    severity: 'warning',
    title: 'shows all management endpoints',
    explanation: 'Among them are the environment and dumps of memory.',
  },
  {
    rule: 'config.privileged',
    kinds: ['kubernetes', 'compose'],
    key: /(?:^|\.)(?:privileged|allowPrivilegeEscalation|hostNetwork|hostPID|hostIPC)$/,
    value: /^true$/,
    severity: 'warning',
    title: 'is true',
    explanation: 'What runs there is hardly isolated from the machine.',
  },
  {
    rule: 'config.privileged',
    kinds: ['kubernetes', 'compose'],
    key: /volumes\[\d+\](?:\.hostPath\.path|\.source)?$/,
    value: /^\/var\/run\/docker\.sock/,
    severity: 'warning',
    title: 'hands out the container engine',
    explanation: 'Anyone who can use that socket is effectively root on the machine.',
  },
  {
    rule: 'config.moving-version',
    kinds: ['kubernetes', 'compose'],
    key: /(?:^|\.)image$/,
    value: /^[^@$]*:latest$|^[\w./-]+\/[\w.-]+$|^[\w-]+$/,
    severity: 'info',
    title: 'names no fixed version (%)',
    explanation: 'The next start may bring another one.',
  },
  {
    rule: 'config.everything-permitted',
    key: /(?:cidr(?:_?ip)?(?:v6)?|cidr_blocks|source_ranges|CidrIp|allowed_?(?:ips|hosts|origins)|access-control-allow-origin|cors[\w.]{0,200}origins?)(?:\[\d+\])*$/i,
    value: /^(?:0\.0\.0\.0\/0|::\/0|\*)$/,
    severity: 'info',
    title: 'is %: everybody',
    explanation: 'It keeps nobody out.',
  },
  {
    rule: 'config.no-protection',
    key: /^(?:SELINUX|enforcing)$/,
    value: /^(?:disabled|permissive|0)$/,
    severity: 'info',
    title: 'is %',
    explanation: 'Programs are not confined to what they need.',
  },
  {
    rule: 'config.suspicious-unit',
    key: /(?:seconds|secs|_sec|InSec)$/i,
    value: /^[1-9]\d{1,4}000$/,
    severity: 'info',
    title: 'is %: that looks like milliseconds',
    explanation: 'As seconds it is hours.',
  },
];

import type { EventRule } from './event-rule.ts';

const device = ([name]: readonly (string | undefined)[]) => name ?? '';
const smart = ['`smartctl -a /dev/DEVICE`'];

/** Each kind of disk keeps its own account of its health. */
function healthOf(name: string | undefined): readonly string[] {
  if (name === undefined) return smart;
  if (name.startsWith('mmcblk')) return [`\`mmc extcsd read /dev/${name.replace(/p\d+$/, '')}\``];
  const controller = /^nvme\d+/.exec(name)?.[0];
  if (controller !== undefined)
    return [`\`nvme smart-log /dev/${controller}\``, `\`nvme error-log /dev/${controller}\``];
  if (/^(?:dm-|md)\d/.test(name)) return [`\`lsblk -s /dev/${name}\`, and \`smartctl -a\` of each disk below it`];
  return [`\`smartctl -a /dev/${name}\``];
}

/** Disks and what lies on them. The device is the subject, so that errors of one disk come together. */
export const storageEvents: readonly EventRule[] = [
  {
    rule: 'block.io-error',
    holds: [', dev '],
    form: /(?:(critical (?:medium|target|space allocation|nexus)|protection|timeout|I\/O|recovered transport|retry) error|blk_update_request: I\/O error|end_request: I\/O error), dev ([\w/-]+), sector (\d+)/,
    severity: 'critical',
    role: 'cause',
    title: ([kind, name]) => `${kind ?? 'I/O'} errors on ${name}`,
    meaning: 'The device did not carry out reads or writes.',
    subject: ([, name]) => name ?? '',
    next: ([, name]) => healthOf(name),
  },
  {
    rule: 'block.buffer-io-error',
    form: /Buffer I\/O error on dev(?:ice)? ([\w/-]+), (?:logical block|lost)/,
    severity: 'error',
    role: 'symptom',
    title: ([name]) => `Blocks of ${name} could not be read or written`,
    meaning: 'A block asked for by a file system or a program did not arrive; written data may be lost.',
    subject: device,
    next: ([name]) => healthOf(name),
  },
  {
    rule: 'block.interface-crc',
    holds: ['ICRC'],
    form: /\b(ata\d{1,4})(?:\.\d{1,4})?: error: \{ [^}]{0,80}\bICRC\b/,
    severity: 'critical',
    role: 'cause',
    title: ([name]) => `Data is damaged on the link of ${name} (interface CRC errors)`,
    meaning: 'What arrived is not what was sent: a cable, connector or port, and seldom the disk.',
    subject: device,
    next: ['another cable and port; `smartctl -A` counts such errors as UDMA_CRC_Error_Count'],
  },
  {
    rule: 'block.medium-error',
    holds: ['Sense Key'],
    form: /\[(sd\w+)\].{0,300}Sense Key : (Medium Error|Hardware Error|Aborted Command|Not Ready)/,
    severity: 'critical',
    role: 'cause',
    title: ([name, what]) => `${name} reports: ${what}`,
    meaning: 'The disk itself says why it failed the command.',
    subject: device,
    next: smart,
  },
  {
    rule: 'block.scsi-failed',
    holds: ['FAILED'],
    form: /\[(sd\w+)\].{0,300}FAILED Result: hostbyte=(\w+)/,
    severity: 'error',
    role: 'cause',
    title: ([name, host]) => `Commands to ${name} failed (${host})`,
    meaning: 'The disk, or the path to it, failed a command.',
    subject: device,
    next: ([name, host]) =>
      /TRANSPORT|NO_CONNECT|BUS|RESET/.test(host ?? '')
        ? ['`multipath -ll`', '`lsscsi -t`', ...healthOf(name)]
        : healthOf(name),
  },
  {
    rule: 'block.offline',
    form: /rejecting I\/O to (?:offline|dead) device|Device offlined - not ready|(?:md\/raid\S{0,200}?:(md\w+): )?Disk failure on (\w+), disabling device/,
    severity: 'critical',
    role: 'cause',
    title: ([array, name]) =>
      `Disk ${name === undefined ? '' : `${name} `}was taken out of use${array === undefined ? '' : ` of the array ${array}`}`,
    meaning: 'The kernel gave up on the device; an array it was part of continues without it.',
    subject: ([, name]) => name ?? '',
    next: ([, name]) => (name === undefined ? [] : ['`cat /proc/mdstat`', ...healthOf(name)]),
  },
  {
    rule: 'block.nvme',
    holds: ['nvme'],
    form: /(nvme\d+)(?:n\d+)?: (I\/O (?:tag )?\d{1,40}.{0,200}?timeout(?!.{0,200}completion polled).*|controller is down; will reset.*|Device not ready.*|Removing after probe failure.*|frozen state error.*|Abort status: .*|failed to set APST.*|Disabling device after reset failure.*)/,
    severity: 'critical',
    role: 'cause',
    title: ([name, what]) => `${name}: ${what?.slice(0, 80)}`,
    meaning: 'The NVMe controller did not answer in time or was given up.',
    subject: device,
    next: ['`nvme smart-log /dev/DEVICE`', '`nvme error-log /dev/DEVICE`'],
  },
  {
    rule: 'block.ata',
    form: /^(ata\d+)(?:\.\d+)?: (exception Emask.*|failed command.*|SError: .*|hard resetting link|softreset failed.*|COMRESET failed.*|disabled|qc timeout.*|link is slow to respond.*|reset failed, giving up)/,
    severity: 'error',
    role: 'cause',
    title: ([name]) => `Disk commands on ${name} fail and its link is reset`,
    meaning: 'Commands to the disk time out or come back with errors: cable, port, power or disk.',
    subject: device,
    next: [
      '`ls -l /sys/block | grep /DEVICE/` names the disk; then `smartctl -a` of it: a count of `UDMA_CRC_Error` means cable or port',
    ],
  },
  {
    rule: 'block.mmc',
    holds: ['mmc'],
    form: /\b(mmc(?:blk)?\d+)\S{0,200}: (error -\d+.*|Timeout waiting for hardware.*|timed out.*|Card stuck.*|cache flush error.*|tried to HW reset.*|(?:unknown|timeout) error -?\d+.*|recovery failed.*)/,
    severity: 'error',
    role: 'cause',
    title: ([name, what]) => `${name}: ${what?.slice(0, 80)}`,
    meaning: 'The memory card or eMMC did not respond correctly.',
    subject: device,
    next: [
      '`cat /sys/kernel/debug/mmc*/ios /sys/kernel/debug/mmc*/err_stats`, and `mmc extcsd read` of its block device',
    ],
  },
  {
    rule: 'filesystem.read-only',
    form: /(?:EXT[234]-fs \(([\w-]{1,200})\): Remounting filesystem read-only|BTRFS (?:info|error|critical) \(device ([\w-]{1,200})[^)]{0,300}\): forced readonly|F2FS-fs \(([\w-]{1,200})\): .{0,300}read-?only|Remounting filesystem read-only)/,
    severity: 'critical',
    role: 'symptom',
    title: (parts) => `The file system on ${parts.find(Boolean) ?? 'a disk'} was set read-only`,
    meaning: 'After an error, the file system refuses writes to protect its data.',
    subject: (parts) => parts.find(Boolean) ?? '',
    next: ['`fsck` on the unmounted file system'],
  },
  {
    rule: 'filesystem.ext4',
    form: /EXT[234]-fs (?:error|panic) \(device ([\w-]+)\)(?: in)?:? (\w+)?(?:.{0,300}: (?:comm [\w/:.-]{1,32}: )?([a-z]\w+: [a-z][^:]{3,80}|[a-z][^:]{3,80}))?/,
    severity: 'error',
    role: 'cause',
    title: ([name, where, what]) =>
      `ext4 errors on ${name}${where ? ` (${where})` : ''}${what === undefined ? '' : `: ${what.trim()}`}`,
    meaning: 'ext4 found its own structures corrupt, or could not write them.',
    subject: device,
    next: ['`e2fsck -f` on the unmounted file system'],
  },
  {
    rule: 'filesystem.journal',
    form: /(?:Aborting journal on device ([\w-]+)|JBD2: (?:Detected IO errors.*|Error -?\d+ detected.*)|journal commit I\/O error)/,
    severity: 'critical',
    role: 'symptom',
    title: ([name]) => `The journal${name ? ` on ${name}` : ''} was given up`,
    meaning: 'The journal could not be written, so the file system stops all writes.',
    subject: device,
  },
  {
    rule: 'filesystem.btrfs',
    form: /BTRFS:? (error|critical|warning) \(device ([\w-]{1,200})[^)]{0,300}\): (.{0,100})/,
    severity: 'error',
    role: 'cause',
    title: ([, name, what]) => `btrfs on ${name}: ${what}`,
    meaning: 'btrfs found data or structures that do not match their checks.',
    subject: ([, name]) => name ?? '',
    next: ['`btrfs device stats MOUNTPOINT`', '`btrfs scrub start MOUNTPOINT`'],
  },
  {
    rule: 'filesystem.xfs',
    form: /XFS \(([\w-]+)\): (Corruption .*|Metadata (?:corruption|CRC error|I\/O error).*|metadata I\/O error.*|Internal error .*|log I\/O error.*|I\/O Error Detected.*|xfs_do_force_shutdown.*|Filesystem has been shut down.*|Unmount and run xfs_repair|Please (?:u|U)n?mount.*)/,
    severity: 'critical',
    role: 'cause',
    title: ([name, what]) => `XFS on ${name}: ${what?.slice(0, 80)}`,
    meaning: 'XFS found its metadata damaged or could not write it, and may have shut down.',
    subject: device,
    next: ['`xfs_repair -n` on the unmounted file system'],
  },
  {
    rule: 'filesystem.f2fs',
    form: /F2FS-fs \(([\w-]+)\): (?:.*(?:error|[Cc]orrupt|inconsisten|[Ii]nvalid|fail).*)/,
    severity: 'error',
    role: 'cause',
    title: ([name]) => `f2fs errors on ${name}`,
    meaning: 'f2fs found its own structures corrupt.',
    subject: device,
    next: ['`fsck.f2fs` on the unmounted file system'],
  },
  {
    rule: 'filesystem.other',
    form: /(FAT-fs|SQUASHFS|UBIFS|ntfs3?|exFAT-fs|EROFS|erofs|JFFS2|OCFS2|GFS2|ISOFS|UDF-fs)(?: \(([\w-]{1,200})[^)]{0,300}\))?:? (?:error|.{0,300}(?:error|[Cc]orrupt|failed to read)).{0,100}/,
    severity: 'error',
    role: 'cause',
    title: ([kind, name]) => `${kind} errors${name ? ` on ${name}` : ''}`,
    meaning: 'The file system could not read its own structures.',
    subject: ([kind, name]) => name ?? kind ?? '',
  },
  {
    rule: 'filesystem.network',
    form: /(?:nfs: server (\S+) not responding|CIFS:? VFS: .{0,300}(?:error|not respond|reconnect).*)/,
    severity: 'error',
    role: 'cause',
    title: ([server]) => `File server${server ? ` ${server}` : ''} does not answer`,
    meaning: 'Programs that use this mount wait until the server is back.',
    subject: device,
  },
  {
    rule: 'boot.no-root',
    form: /(?:VFS: Cannot open root device "?([^"]*)"?|VFS: Unable to mount root fs.*|Waiting for root device (\S+)|ALERT! +(\S+) does not exist)/,
    severity: 'critical',
    role: 'cause',
    title: (parts) => {
      const name = parts.find((part) => part !== undefined && part !== '' && part !== '(null)');
      return `The root file system${name ? ` (${name})` : ''} could not be mounted`;
    },
    meaning: 'The device named on the command line is missing, or its driver or file system is.',
    next: ['check root= on the kernel command line and the drivers in the initramfs'],
  },
];

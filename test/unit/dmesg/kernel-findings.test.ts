import { describe, expect, it } from 'vitest';
import { dmesgFormat } from '../../../src/service/formats/dmesg/format.ts';
import { dyingDisk, nullDereference, outOfMemory, useAfterFree } from './made-logs.ts';
import { readWith } from './read-with.ts';

const read = (log: string) => readWith(dmesgFormat, 'console.log', log);
const oneLine = async (message: string) => {
  const { reading } = await read(`[    1.000000] ${message}\n`);
  return reading.findings.map(({ rule }) => rule);
};

describe('findings of a kernel log', () => {
  it('cite the heading, the function and the stack of a crash, verbatim', async () => {
    const { reading, quote } = await read(useAfterFree);
    const crash = reading.findings[0];
    expect(crash).toMatchObject({ rule: 'kernel.use-after-free', role: 'cause', severity: 'critical' });
    const quotes = crash?.evidence.map(quote) ?? [];
    expect(quotes[0]).toContain('BUG: KASAN: slab-use-after-free');
    expect(quotes.some((text) => text.includes('widget_poll+0x1a2/0x220 drivers/widget/core/poll.c:88'))).toBe(true);
    expect(quotes.some((text) => text.split('\n')[0]?.endsWith('Call Trace:'))).toBe(true);
    for (const { lineStart, lineEnd } of crash?.evidence ?? []) expect(lineEnd - lineStart).toBeLessThan(40);
  });

  it('tell who ran out of memory, who was killed and who held the most', async () => {
    const { reading, quote } = await read(outOfMemory);
    const [finding] = reading.findings;
    expect(finding).toMatchObject({
      rule: 'kernel.out-of-memory',
      title: 'Memory ran out: java (pid 3100) was killed',
      role: 'cause',
    });
    expect(finding?.explanation).toContain('java (pid 3100) with 3599 MB');
    expect(quote(finding!.evidence[0]!)).toContain('Killed process 3100 (java)');
    expect(reading.tables?.['memory users']?.[0]).toMatchObject({ name: 'java', rssKb: 3_685_376 });
    expect(reading.crash).toBeNull();
  });

  it('tell what was said of the disk with a first process that ended', async () => {
    const { reading } = await read(
      [
        '[    4.916017] EXT4-fs error (device vda2): ext4_lookup:1700: inode #787185: comm sh: iget: checksum invalid',
        '/sbin/init: error while loading shared libraries: libc.so.6: cannot open shared object file: Error 74',
        '[    5.271207] Kernel panic - not syncing: Attempted to kill init! exitcode=0x00007f00',
        '',
      ].join('\n'),
    );
    expect(reading.findings[0]?.title).toBe(
      'kernel panic: Attempted to kill init!: ext4 errors on vda2 (ext4_lookup): checksum invalid',
    );
  });

  it('tell a damaged link before what the disk behind it reports', async () => {
    const { reading } = await read(
      [
        '[   67.319881] ata4.00: error: { ICRC ABRT }',
        '[   67.496184] sd 3:0:0:0: [sda] Sense Key : Aborted Command [current] [descriptor]',
        '',
      ].join('\n'),
    );
    expect(reading.findings[0]?.title).toBe('Data is damaged on the link of ata4 (interface CRC errors)');
  });

  it('tell a module that was built for another kernel as the cause', async () => {
    const { reading } = await read(
      [
        '[   15.589235] PCI: Cannot allocate resource region 7 of bridge 0000:00:1c.0',
        '[   15.772000] snd_hda_intel: disagrees about version of symbol snd_ctl_add',
        '[   15.772000] snd_hda_intel: Unknown symbol snd_ctl_add',
        '',
      ].join('\n'),
    );
    expect(reading.findings[0]).toMatchObject({
      role: 'cause',
      title: 'Module snd_hda_intel: disagrees about version of symbol snd_ctl_add',
    });
  });

  it('tell why a station keeps losing its link', async () => {
    const tries = [38, 39, 41].flatMap((second) => [
      `[   ${second}.744119] wlan0: 02:00:00:00:00:01 denied association (code=18)`,
      `[   ${second}.760652] wlan0: deauthenticating from 02:00:00:00:00:01 by local choice (reason=3)`,
    ]);
    const { reading } = await read(`${tries.join('\n')}\n`);
    expect(reading.findings[0]).toMatchObject({
      rule: 'net.association-denied',
      title: 'The access point denies wlan0 the association, status 18',
    });
  });

  it('are read from a log that a mail program broke at its margin', async () => {
    const { reading } = await read(
      [
        '[   11.999119] ------------[ cut here ]------------',
        '[   12.004979] NETDEV WATCHDOG: eth0 (e1000e): transmit queue 0 timed',
        'out',
        '[   12.012734] WARNING: CPU: 0 PID: 0 at net/sched/sch_generic.c:443',
        'dev_watchdog+0x3e8/0x420',
        '[   12.022206] CPU: 0 PID: 0 Comm: swapper/0 Not tainted',
        '5.2.0-rc3-arm64-00004-g2e3a083-dirty #25',
        '[   12.047756] pc : dev_watchdog+0x3e8/0x420',
        '',
      ].join('\n'),
    );
    expect(reading.findings.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['WARNING in dev_watchdog', 'eth0 (e1000e) stopped sending']),
    );
  });

  it("are read behind the facility that a router's log names", async () => {
    const { reading } = await read(
      [
        'Thu Jun  6 19:38:43 2019 kern.warn kernel: [  625.854349] ------------[ cut here ]------------',
        'Thu Jun  6 19:38:43 2019 kern.warn kernel: [  625.859253] WARNING: CPU: 0 PID: 1417 at net/mac80211/key.c:907 ieee80211_free_keys+0x170/0x228 [mac80211]',
        'Thu Jun  6 19:38:43 2019 kern.warn kernel: [  625.930674] CPU: 0 PID: 1417 Comm: hostapd Not tainted 4.14.118 #0',
        'Thu Jun  6 19:38:43 2019 kern.warn kernel: [  625.982249] Call Trace:',
        'Thu Jun  6 19:38:43 2019 kern.warn kernel: [  625.984764] [<8006a9ec>] show_stack+0x58/0x100',
        'Thu Jun  6 19:38:43 2019 kern.warn kernel: [  625.993492] [<80085144>] warn_slowpath_null+0x1c/0x28',
        'Thu Jun  6 19:38:43 2019 kern.warn kernel: [  625.998793] [<83234cfc>] ieee80211_free_keys+0x170/0x228 [mac80211]',
        '',
      ].join('\n'),
    );
    expect(reading.findings[0]?.title).toBe('WARNING in ieee80211_free_keys');
  });

  it.each([
    ['with the times of the kernel', (line: string, index: number) => `[    1.6${index}4713] ${line}`],
    ['without times', (line: string) => line],
  ])('tell with a root file system that is missing what was said of its disk, %s', async (_, print) => {
    const lines = [
      'UBI: attaching mtd4 to ubi0',
      'UBI error: scan_peb: bad image sequence number 651866360 in PEB 32',
      'UBI error: ubi_init: cannot attach mtd4',
      'VFS: Cannot open root device "ubi0_0" or unknown-block(0,0): error -19',
      'Please append a correct "root=" boot option; here are the available partitions:',
      'Kernel panic - not syncing: VFS: Unable to mount root fs on unknown-block(0,0)',
    ];
    const { reading } = await read(`${lines.map(print).join('\n')}\n`);
    expect(reading.findings[0]?.title).toBe(
      'The root file system (ubi0_0) could not be mounted: UBI error: scan_peb: bad image sequence number 651866360 in PEB 32',
    );
  });

  it('are likely where nothing tells who held the memory, and tell the swap', async () => {
    const cut = outOfMemory
      .split('\n')
      .filter((line) => !/\[ *(?:pid|\d+) *\] |oom-kill:|Out of memory|oom_reaper/.test(line));
    const { reading } = await read(`${cut.join('\n')}\nFree swap  = 0kB\nTotal swap = 979956kB\n`);
    expect(reading.findings[0]).toMatchObject({ title: 'Memory ran out', certainty: 'likely' });
    expect(reading.findings[0]?.explanation).toContain('0 MB of 957 MB swap were free');
  });

  it('put the failing disk before the file system and the task that suffer from it', async () => {
    const { reading } = await read(dyingDisk);
    const roles = Object.fromEntries(reading.findings.map(({ rule, role }) => [rule, role]));
    expect(roles).toMatchObject({
      'block.io-error': 'cause',
      'filesystem.ext4': 'symptom',
      'filesystem.read-only': 'symptom',
      'kernel.hung-task': 'symptom',
    });
    expect(reading.findings[0]?.rule).toMatch(/^block\./);
  });

  it('do not count the panic that ends a report as a report of its own', async () => {
    const { reading } = await read(nullDereference);
    expect(reading.findings.filter(({ rule }) => rule === 'kernel.panic')).toEqual([]);
    expect(reading.findings[0]?.explanation).toContain('The kernel panicked because of it.');
  });

  it.each([
    ['nginx[221]: segfault at 18 ip 000055d0 sp 00007ffd error 4 in nginx[55d0+1000]', 'process.segfault'],
    [
      'kworker/0:1: page allocation failure: order:4, mode:0x40cc0(GFP_KERNEL|__GFP_COMP)',
      'kernel.page-allocation-failure',
    ],
    ['nvme nvme0: I/O 88 QID 3 timeout, aborting', 'block.nvme'],
    ['BTRFS error (device sdc1): parent transid verify failed on 30408704', 'filesystem.btrfs'],
    ['XFS (dm-0): Metadata corruption detected at xfs_agf_read_verify', 'filesystem.xfs'],
    ['F2FS-fs (mmcblk0p2): inconsistent node block', 'filesystem.f2fs'],
    ['usb 1-1: device descriptor read/64, error -71', 'usb.error'],
    ['mmc0: error -110 whilst initialising SD card', 'block.mmc'],
    [
      'iwlwifi 0000:00:14.3: Direct firmware load for iwlwifi-9000.ucode failed with error -2',
      'driver.firmware-missing',
    ],
    ['widget: probe of 1f00.widget failed with error -22', 'driver.probe-failed'],
    ['mce: [Hardware Error]: CPU 1: Machine Check: 0 Bank 5: bea0000000000108', 'hardware.machine-check'],
    ['EDAC MC0: 1 CE memory read error on CPU_SrcID#0', 'hardware.edac'],
    ['CPU3: Core temperature above threshold, cpu clock throttled (total events = 12)', 'thermal.throttled'],
    ['i915 0000:00:02.0: [drm] GPU HANG: ecode 9:1:85dffffb', 'gpu.hang'],
    ['NETDEV WATCHDOG: eth0 (r8169): transmit queue 0 timed out', 'net.tx-timeout'],
    ['PM: Device 0000:00:1f.3 failed to suspend: error -16', 'power.suspend-failed'],
    ['Watchdog detected hard LOCKUP on cpu 2', 'kernel.hard-lockup'],
    ['irq 19: nobody cared (try booting with the "irqpoll" option)', 'driver.irq-unhandled'],
    ['VFS: Cannot open root device "sda2" or unknown-block(0,0): error -6', 'boot.no-root'],
    ['kmemleak: 3 new suspected memory leaks (see /sys/kernel/debug/kmemleak)', 'kernel.memory-leak'],
  ])('know "%s"', async (message, rule) => {
    expect(await oneLine(message)).toContain(rule);
  });

  it('call a link that goes down again and again flapping', async () => {
    const log = [1, 2, 3, 4].map((n) => `[   ${n}0.000000] e1000e 0000:00:1f.6 eth0: NIC Link is Down`).join('\n');
    const { reading } = await read(log);
    expect(reading.findings[0]).toMatchObject({ rule: 'net.link-flapping', count: 4 });
  });

  it('tell a second boot from the first and keep both clocks on the timeline', async () => {
    const { reading } = await read(
      [
        '[    0.000000] Linux version 6.1.0-1 (gcc 12) #1 SMP',
        ...Array.from({ length: 30 }, (_, n) => `[${String(n + 1).padStart(5)}.000000] message ${n}`),
        '[    0.000000] Linux version 6.1.0-2 (gcc 12) #1 SMP',
        '[    0.100000] Kernel command line: root=/dev/sda1',
      ].join('\n'),
    );
    expect(reading.findings).toContainEqual(
      expect.objectContaining({
        rule: 'kernel.boot',
        count: 1,
        evidence: [expect.objectContaining({ lineStart: 32 })],
      }),
    );
    expect(reading.facts).toMatchObject({ boots: 2, 'command line': 'root=/dev/sda1' });
    expect(reading.documents[0]).toMatchObject({ clock: 'boot', lines: 33, lastTimeMs: 30_000 });
  });

  it('read absolute times of dmesg -T and of a kernel journal', async () => {
    const human = await read('[Sat Nov 21 09:04:23 2026] usb 1-1: USB disconnect, device number 4\n');
    expect(human.reading.documents[0]).toMatchObject({
      clock: 'absolute',
      firstTimeMs: Date.UTC(2026, 10, 21, 9, 4, 23),
    });
    const journal = await read(
      '2026-11-21T09:04:23.500000+00:00 host kernel: usb 1-1: USB disconnect, device number 4\n',
    );
    expect(journal.reading.documents[0]).toMatchObject({
      clock: 'absolute',
      firstTimeMs: Date.UTC(2026, 10, 21, 9, 4, 23, 500),
    });
    expect(journal.reading.findings[0]?.rule).toBe('usb.disconnect');
  });
});

import { createSeeded } from './seeded.ts';

const chatter = [
  'usb 1-1.4: new high-speed USB device number 7 using xhci_hcd',
  'mmc0: new high speed SDHC card at address aaaa',
  'IPv6: ADDRCONF(NETDEV_CHANGE): wlan0: link becomes ready',
  'thermal thermal_zone0: binding zone cpu-thermal with cdev cpufreq-cpu0',
  'audit: type=1400 audit(0.0:42): avc:  granted  { read } for comm="sensord"',
  'cpufreq: cpu4 policy changed to 1804800 kHz',
  'EXT4-fs (mmcblk0p12): mounted filesystem with ordered data mode',
  'wlan0: associated with ap 02:00:5e:10:20:30',
];

/** A touch controller that is unbound by a firmware update while its interrupt is still on: the kernel goes down. */
export function makeKernelLog(): string {
  const { pick, between } = createSeeded(11);
  let micros = 0;
  const stamp = () => `[${String(Math.floor(micros / 1e6)).padStart(5)}.${String(micros % 1e6).padStart(6, '0')}]`;
  const lines: string[] = [
    `${stamp()} Booting Linux on physical CPU 0x0000000000 [0x411fd070]`,
    `${stamp()} Linux version 6.6.30-bringup (ci@build) (aarch64-linux-gnu-gcc 13.2.0) #1 SMP PREEMPT`,
    `${stamp()} Machine model: Example Devkit rev C`,
  ];
  for (let index = 0; index < 2_400; index++) {
    micros += between(2_000, 90_000);
    lines.push(`${stamp()} ${pick(chatter)}`);
  }
  const say = (text: string, later = between(4, 900)) => {
    micros += later;
    lines.push(`${stamp()} ${text}`);
  };
  say('fwupd-touch: update 2.14 -> 2.15, rebinding 2-0048', 400_000);
  say('foo_touch 2-0048: unbinding, freeing drvdata', 37_000);
  say('Unable to handle kernel NULL pointer dereference at virtual address 0000000000000018', 2_900);
  say('Mem abort info:');
  say('  ESR = 0x0000000096000004');
  say('Internal error: Oops: 0000000096000004 [#1] PREEMPT SMP');
  say('Modules linked in: foo_touch wlan_example snd_soc_example');
  say('CPU: 4 PID: 211 Comm: irq/97-foo_touch Tainted: G           O       6.6.30-bringup #1');
  say('Hardware name: Example Devkit rev C (DT)');
  say('pc : foo_touch_irq+0x1c/0x90 [foo_touch]');
  say('lr : irq_thread_fn+0x2c/0xa8');
  say('sp : ffffffc00b4d3d80');
  say('Call trace:');
  for (const frame of [
    'foo_touch_irq+0x1c/0x90 [foo_touch]',
    'irq_thread_fn+0x2c/0xa8',
    'irq_thread+0x178/0x2b0',
    'kthread+0x118/0x11c',
    'ret_from_fork+0x10/0x20',
  ]) {
    say(` ${frame}`);
  }
  say('Code: a9be7bfd 910003fd f9000bf3 f9403013 (f9400e73)');
  say('---[ end trace 0000000000000000 ]---');
  for (let index = 0; index < 60; index++)
    say(`i2c_example 2-0048: i2c timeout, message ${index}`, between(9_000, 12_000));
  say('Kernel panic - not syncing: Oops: Fatal exception in interrupt', 20_000);
  say('SMP: stopping secondary CPUs');
  say('Rebooting in 5 seconds..');
  return `${lines.join('\n')}\n`;
}

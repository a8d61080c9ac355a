import type { FileType } from '../../formats/reading.ts';

const commands: Record<FileType, string> = {
  log: 'Attach the log of the same minutes from the other side of the failing call, with debug level on: `journalctl -o short-iso-precise --since "10 min ago"` or the vendor\'s export.',
  dmesg: 'Attach `cat /sys/fs/pstore/*` of that boot and `dmesg -T` or the serial console from boot on.',
  capture: 'Attach `adb bugreport` taken right after it happens; it contains all log buffers, traces and tombstones.',
  bugreport: 'Attach `adb bugreport` taken within a minute after it happens, and `adb logcat -b all -v threadtime -d`.',
  perfetto:
    'Record again with scheduling and log sources: `perfetto -o out.pftrace -t 20s sched freq idle am wm gfx view binder_driver`.',
  pcap: 'Capture on both ends at once: `tcpdump -i any -s 0 -w side.pcap host HOST`.',
  ramdump: 'Attach the serial console of the same boot and `vmlinux` of that kernel for symbols.',
  config: 'Attach the last configuration that worked, so that both can be compared.',
  bundle: 'Attach the logs of all machines involved over the same minutes.',
};

/** What to capture where a file does not hold the answer: the exact command, by type. */
export function captureNext(types: readonly FileType[]): string[] {
  return [...new Set(types)].map((type) => commands[type]).slice(0, 2);
}

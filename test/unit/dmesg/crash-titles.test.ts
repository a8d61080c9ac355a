import { describe, expect, it } from 'vitest';
import { scanKernelLines } from '../../../src/service/formats/dmesg/kernel-scan.ts';
import {
  armFault,
  cpuStall,
  dyingDisk,
  hungTask,
  lockOrder,
  nullDereference,
  outOfMemory,
  useAfterFree,
} from './made-logs.ts';

const crashOf = async (log: string) =>
  (
    await scanKernelLines(
      'log',
      log.split('\n').map((text, index) => ({ number: index + 1, text })),
    )
  ).crash;
const plain = (log: string) => log.replace(/^\[ *[\d.]+\] /gm, '');

describe('the crash title', () => {
  it.each([
    [
      'a KASAN report, past the sanitizer and inline frames',
      useAfterFree,
      'KASAN: slab-use-after-free Read in widget_poll',
    ],
    [
      'an x86 oops, by its instruction pointer',
      nullDereference,
      'BUG: unable to handle kernel NULL pointer dereference in gadget_bind',
    ],
    ['an arm64 fault, by pc', armFault, 'BUG: unable to handle kernel paging request in ring_drain'],
    ['lockdep, by the lock being taken', lockOrder, 'possible deadlock in box_attach'],
    ['a hung task, past scheduling and waiting', hungTask, 'INFO: task hung in tank_writeback'],
    ['an RCU stall, below where work is handed out', cpuStall, 'INFO: rcu detected stall in meter_ioctl'],
  ])('names %s', async (_, log, title) => {
    expect(await crashOf(log)).toMatchObject({ title, corrupted: false });
  });

  it('is the same without time stamps and with the printing task marked', async () => {
    const title = 'KASAN: slab-use-after-free Read in widget_poll';
    expect((await crashOf(plain(useAfterFree)))?.title).toBe(title);
    expect((await crashOf(useAfterFree.replace(/^(\[ *[\d.]+\])/gm, '$1[ T4312]')))?.title).toBe(title);
  });

  it('is read through lines of another CPU when the kernel marks who prints', async () => {
    const mixed = nullDereference
      .replace(/^(\[ *[\d.]+\])/gm, '$1[  T812]')
      .split('\n')
      .flatMap((line) => [line, '[  100.500000][    C1]  other_cpu_function+0x10/0x20'])
      .join('\n');
    expect((await crashOf(mixed))?.title).toBe('BUG: unable to handle kernel NULL pointer dereference in gadget_bind');
  });

  it('is that of the first report, not of the panic after it', async () => {
    expect((await crashOf(`${lockOrder}\n${nullDereference}`))?.title).toBe('possible deadlock in box_attach');
  });

  it('leaves out addresses and numbers that differ from run to run', async () => {
    const crash = await crashOf(
      '[    1.000000] Kernel panic - not syncing: widget 17 at 0xffff8880deadbeef is gone on CPU#3',
    );
    expect(crash?.title).toBe('kernel panic: widget NUM at ADDR is gone on CPU');
  });

  it.each([
    ['nothing but boot messages', '[    0.000000] Linux version 6.1.0\n[    1.000000] Freeing unused kernel memory'],
    ['a program that was killed', outOfMemory],
    [
      'a program that crashed',
      '[    9.1] traps: demo[88] general protection fault ip:4005a0 sp:7ffd error:0 in demo[400000+1000]',
    ],
    ['an ordinary boot message', 'Booting the kernel.\n[    0.000000] Linux version 6.1.0'],
    ['a harmless notice', '[    5.000000] INFO: NMI handler (perf_event_nmi_handler) took too long to run: 1.3 msecs'],
    ['an application that warns', 'WARNING: could not reach the licence server, retrying\nINFO: retrying'],
  ])('is absent with %s', async (_, log) => {
    expect(await crashOf(log)).toBeNull();
  });

  it('tells a start in the middle of a log as an unexpected reboot', async () => {
    expect((await crashOf('[   77.123456] device eth0 entered promiscuous mode\nBooting the kernel.'))?.title).toBe(
      'unexpected kernel reboot',
    );
  });
});

describe('a damaged report', () => {
  it('is marked where the stack is missing', async () => {
    const cut = useAfterFree.split('\n').slice(0, 6).join('\n');
    expect(await crashOf(cut)).toMatchObject({ corrupted: true });
  });

  it('is marked where only its end is left', async () => {
    expect(await crashOf('[    1.000000] Kernel panic - not syncing: Fatal exception in interrupt')).toMatchObject({
      title: 'kernel panic: Fatal exception',
      corrupted: true,
    });
  });
});

describe('the guilty file', () => {
  it('is the first that is no check, header or allocator, from the root of the source', async () => {
    expect((await crashOf(useAfterFree))?.guilty).toBe('drivers/widget/core/poll.c');
  });

  it('is cut to the source root where a build prints whole paths', async () => {
    const crash = await crashOf(
      '[    1.000000] kernel BUG at /home/build/linux-6.1/drivers/widget/core.c:12!\n[    1.000001] Call Trace:\n[    1.000002]  widget_x+0x1/0x2\n[    1.000003]  widget_y+0x1/0x2',
    );
    expect(crash?.guilty).toBe('drivers/widget/core.c');
  });

  it('is unknown where the stack names no files', async () => {
    expect((await crashOf(nullDereference))?.guilty).toBeNull();
  });

  it('follows the call into a deeper folder of the same driver', async () => {
    const crash = await crashOf(
      dyingDisk.replace('ext4_readdir+0x33/0x100', 'ext4_readdir+0x33/0x100 fs/tank/dir.c:5') +
        '\n[  101.000000]  tank_ops+0x1/0x2 fs/tank/ops/read.c:9',
    );
    expect(crash?.guilty).toBe('fs/tank/ops/read.c');
  });
});

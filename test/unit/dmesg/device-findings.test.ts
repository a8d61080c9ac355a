import { describe, expect, it } from 'vitest';
import { dmesgFormat } from '../../../src/service/formats/dmesg/format.ts';
import type { Finding } from '../../../src/service/formats/reading.ts';
import { readWith } from './read-with.ts';

async function findingsOf(...messages: string[]): Promise<Finding[]> {
  const text = messages.map((message, index) => `[  100.${100_000 + index}] ${message}`).join('\n');
  const { reading } = await readWith(dmesgFormat, 'console.log', `${text}\n`);
  return reading.findings;
}

const told: [what: string, messages: string[], title: string | RegExp, next: RegExp][] = [
  [
    "NVIDIA's fault by its number and what it stands for",
    ["NVRM: Xid (PCI:0000:81:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus."],
    'NVIDIA Xid 79 on PCI:0000:81:00: the GPU has fallen off the bus',
    /nvidia-bug-report\.sh/,
  ],
  [
    'an i915 hang with the program whose work it was',
    ['i915 0000:00:02.0: [drm] GPU HANG: ecode 9:1:85dffffb, in Xorg [1842]'],
    'GPU hang in Xorg (ecode 9:1:85dffffb)',
    /\/sys\/class\/drm\/card0\/error/,
  ],
  [
    'a nouveau fault before the program it killed',
    [
      'nouveau 0000:01:00.0: fifo: SCHED_ERROR 0a [CTXSW_TIMEOUT]',
      'nouveau 0000:01:00.0: shell[1821]: channel 6 killed!',
    ],
    /^nouveau 0000:01:00\.0: SCHED_ERROR/,
    /nouveau\.debug/,
  ],
  [
    'a bad access of the program before the hang it leads to',
    [
      'amdgpu 0000:0b:00.0: amdgpu: [gfxhub] page fault (src_id:0 ring:24 vmid:5 pasid:3, for process game.exe pid 8812 thread cs0 pid 8840)',
      '[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring gfx_0.0.0 timeout, signaled seq=11, emitted seq=12',
    ],
    'amdgpu: GPU page fault of game.exe',
    /devcoredump/,
  ],
  [
    'the memory module before the record it was decoded from',
    [
      'mce: [Hardware Error]: Machine check events logged',
      'EDAC MC0: 1 CE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x3a)',
      'EDAC MC0: 1 UE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (channel:1 slot:0 page:0x3a)',
    ],
    'Uncorrectable memory errors on CPU_SrcID#0_MC#0_Chan#1_DIMM#0 (memory read error)',
    /dmidecode -t memory/,
  ],
  [
    'the temperature that shuts the machine down before the clocks it lowered',
    [
      'CPU2: Core temperature above threshold, cpu clock throttled (total events = 1)',
      'thermal thermal_zone0: acpitz: critical temperature reached (105 C), shutting down',
    ],
    'thermal_zone0: critical temperature reached (105 °C)',
    /thermal_zone/,
  ],
  [
    'a network card that stopped sending, with what to read from it',
    ['NETDEV WATCHDOG: eno2 (tg3): transmit queue 0 timed out'],
    'eno2 (tg3) stopped sending',
    /ethtool -S eno2/,
  ],
  [
    'a memory card with the account it keeps of itself',
    ['blk_update_request: I/O error, dev mmcblk0, sector 1212416 op 0x1:(WRITE) flags 0x0'],
    'I/O errors on mmcblk0',
    /mmc extcsd read \/dev\/mmcblk0/,
  ],
  [
    'the disk that fell out of an array',
    ['md/raid:md127: Disk failure on sdc1, disabling device.'],
    'Disk sdc1 was taken out of use of the array md127',
    /\/proc\/mdstat/,
  ],
];

describe('findings about devices and heat', () => {
  it.each(told)('tell %s', async (_, messages, title, next) => {
    const [first] = await findingsOf(...messages);
    expect(first?.title).toEqual(typeof title === 'string' ? title : expect.stringMatching(title));
    expect(first?.next?.join(' ')).toMatch(next);
  });

  it('say in words what a PCI Express error is and which device it cost', async () => {
    const titles = (
      await findingsOf(
        'pcieport 0000:00:1c.4: AER: Uncorrected (Fatal) error received: 0000:00:1c.4',
        'pcieport 0000:00:1c.4:    [14] CmpltTO                (First)',
        'ixgbe 0000:06:00.0: Adapter removed',
      )
    ).map(({ title }) => title);
    expect(titles).toContain('0000:00:1c.4 reports CmpltTO: a request was not answered in time (completion timeout)');
    expect(titles).toContain('ixgbe lost its device 0000:06:00.0: Adapter removed');
  });

  it('name the limit and the control group that ran out of memory', async () => {
    const [first] = await findingsOf(
      'java invoked oom-killer: gfp_mask=0xcc0(GFP_KERNEL), order=0, oom_score_adj=984',
      'memory: usage 1048576kB, limit 1048576kB, failcnt 18311',
      'oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),oom_memcg=/pods/pod3f1e,task_memcg=/pods/pod3f1e/c,task=java,pid=20101',
      'Memory cgroup out of memory: Killed process 20101 (java) total-vm:5608452kB, anon-rss:1002112kB, file-rss:1976kB',
    );
    expect(first?.explanation).toContain(
      'The limit of 1024 MB (1048576 kB) of the control group /pods/pod3f1e was reached',
    );
  });

  it('tell who ran into a fault of the kernel, and in which module', async () => {
    const [first] = await findingsOf(
      'Unable to handle kernel access to user memory without uaccess routines at virtual address 0000000000000010',
      'Oops [#1]',
      'CPU: 2 PID: 731 Comm: encoder-1.0 Not tainted 6.1.22 #1',
      'epc : jpu_buf_queue+0x2c/0xd4 [acme_jpu]',
      'status: 0000000200000120 badaddr: 0000000000000010 cause: 000000000000000d',
      '[<ffffffff0162a08c>] jpu_buf_queue+0x2c/0xd4 [acme_jpu]',
      '[<ffffffff80744f62>] enqueue_in_driver+0x40/0x7a',
      '---[ end trace 0000000000000000 ]---',
    );
    expect(first?.title).toBe('BUG: unable to handle kernel access to user memory in jpu_buf_queue');
    expect(first?.explanation).toContain('jpu_buf_queue of the module acme_jpu');
    expect(first?.explanation).toContain('It ran in encoder-1.0 (pid 731) on CPU 2.');
    expect(first?.next?.[0]).toContain('decode_stacktrace.sh');
  });
});

/** Small kernel logs written for the tests, in the forms kernels print. */

const stamped = (text: string, start = 100) =>
  text
    .trim()
    .split('\n')
    .map((line, index) => `[${(start + index / 1000).toFixed(6).padStart(12)}] ${line}`)
    .join('\n');

export const useAfterFree = stamped(`
==================================================================
BUG: KASAN: slab-use-after-free in refcount_read include/linux/refcount.h:136 [inline]
BUG: KASAN: slab-use-after-free in widget_poll+0x1a2/0x220 drivers/widget/core/poll.c:88
Read of size 4 at addr ffff88801c0b2a10 by task worker/4312

CPU: 1 PID: 4312 Comm: worker Not tainted 6.6.0 #1
Hardware name: Example Board
Call Trace:
 <TASK>
 dump_stack_lvl+0xd9/0x1b0 lib/dump_stack.c:106
 print_report+0xc4/0x620 mm/kasan/report.c:475
 kasan_report+0xda/0x110 mm/kasan/report.c:588
 kasan_check_range+0xef/0x1a0 mm/kasan/generic.c:187
 widget_poll+0x1a2/0x220 drivers/widget/core/poll.c:88
 do_poll fs/select.c:900 [inline]
 do_sys_poll+0x2ff/0x8b0 fs/select.c:1011
 do_syscall_64+0x38/0xb0 arch/x86/entry/common.c:80
 </TASK>

Allocated by task 4300:
 kasan_save_stack+0x33/0x50 mm/kasan/common.c:45
 widget_open+0x60/0x100 drivers/widget/core/open.c:41

Freed by task 4311:
 kasan_save_stack+0x33/0x50 mm/kasan/common.c:45
 widget_close+0x44/0x90 drivers/widget/core/open.c:77

Kernel panic - not syncing: KASAN: panic_on_warn set ...
`);

export const nullDereference = stamped(`
usb 1-1: new high-speed USB device number 7 using xhci_hcd
BUG: kernel NULL pointer dereference, address: 0000000000000018
#PF: supervisor read access in kernel mode
#PF: error_code(0x0000) - not-present page
PGD 0 P4D 0
Oops: 0000 [#1] PREEMPT SMP PTI
CPU: 0 PID: 812 Comm: udevd Tainted: G        W          6.1.0 #12
RIP: 0010:gadget_bind+0x2e/0x90 [gadget]
Code: 48 8b 47 18 <48> 8b 40 18 c3
RSP: 0018:ffffc9000123bd50 EFLAGS: 00010246
Call Trace:
 <TASK>
 gadget_probe+0x77/0x120 [gadget]
 ? __pfx_gadget_probe+0x10/0x10
 really_probe+0xde/0x380
 </TASK>
Modules linked in: gadget usbcore
---[ end trace 0000000000000000 ]---
Kernel panic - not syncing: Fatal exception
`);

export const armFault = stamped(`
Unable to handle kernel paging request at virtual address dead000000000108
Mem abort info:
  ESR = 0x0000000096000044
Internal error: Oops: 0000000096000044 [#1] SMP
CPU: 3 PID: 55 Comm: kworker/3:1 Not tainted 5.15.80 #1
pc : ring_drain+0x48/0x120
lr : ring_drain+0x30/0x120
Call trace:
 ring_drain+0x48/0x120
 ring_work+0x24/0x60
 process_one_work+0x1e0/0x350
 worker_thread+0x70/0x420
`);

export const lockOrder = stamped(`
======================================================
WARNING: possible circular locking dependency detected
6.2.0 #3 Not tainted
------------------------------------------------------
mount/911 is trying to acquire lock:
ffff88810a1b2c30 (&box->lock){+.+.}-{3:3}, at: box_attach+0x3c/0x150

but task is already holding lock:
ffff88810a1b0008 (&shelf->lock){+.+.}-{3:3}, at: shelf_add+0x25/0x80

which lock already depends on the new lock.

stack backtrace:
Call Trace:
 dump_stack_lvl+0x5b/0x77
 check_noncircular+0xfe/0x110
 box_attach+0x3c/0x150
 shelf_add+0x25/0x80
`);

export const hungTask = stamped(`
INFO: task flusher:211 blocked for more than 122 seconds.
      Not tainted 6.1.0 #2
"echo 0 > /proc/sys/kernel/hung_task_timeout_secs" disables this message.
task:flusher         state:D stack:0     pid:211   ppid:2      flags:0x00004000
Call Trace:
 <TASK>
 __schedule+0x2eb/0x8d0
 schedule+0x5e/0xd0
 io_schedule+0x46/0x70
 wait_on_page_bit+0x1c2/0x2a0
 tank_writeback+0x8a/0x180
 kthread+0xe9/0x110
 </TASK>
`);

export const cpuStall = stamped(`
rcu: INFO: rcu_preempt self-detected stall on CPU
rcu: 	0-....: (21000 ticks this GP) idle=1e2c/1/0x4000000000000002
CPU: 0 PID: 4100 Comm: spinner Not tainted 6.1.0 #2
Call Trace:
 <IRQ>
 rcu_sched_clock_irq+0x6a2/0x1a00
 update_process_times+0x6f/0xb0
 sysvec_apic_timer_interrupt+0x92/0xb0
 </IRQ>
 asm_sysvec_apic_timer_interrupt+0x1a/0x20
RIP: 0010:meter_loop+0x14/0x40
 meter_read+0x60/0x90
 meter_ioctl+0x155/0x200
 vfs_ioctl+0x20/0x40
 do_syscall_64+0x38/0xb0
`);

export const outOfMemory = stamped(`
java invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), order=0, oom_score_adj=0
CPU: 2 PID: 3100 Comm: java Not tainted 6.1.0 #2
Call Trace:
 dump_header+0x4a/0x1f0
Mem-Info:
active_anon:1200 inactive_anon:980000
Tasks state (memory values in pages):
[  pid  ]   uid  tgid total_vm      rss pgtables_bytes swapents oom_score_adj name
[    412]     0   412     4821      702    81920        0          -250 systemd-journal
[   3100]  1000  3100  2614301   921344  9912320        0             0 java
[   3290]  1000  3290    71204     9211   200704        0             0 nginx
oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),task=java,pid=3100,uid=1000
Out of memory: Killed process 3100 (java) total-vm:10457204kB, anon-rss:3685376kB, file-rss:0kB, shmem-rss:0kB
`);

export const dyingDisk = stamped(`
ata2.00: exception Emask 0x0 SAct 0x0 SErr 0x0 action 0x0
ata2.00: failed command: READ DMA EXT
blk_update_request: I/O error, dev sdb, sector 488390 op 0x0:(READ) flags 0x0
Buffer I/O error on dev sdb1, logical block 61048, async page read
EXT4-fs error (device sdb1): ext4_find_entry:1455: inode #2: comm ls: reading directory lblock 0
Aborting journal on device sdb1-8.
EXT4-fs (sdb1): Remounting filesystem read-only
INFO: task ls:911 blocked for more than 120 seconds.
Call Trace:
 __schedule+0x1/0x2
 ext4_readdir+0x33/0x100
 iterate_dir+0x44/0x90
`);

export const everyMadeLog = [
  useAfterFree,
  nullDereference,
  armFault,
  lockOrder,
  hungTask,
  cpuStall,
  outOfMemory,
  dyingDisk,
];

/**
 * A stall is caught at a random place of a loop over several functions. The function just below where the kernel
 * hands out work (a system call, a work item, a timer, a received packet) is the same each time.
 */
const handsOutWork = new RegExp(
  [
    // System calls, page faults, interrupts, kernel threads.
    'do_syscall_|do_fast_syscall_|sysenter_dispatch|tracesys_phase2|el0_svc_handler|invoke_syscall|ret_fast_syscall',
    '__do_fault|do_page_fault|^page_fault$|exit_to_usermode|task_work_run|__fput',
    'process_one_work|smpboot_thread_fn|^kthread$|start_secondary|cpu_startup_entry|ret_from_fork|smp_call_function',
    'do_softirq|run_ksoftirqd|tasklet_action|tasklet_hi_action|call_timer_fn|_run_timers|run_timer_softirq|hrtimer_run',
    // Calls that mean something only with the file or socket behind them.
    'vfs_write|vfs_read|vfs_iter_read|vfs_iter_write|do_iter_read|do_iter_write|call_read_iter|call_write_iter',
    'new_sync_read|new_sync_write|vfs_ioctl|ksys_ioctl|compat_ioctl|compat_sys_ioctl|blkdev_driver_ioctl|blkdev_ioctl',
    '^call_mmap|mmap_region|do_mmap|do_dentry_open|vfs_open',
    'netif_receive_skb|^sock_sendmsg|^sock_recvmsg|^sock_release|^__sock_release|^setsockopt$|kernel_setsockopt',
    'sock_common_setsockopt|^listen$|kernel_listen|sk_common_release|^sock_mmap|^accept$|kernel_accept|^sock_do_ioctl',
    '^sock_ioctl|^compat_sock_ioctl|^nfnetlink_rcv_msg|^rtnetlink_rcv_msg|^netlink_dump',
    '^(?:sys_)?(?:socketpair|connect|ioctl)',
  ].join('|'),
);

/** Hung tasks are victims; these two waits are known to gather them, and are told by one name. */
const gatheringWaits: readonly [part: string, name: string | undefined][] = [
  ['rtnl_lock', undefined],
  ['synchronize_rcu', 'synchronize_rcu'],
  ['synchronize_srcu', 'synchronize_rcu'],
  ['synchronize_net', 'synchronize_rcu'],
  ['synchronize_sched', 'synchronize_rcu'],
];
const waiting =
  /sched|_lock|_slowlock|down|rwsem|completion|kthread|wait|synchronize|context_switch|__switch_to|cancel_delayed_work|rcu_barrier/;

/** The candidate a stall is named after, with its place; undefined where none is fit. */
export function chooseStalled(frames: readonly string[]): { name: string; index: number } | undefined {
  const anchor = frames.findIndex((frame) => handsOutWork.test(frame));
  if (anchor === -1) return undefined;
  // One CPU waits for another here: the variants of this call are one place.
  if (frames[anchor]?.includes('smp_call_function')) return { name: 'smp_call_function', index: anchor };
  const index = Math.max(0, anchor - 1);
  return { name: frames[index] ?? '', index };
}

/** The candidate a hung task is named after. */
export function chooseHung(frames: readonly string[]): { name: string; index: number } | undefined {
  for (const [index, frame] of frames.entries()) {
    const wait = gatheringWaits.find(([part]) => frame.includes(part));
    if (wait !== undefined) return { name: wait[1] ?? frame, index };
  }
  const index = frames.findIndex((frame) => !waiting.test(frame));
  return index === -1 ? undefined : { name: frames[index] ?? '', index };
}

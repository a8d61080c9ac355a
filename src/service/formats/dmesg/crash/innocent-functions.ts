/**
 * Functions that stand in a stack between the report and the code it is about: whoever called them is to blame.
 * Each list is alternatives of one pattern that may match anywhere in a name unless anchored.
 */
const innocent: Record<string, readonly string[]> = {
  'sanitizers and their checks': [
    '__sanitizer|__asan|kasan|hwasan|__msan|kmsan|kcsan_setup_watchpoint|ubsan_epilogue',
    'check_memory_region|check_heap_object|check_object|read_word_at_a_time|(?:read|write)_once_.{0,80}nocheck',
    '__fortify_report|__phys_addr|stack_trace_consume_entry|stack_trace_save|arch_stack_walk',
  ],
  'printing the report': [
    'print_address_description|print_report|print_usage_bug|print_unlock|print_tainted|imbalance_bug|warn_bogus',
    'panic|report_bug|fixup_bug|warn_slowpath|warn_alloc|__warn|assertfail|^get_taint$',
    'show_stack|dump_stack|walk_stack|dump_backtrace|hex_dump_to_buffer|print_hex_dump',
    'string|pointer|snprintf|scnprintf|kasprintf|kvasprintf|printk|va_format',
    'dev_(?:info|notice|warn|err|alert|crit|emerg)',
  ],
  'traps and exception entry': [
    'invalid_op|do_error|_trap$|do_trap|program_check_exception|program_check_common|_indirect_thunk_',
    'do_(?:kernel|translation)_fault|do_mem_abort|el1_abort|el1h_64_sync(?:_handler)?',
  ],
  'getting and giving back memory': [
    'alloc_page|k?v?(?:m|z|c)alloc|krealloc|kmem_cache|allocate_slab|__alloc_frozen_pages_noprof|slab_|memdup',
    '^kv?free$|kfree_skb|folio_(?:alloc|unlock)|filemap_alloc_folio|__filemap_get_folio|find_or_create_page',
    'do_read_cache_folio|read_cache_page|pagecache_get_page|grab_cache_page_write_begin|^(?:un)?lock_page',
    'find_lock_entries|truncate_inode_pages_range',
  ],
  'debugging of objects and locks': [
    'debug_object|timer_is_static_object|work_is_static_object|lockdep|perf_trace|seqprop_assert',
    '__might_fault|might_fault|might_sleep|__might_resched|(?:trace|lockdep)_(?:hard|soft)irq|ref_tracker',
    'lock_acquire|lock_release|lock_class|mark_lock|(?:reacquire|mark)_held_locks',
  ],
  locks: [
    'raw_spin_rq|spin_lock|spin_trylock|spin_unlock|(?:read|write)_lock|(?:read|write)_trylock|(?:read|write)_unlock',
    '^down$|down_read|down_write|down_trylock|up_read|up_write|^mutex_|^__mutex_|^rt_mutex_',
    'owner_on_cpu|osq_lock|osq_unlock|bh_enable|bh_disable',
  ],
  'counters and bits': [
    'atomic(?:64)?_(?:dec|inc|read|set|or|xor|and|add|sub|fetch|xchg|cmpxchg|try)',
    '(?:set|clear|change|test)_bit',
    '^refcount_|^kref_',
  ],
  'copying and comparing': [
    'memcpy|memcmp|memset|memchr|memmove|str(?:n?cmp|cpy|lcpy|ncpy|scpy|len|str|nstr|nlen|chr|dup|ndup)',
    'copy_(?:to|from)_(?:user|iter)|copy_page_(?:to|from)_iter|copy_folio_to_iter|^copy(?:in|out)$|put_user|get_user',
    'extract_(?:user|iter)_to_sg|^crc\\d+|crc_itu_t',
  ],
  'lists, trees and other containers': [
    'list_(?:add|del|replace|move|splice)|^(?:__)?rb_|^klist_|xas_(?:start|load|find)|rhashtable_lookup|ida_free',
  ],
  'reading and writing devices': ['(?:read|write)[bwlq]$|logic_(?:in|out)'],
  'waiting, waking, work and timers': [
    '__wake_up|finish_wait|wait_for_completion|^complete$|kthread_stop',
    'flush_work|__cancel_work_timer|cancel_work_sync|try_to_grab_pending|drain_workqueue|destroy_workqueue',
    'queue_work|insert_work|__queue_delayed_work|queue_delayed_work_on|cleanup_srcu_struct',
    'del_timer|lock_timer_base|__timer_delete_sync|sk_stop_timer_sync|__mod_timer',
  ],
  'devices and buses coming and going': [
    'kobject_|add_uevent_var|get_device_parent|device_(?:add|del|unregister|destroy|release|for_each_child|remove_file)',
    'devres_release_all|hwrng_unregister|i2c_del_adapter|__unregister_client|^put_device$|sysfs_remove',
    'rollback_registered|unregister_netdev|tty_unregister_device',
    'dummy_urb_enqueue|usb_kill_urb|usb_kill_anchored_urbs|usb_control_msg|usb_hcd_submit_urb|usb_submit_urb',
  ],
  'inodes, buffers and directory entries': ['^iput$|^iput_final$|^ihold$|drop_nlink|fast_dput|dput|^mark_buffer_dirty'],
};

const innocentName = new RegExp(Object.values(innocent).flat().join('|'));

/** Whether a function only stands between the report and the code it is about. */
export function isInnocent(name: string): boolean {
  return innocentName.test(name);
}

/** Entry points that are the same system call by another name; the shortest rest is the call's name. */
const entryPrefixes = [
  'SYSC_',
  'SyS_',
  'sys_',
  '__x64_',
  '__ia32_',
  '__arm64_',
  '____sys_',
  '___sys_',
  '__sys_',
  '__se_',
  '__se_sys_',
  '__do_sys_',
  'compat_SYSC_',
  'compat_SyS_',
  'ksys_',
];

/** The function's name without what an architecture or a wrapper puts before a system call. */
export function plainName(name: string): string {
  return entryPrefixes.reduce((shortest, prefix) => {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : name;
    return rest.length < shortest.length ? rest : shortest;
  }, name);
}

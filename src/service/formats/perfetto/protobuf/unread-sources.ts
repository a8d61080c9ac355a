import { nextField, type WireCursor } from './wire-cursor.ts';

/** Packets that are read whole, or say something of the recording itself. */
const readPackets: ReadonlySet<number> = new Set([
  1, 2, 6, 9, 11, 12, 33, 34, 35, 36, 39, 43, 44, 45, 47, 48, 50, 51, 59, 60, 61, 64, 67, 69, 72, 78, 82, 83, 89, 90,
  107, 111, 117, 118, 120, 122, 123, 124, 125, 126, 128, 130, 132, 133, 138, 139, 140, 900,
]);

const packetSources: ReadonlyMap<number, string> = new Map([
  [4, 'inode_file_map'],
  [5, 'chrome_events'],
  [37, 'profile_packet'],
  [38, 'battery'],
  [40, 'power_rails'],
  [46, 'trigger'],
  [49, 'perfetto_metatrace'],
  [52, 'gpu_counter_event'],
  [53, 'gpu_render_stage'],
  [54, 'streaming_profile_packet'],
  [56, 'heap_graph'],
  [57, 'graphics_frame_event'],
  [62, 'vulkan_memory_event'],
  [63, 'gpu_log'],
  [65, 'vulkan_api'],
  [66, 'perf_sample'],
  [68, 'smaps_packet'],
  [70, 'initial_display_state'],
  [71, 'gpu_mem_total_event'],
  [73, 'memory_tracker_snapshot'],
  [74, 'streaming_allocation'],
  [75, 'streaming_free'],
  [76, 'frame_timeline'],
  [77, 'android_energy_estimation_breakdown'],
  [80, 'android_camera'],
  [81, 'android_camera'],
  [84, 'statsd'],
  [86, 'android_system_property'],
  [88, 'network_packet'],
  [91, 'entity_state_residency'],
  [92, 'network_packet'],
  [93, 'surfaceflinger_layers_snapshot'],
  [94, 'surfaceflinger_transactions'],
  [96, 'shell_transition'],
  [97, 'shell_handler_mappings'],
  [99, 'v8_code'],
  [100, 'v8_code'],
  [101, 'v8_code'],
  [102, 'v8_code'],
  [103, 'v8_code'],
  [104, 'protolog'],
  [105, 'protolog'],
  [106, 'android_input_event'],
  [109, 'chrome_trigger'],
  [110, 'pixel_modem'],
  [112, 'winscope_extensions'],
  [113, 'clone_snapshot_trigger'],
  [114, 'bluetooth'],
  [115, 'kernel_wakelock_data'],
  [116, 'app_wakelock'],
  [119, 'cpu_per_uid_data'],
  [121, 'evdev_event'],
  [127, 'android_aflags'],
  [129, 'generic_gpu_frequency_event'],
  [131, 'art_process_metadata'],
  [134, 'concurrent_session_event'],
  [135, 'stack_sample'],
  [1000, 'video_frame'],
  [1001, 'video_frame'],
  [1002, 'android_process_state'],
  [1003, 'android_freezer_state'],
]);

const systemStats = 7;
const windowsEvents = 95;

/** What a packet's field tells that is not read, by name; what no known version has, by number. */
export function unreadPacketSource(field: number, content: WireCursor): string | undefined {
  if (field === windowsEvents || readPackets.has(field)) return undefined;
  if (field === systemStats) return hasOtherStats(content) ? 'sys_stats' : undefined;
  return packetSources.get(field) ?? `packet_field_${field}`;
}

/** Memory is read, and the times of the reading are no values. */
function hasOtherStats(stats: WireCursor): boolean {
  while (nextField(stats)) if (stats.field !== 1 && stats.field !== 9 && stats.wire === 2) return true;
  return false;
}

/** Events of the kernel that make slices or counters which are not read, by their field. */
const kernelSources: ReadonlyMap<number, string> = new Map(
  Object.entries({
    android_fs: [431, 432],
    bcl_irq_trigger: [533],
    binder: [50, 51, 53, 54, 55, 323, 485, 486],
    block_io: [546, 547],
    cdev_update: [342],
    clock: [14, 15, 16],
    cma: [465, 466, 576, 577],
    cpu_frequency_limits: [12],
    cpu_idle: [13],
    cpuhp: [343, 344, 345, 352],
    cros_ec_sensorhub_data: [364],
    dcvsh_freq: [508],
    device_pm: [504, 505],
    dma_fence: [414, 415, 416, 417, 418],
    dma_heap: [351],
    drm: [409, 410, 411, 412, 413, 592, 593, 594],
    f2fs_iostat: [419, 420],
    fastrpc_dma_stat: [347],
    funcgraph: [437, 438],
    google_icc: [502],
    google_irm: [503],
    gpu_frequency: [332, 509],
    gpu_work_period: [488],
    i2c: [27, 28, 29],
    inet_sock: [362],
    ion: [314, 315, 335],
    irq: [36, 37],
    kfree_skb: [367],
    kgsl: [534, 535, 536, 537],
    kprobe: [542],
    mali: [470, 471, 472, 473, 474, 475, 482, 483],
    mali_mcu: Array.from({ length: 23 }, (_, index) => 510 + index),
    mm_event: [328],
    mm_vmscan_direct_reclaim: [46, 47],
    napi_gro: [365, 366],
    net_device: [360, 361],
    oom_kill: [334],
    panel: [490],
    pixel_mm_kswapd: [538, 539],
    pkvm_hypervisor: [476, 477, 478, 479, 480],
    rpm: [489],
    sched_cpu_util_cfs: [421],
    scm: [338, 339],
    shrink_slab: [443, 444],
    signal: [324, 325],
    softirq: [24, 25],
    suspend_resume: [113, 481],
    syscall: [329, 330],
    tcp_retransmit: [363],
    thermal: [341, 506, 507],
    trusty: Array.from({ length: 20 }, (_, index) => 445 + index),
    ufshcd: [406, 407],
    v4l2: [422, 423, 424, 425, 426, 427],
    virtio_gpu: [468, 469],
    virtio_video: [439, 440, 441, 442],
    wakeup_source: [404, 405],
    workqueue: [57, 58],
  }).flatMap(([name, fields]) => fields.map((field): [number, string] => [field, name])),
);

/** Every event up to here is known: it is read, listed above, or only worth a line. */
const lastKnownKernelField = 539;
/** Events above carry a description of their own. */
const firstDescribedField = 65_536;

export function unreadKernelSource(field: number): string | undefined {
  const known = kernelSources.get(field);
  if (known !== undefined) return known;
  return field > lastKnownKernelField && field < firstDescribedField ? `ftrace_event_${field}` : undefined;
}

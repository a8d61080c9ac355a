/** Kinds of kernel events that make slices which are not read here, by their field in an event. */
export const unreadKernelSources: ReadonlyMap<number, string> = new Map(
  Object.entries({
    android_fs: [431, 432],
    binder: [50, 51, 53, 54, 55, 323, 485, 486],
    block_io: [546, 547],
    cma: [465, 466, 576, 577],
    cpuhp: [343, 344, 345, 352],
    device_pm: [504, 505],
    dma_fence: [414, 415, 416, 417, 418],
    dma_heap: [351],
    drm: [409, 410, 411, 412, 413, 592, 593, 594],
    funcgraph: [437, 438],
    google_icc: [502],
    google_irm: [503],
    gpu_work_period: [488],
    i2c: [27, 28, 29],
    inet_sock: [362],
    ion: [335],
    irq: [36, 37],
    kgsl: [534, 535, 536, 537],
    kprobe: [542],
    mali: [470, 471, 472, 473, 474, 475, 482, 483],
    mali_mcu: Array.from({ length: 23 }, (_, index) => 510 + index),
    mm_vmscan_direct_reclaim: [46, 47],
    napi_gro: [365, 366],
    oom_kill: [334],
    panel: [490],
    pixel_mm_kswapd: [538, 539],
    pkvm_hypervisor: [476, 477, 478, 479, 480],
    rpm: [489],
    scm: [338, 339],
    shrink_slab: [443, 444],
    signal: [324, 325],
    softirq: [24, 25],
    suspend_resume: [113, 481],
    syscall: [329, 330],
    tcp_retransmit: [363],
    trusty: Array.from({ length: 20 }, (_, index) => 445 + index),
    v4l2: [422, 423, 424, 425, 426, 427],
    virtio_gpu: [468, 469],
    virtio_video: [439, 440, 441, 442],
    wakeup_source: [404, 405],
    workqueue: [57, 58],
  }).flatMap(([name, fields]) => fields.map((field): [number, string] => [field, name])),
);

/** Where each driver's form of an atrace marker keeps its parts. */
export interface MarkerLayout {
  pid: number;
  name: number;
  type: number;
  value: number;
  begin: number;
}

export const markerLayouts: ReadonlyMap<number, MarkerLayout> = new Map([
  [80, { pid: 1, name: 2, type: 0, value: 0, begin: 3 }],
  [333, { pid: 1, name: 2, type: 3, value: 4, begin: 5 }],
  [348, { pid: 1, name: 4, type: 5, value: 6, begin: 0 }],
  [349, { pid: 1, name: 4, type: 5, value: 6, begin: 0 }],
  [350, { pid: 2, name: 1, type: 3, value: 4, begin: 0 }],
  [467, { pid: 1, name: 4, type: 6, value: 7, begin: 0 }],
  [484, { pid: 1, name: 2, type: 4, value: 5, begin: 0 }],
]);

export const printField = 3;
export const switchField = 4;
export const wakingField = 20;
export const blockedReasonField = 18;
export const lowMemoryKillField = 35;
export const binderTransactionField = 50;
export const newTaskField = 235;
export const renameField = 236;
export const processFreeField = 240;
export const oomScoreField = 326;
export const signalField = 325;
export const genericField = 327;
export const gpuMemoryField = 340;
export const zeroField = 331;
export const oomVictimField = 334;
export const frequencyField = 11;
export const idleField = 13;
export const rssFields: ReadonlySet<number> = new Set([313, 359]);
/** How the description of an event tells that it makes slices. */
export const sliceEventMark = 'track_event_type';

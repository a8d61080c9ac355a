import { callTrace, pattern } from './pattern.ts';
import type { FrameSearch, ReportShape } from './report-shape.ts';

const afterTrace = (steps: FrameSearch['steps'] = []): FrameSearch['steps'] => [...steps, callTrace, 'stack'];

const kasanFree = pattern('BUG: KASAN: (?:double-free or invalid-free|double-free|invalid-free) in {FUNC}');
const kfenceHead = pattern('BUG: KFENCE: (?:[a-z\\- ]+) in {FUNC}');
const uninitOrigin = /(?:Local variable .* created at:|Uninit was created at:)/;
const usbTransferCalls = 'usb_submit_urb|usb_start_wait_urb|usb_bulk_msg|usb_interrupt_msg|usb_control_msg';

/** KASAN, KMSAN, KCSAN and KFENCE: the kernel's own detectors of bad memory access. */
export const sanitizerReports: readonly ReportShape[] = [
  {
    opens: /BUG: KASAN:/,
    reads: [pattern('BUG: KASAN: ([a-z\\-]+) in {FUNC}'), /(Read|Write) (?:of size|at addr) [0-9a-f]+/],
    title: ([kind, , access], frame) => `KASAN: ${kind} ${access} in ${frame}`,
    frame: {
      steps: afterTrace([pattern('BUG: KASAN: (?:[a-z\\-]+) in {FUNC}')]),
      // Hardware tags report from inside arm64's fault handler.
      passOver: /kernel_fault|tag_check|mem_abort|^el1_|^el1h_/,
    },
  },
  {
    opens: /BUG: KASAN:/,
    reads: [kasanFree],
    title: (_, frame) => `KASAN: invalid-free in ${frame}`,
    frame: { steps: afterTrace([kasanFree]), passOver: /slab_|kfree|vunmap|vfree/ },
  },
  {
    opens: /BUG: KASAN: [a-z-]+ on address/,
    reads: [/BUG: KASAN: ([a-z-]+) on address/, /(Read|Write) of size [0-9]+/],
    title: ([kind, access]) => `KASAN: ${kind} ${access}`,
  },
  { opens: /BUG: KASAN: (.*)/, title: ([rest]) => `KASAN: ${rest}`, isDamaged: true },
  {
    opens: /BUG: KMSAN: kernel-usb-infoleak/,
    reads: [pattern('BUG: KMSAN: kernel-usb-infoleak in {FUNC}')],
    title: (_, frame) => `KMSAN: kernel-usb-infoleak in ${frame}`,
    frame: { steps: ['stack', uninitOrigin, 'stack'], passOver: new RegExp(`alloc_skb|${usbTransferCalls}`) },
    needsNoStack: true,
  },
  {
    opens: /BUG: KMSAN:/,
    reads: [pattern('BUG: KMSAN: ([a-z\\-]+) in {FUNC}')],
    title: ([kind], frame) => `KMSAN: ${kind} in ${frame}`,
    frame: {
      steps: ['stack', uninitOrigin, 'stack'],
      // Generic ciphers only pass on what their caller never wrote.
      passOver: /alloc_skb|netlink_ack|netlink_rcv_skb|_encrypt$|^(?:crypto|cipher|drbg|rng)_/,
    },
    needsNoStack: true,
  },
  { opens: /BUG: KCSAN: (.*)/, title: ([rest]) => `KCSAN: ${rest}`, needsNoStack: true },
  {
    opens: pattern('BUG: KFENCE: (use-after-free|out-of-bounds) (read|write) in {FUNC}'),
    title: ([kind, access], frame) => `KFENCE: ${kind} ${access} in ${frame}`,
    frame: { steps: [kfenceHead, 'stack'] },
  },
  {
    opens: pattern('BUG: KFENCE: (invalid free|memory corruption) in {FUNC}'),
    title: ([kind], frame) => `KFENCE: ${kind} in ${frame}`,
    frame: { steps: [kfenceHead, 'stack'] },
    needsNoStack: true,
  },
  {
    opens: pattern('BUG: KFENCE: invalid (read|write) in {FUNC}'),
    title: ([access], frame) => `KFENCE: invalid ${access} in ${frame}`,
    frame: { steps: [kfenceHead, 'stack'] },
  },
];

/** Undefined behaviour caught by UBSAN; old kernels name no kind. */
export const ubsanReports: readonly ReportShape[] = [
  {
    opens: /UBSAN:/,
    reads: [/UBSAN: Undefined behaviour in/],
    title: (_, frame) => `UBSAN: undefined-behaviour in ${frame}`,
    frame: { steps: [callTrace, 'stack'], passOver: /ubsan|overflow/ },
  },
  {
    opens: /UBSAN:/,
    reads: [/UBSAN: (.{0,200}?) in/],
    title: ([kind], frame) => `UBSAN: ${kind} in ${frame}`,
    frame: { steps: [callTrace, 'stack'], passOver: /ubsan|overflow/ },
  },
];

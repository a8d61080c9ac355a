import type { Parsed, Payload, Resume, Wants } from './stream-messages.ts';

/** One segment's place in its direction: `start` and `end` count bytes from the direction's first. */
export interface Segment {
  start: number;
  end: number;
  bytes: Uint8Array;
  frame: number;
  canWait: boolean;
  /** The sequence analysis takes it for bytes that came before. */
  isRepeat: boolean;
  isLast: boolean;
}

/** Puts the messages of one direction together; `parse` is handed what can be read at last. */
export interface MessageAssembly {
  take(segment: Segment, parse: (payload: Omit<Payload, 'side'>) => Parsed): void;
}

/** Bytes held for unfinished messages over the whole capture. The longest waiting is given up when it is spent. */
export interface AssemblyBudget {
  pending: Set<Message>;
  heldBytes: number;
}

/** A message that spans segments. Positions count from the direction's first byte. */
interface Message {
  start: number;
  /** Where the next message is expected to start. */
  end: number;
  takesSegment: boolean;
  untilClose: boolean;
  isDone: boolean;
  lastFrame: number;
  resume: Resume | undefined;
  /** Kept bytes lie from `keptFrom`; all up to `reached` are there, the later pieces wait for the gap to close. */
  keptFrom: number;
  kept: Uint8Array[];
  keptBytes: number;
  reached: number;
  later: { start: number; end: number; bytes: Uint8Array | undefined }[];
  /** Known once a piece came that reaches the expected end. */
  lastEnd: number | undefined;
}

const maxHeldBytes = 48 * 1024 * 1024;
/** More is not waited for: no message that has to be read whole is longer. */
const maxMessageBytes = 1024 * 1024;
const maxMessages = 32;
const maxLaterPieces = 512;
/** Further than any stream of this kind goes, nearer than where sequence numbers turn over. */
const openEnd = 0x40000000;

export function createAssemblyBudget(): AssemblyBudget {
  return { pending: new Set(), heldBytes: 0 };
}

export function createMessageAssembly(budget: AssemblyBudget): MessageAssembly {
  /** In order of start; the earliest are forgotten. */
  const messages: Message[] = [];
  let hasClosed = false;

  function remember(message: Message): void {
    const same = messages.findIndex(({ start }) => start === message.start);
    if (same >= 0) finish(budget, messages.splice(same, 1)[0]!);
    let at = messages.length;
    while (at > 0 && messages[at - 1]!.start > message.start) at--;
    messages.splice(at, 0, message);
    if (messages.length > maxMessages) finish(budget, messages.shift()!);
    budget.pending.add(message);
  }

  function latestAt(position: number): Message | undefined {
    for (let at = messages.length - 1; at >= 0; at--) if (messages[at]!.start <= position) return messages[at];
    return undefined;
  }

  function open(frame: number, start: number, wants: Wants, bytes: Uint8Array, reached: number): void {
    if (bytes.length > maxMessageBytes && wants.resume === undefined) return;
    const message: Message = {
      start,
      end: 0,
      takesSegment: false,
      untilClose: false,
      isDone: false,
      lastFrame: frame,
      resume: wants.resume,
      keptFrom: start,
      kept: [],
      keptBytes: 0,
      reached: start,
      later: [],
      lastEnd: undefined,
    };
    extend(message, wants, reached);
    remember(message);
    if (wants.resume) {
      message.reached = start + bytes.length;
      message.keptFrom = message.reached;
    } else hold(budget, message, start, bytes);
  }

  /** Gives the count of bytes behind the message's end that another message may start in. */
  function goOn(
    message: Message,
    segment: Segment,
    start: number,
    parse: (payload: Omit<Payload, 'side'>) => Parsed,
  ): { taken: number; isOpen: boolean } {
    message.lastFrame = segment.frame;
    const end = message.takesSegment ? segment.end : Math.min(segment.end, message.end);
    const bytes = segment.bytes.subarray(start - segment.start, end - segment.start);
    const isWhole = add(budget, message, start, bytes, segment.end >= message.end);
    if (!isWhole) return { taken: Math.max(0, message.end - start), isOpen: false };
    if (message.takesSegment) {
      message.takesSegment = false;
      message.end = Math.max(message.end, segment.end);
    }
    const keptFrom = message.keptFrom;
    const whole = release(budget, message);
    const parsed = parse({ bytes: whole, canWait: segment.canWait, isLast: segment.isLast, ...resumeOf(message) });
    const { wants } = parsed;
    if (!wants) {
      finish(budget, message);
      return { taken: Math.max(0, message.end - start), isOpen: false };
    }
    const from = keptFrom + wants.from;
    const reached = Math.max(wants.bytes === 'segment' ? segment.end : end, message.end);
    if (wants.from > 0 && from > start) {
      message.end = from;
      finish(budget, message);
      open(segment.frame, from, wants, whole.subarray(wants.from), reached);
      return { taken: end - start, isOpen: true };
    }
    message.resume = wants.resume;
    message.lastEnd = undefined;
    if (wants.resume) message.keptFrom = message.reached;
    else hold(budget, message, keptFrom, whole);
    extend(message, wants, reached);
    return { taken: end - start, isOpen: true };
  }

  function close(segment: Segment, parse: (payload: Omit<Payload, 'side'>) => Parsed): boolean {
    hasClosed = true;
    const message = latestAt(segment.start - 1);
    if (!message?.untilClose || message.isDone) return false;
    message.lastFrame = segment.frame;
    if (!add(budget, message, segment.start, segment.bytes, true)) return false;
    const whole = release(budget, message);
    const resume = resumeOf(message);
    finish(budget, message);
    parse({ bytes: whole, canWait: false, isLast: true, ...resume });
    return true;
  }

  return {
    take(segment, parse) {
      if (!segment.canWait) {
        if (segment.bytes.length > 0) parse({ bytes: segment.bytes, canWait: false, isLast: segment.isLast });
        return;
      }
      if (segment.isLast && !hasClosed && close(segment, parse)) return;
      for (let start = segment.start; start < segment.end; ) {
        let message = latestAt(start);
        const isRead = message?.start === start && segment.end <= message.end && message.lastFrame !== segment.frame;
        if (isRead || segment.isRepeat) return;
        if (message && message.start === start && message.end <= start) message = latestAt(start - 1);
        if (message && message.end > start) {
          const step = goOn(message, segment, start, parse);
          start += step.taken;
          if (step.taken === 0) return;
          continue;
        }
        const bytes = segment.bytes.subarray(start - segment.start);
        const { wants } = parse({ bytes, canWait: true, isLast: segment.isLast });
        if (wants) open(segment.frame, start + wants.from, wants, bytes.subarray(wants.from), segment.end);
        return;
      }
    },
  };
}

function resumeOf(message: Message): { resume: Resume } | Record<never, never> {
  return message.resume ? { resume: message.resume } : {};
}

function extend(message: Message, { bytes }: Wants, reached: number): void {
  message.untilClose = bytes === 'stream';
  message.takesSegment = bytes === 'segment';
  if (bytes === 'stream') message.end = message.start + openEnd;
  else message.end = reached + (bytes === 'segment' ? 1 : bytes);
}

/** True when the message is whole now, by a piece that was missing. */
function add(budget: AssemblyBudget, message: Message, start: number, bytes: Uint8Array, isEnd: boolean): boolean {
  if (message.isDone) return false;
  const end = start + bytes.length;
  if (isEnd) message.lastEnd = Math.max(message.lastEnd ?? 0, end);
  if (start > message.reached) {
    const keepsBytes = message.resume?.readsBytes ?? true;
    if (message.later.length < maxLaterPieces) {
      message.later.push({ start, end, bytes: keepsBytes ? new Uint8Array(bytes) : undefined });
      message.later.sort((a, b) => a.start - b.start);
      if (keepsBytes) budget.heldBytes += bytes.length;
    }
  } else if (end > message.reached) {
    hold(budget, message, message.reached, bytes.subarray(message.reached - start));
    message.reached = end;
  }
  for (let piece = message.later[0]; piece && piece.start <= message.reached; piece = message.later[0]) {
    message.later.shift();
    if (piece.bytes) budget.heldBytes -= piece.bytes.length;
    if (piece.end <= message.reached) continue;
    if (piece.bytes) hold(budget, message, message.reached, piece.bytes.subarray(message.reached - piece.start));
    message.reached = piece.end;
  }
  return message.lastEnd !== undefined && message.reached >= message.lastEnd;
}

/** Appends; `start` is where the kept bytes end. */
function hold(budget: AssemblyBudget, message: Message, start: number, bytes: Uint8Array): void {
  message.reached = Math.max(message.reached, start + bytes.length);
  if (message.resume && !message.resume.readsBytes) return;
  message.kept.push(new Uint8Array(bytes));
  message.keptBytes += bytes.length;
  budget.heldBytes += bytes.length;
  if (message.keptBytes > maxMessageBytes) finish(budget, message);
  while (budget.heldBytes > maxHeldBytes) {
    const [oldest] = budget.pending;
    if (!oldest) break;
    finish(budget, oldest);
  }
}

/** The kept bytes in one piece; the message keeps none. */
function release(budget: AssemblyBudget, message: Message): Uint8Array {
  const [only] = message.kept;
  const whole = message.kept.length === 1 && only ? only : joined(message.kept, message.keptBytes);
  budget.heldBytes -= message.keptBytes;
  message.kept = [];
  message.keptBytes = 0;
  return whole;
}

function joined(pieces: readonly Uint8Array[], sizeBytes: number): Uint8Array {
  const whole = new Uint8Array(sizeBytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Its place stays known, so that late copies of its segments are not read again. */
function finish(budget: AssemblyBudget, message: Message): void {
  release(budget, message);
  for (const { bytes } of message.later) budget.heldBytes -= bytes?.length ?? 0;
  message.later = [];
  message.isDone = true;
  message.resume = undefined;
  budget.pending.delete(message);
}

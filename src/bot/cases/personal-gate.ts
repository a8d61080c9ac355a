import { countsInWords, maskPersonalIn } from '#core/personal/mask-personal.ts';
import { type MaskedStream, maskStream } from '#core/personal/mask-stream.ts';
import type { PersonalCounts } from '#core/personal/personal-spans.ts';
import type { Policy } from '#core/policy.ts';
import type { CaseRow, CaseStore } from '../store/case-store.ts';
import type { CaseDeps } from './case-deps.ts';
import type { NewDelivery } from './messages.ts';
import type { Place } from './place.ts';
import type { PlanDeliveries } from './planned.ts';
import { channelScope, type PolicyOf, scopeOf } from './policy.ts';
import type { Download } from './ports.ts';
import { notice, sentences } from './sentences.ts';

export type Gate =
  /** `found`: what was looked for on the way; absent: nothing is. */
  | { status: 'open'; mode: Policy['personal']; stream: ReadableStream<Uint8Array>; found?: MaskedStream['found'] }
  | { status: 'refused'; words: string };

const headBytes = 4_096;

/**
 * What of a file goes on from here, by the policy of the place that brought it. Texts are masked on their way, before
 * anything of them is kept; what cannot be looked into does not pass where something is to be masked or kept back.
 */
export async function openGate(
  { store, policies }: { store: CaseStore; policies: CaseDeps['policies'] },
  row: CaseRow,
  { stream }: Extract<Download, { status: 'ok' }>,
): Promise<Gate> {
  const mode = (await policies.policyOf(await scopeOfCase(store, row))).personal;
  if (mode === 'allow') return { status: 'open', mode, stream };
  const [head, whole] = await peek(stream);
  if (isBinary(head)) {
    await whole.cancel();
    return { status: 'refused', words: sentences.cannotBeMasked() };
  }
  const masked = maskStream(whole);
  return { status: 'open', mode, stream: masked.stream, found: masked.found };
}

async function scopeOfCase(store: CaseStore, row: CaseRow): Promise<string> {
  const place = (await store.findPlace(row.placeKey))?.place;
  return place ? scopeOf(place) : channelScope({ team: row.team ?? '', channel: row.channel ?? '' });
}

/** Compressed files have no lines to look into; nor have those of two bytes a letter. */
function isBinary(head: Uint8Array): boolean {
  return head.includes(0) || (head[0] === 0x1f && head[1] === 0x8b) || (head[0] === 0x42 && head[1] === 0x5a);
}

async function peek(stream: ReadableStream<Uint8Array>): Promise<[Uint8Array, ReadableStream<Uint8Array>]> {
  const reader = stream.getReader();
  const { done, value } = await reader.read();
  let first = value;
  const whole = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (first) {
        controller.enqueue(first);
        first = undefined;
        return;
      }
      const next = done ? undefined : await reader.read();
      if (next?.value) controller.enqueue(next.value);
      if (!next || next.done) controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return [value?.subarray(0, headBytes) ?? new Uint8Array(), whole];
}

/** Plans messages as the policy of each place lets them be: as they are, masked, or as a word that one was withheld. */
export function gateDeliveries(deliver: PlanDeliveries, policyOf: PolicyOf): PlanDeliveries {
  return async (deliveries) => deliver(await Promise.all(deliveries.map(gated)));

  async function gated(delivery: NewDelivery<Place>): Promise<NewDelivery<Place>> {
    const { personal } = await policyOf(scopeOf(delivery.place));
    if (personal === 'allow') return delivery;
    const counts: PersonalCounts = {};
    const message = maskPersonalIn(delivery.message, counts);
    const found = countsInWords(counts);
    if (found === '') return delivery;
    if (personal === 'block') return { ...delivery, message: notice('info', [sentences.withheld(found)]) };
    return { ...delivery, message: message.kind === 'answer' ? { ...message, masked: found } : message };
  }
}

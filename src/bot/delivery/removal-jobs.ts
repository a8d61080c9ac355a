import type { NewJob } from '#jobs/queue.ts';
import type { DestinationKind } from './destination.ts';

export function removeAnswerKind(destination: DestinationKind): string {
  return `remove-answer:${destination}`;
}

export function removeAnswerKey(destination: DestinationKind, deliveryId: string): string {
  return `${removeAnswerKind(destination)}:${deliveryId}`;
}

export function removeAnswerJob(destination: DestinationKind, deliveryId: string): NewJob {
  const dedupKey = removeAnswerKey(destination, deliveryId);
  return { kind: removeAnswerKind(destination), payload: { deliveryId }, dedupKey };
}

export function settleRemovalKind(destination: DestinationKind): string {
  return `settle-removal:${destination}`;
}

export function settleRemovalJob(destination: DestinationKind, notice: string): NewJob {
  return { kind: settleRemovalKind(destination), payload: { key: notice } };
}

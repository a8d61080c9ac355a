import { isOpsPlace } from '../bot/cases/ops-place.ts';
import { type ChannelPlace, fairKeyOf, type Place } from '../bot/cases/place.ts';
import type { PlanDeliveries, PlanEdits, PlanProgress } from '../bot/cases/planned.ts';
import { isStatusKey } from '../bot/cases/status/show-status.ts';
import type { FailedDelivery } from '../bot/delivery/deliver.ts';
import type { DestinationKind } from '../bot/delivery/destination.ts';
import { planEditStatements } from '../bot/delivery/edit-answer.ts';
import { planDeliveryStatements } from '../bot/delivery/plan-delivery.ts';
import { progressStatements } from '../bot/delivery/progress.ts';
import { createJobControl } from '../bot/store/job-control.ts';
import { failedDeliveryNotice } from '../bot/writing/failed-delivery.ts';

type LedgerDeps = Parameters<typeof planDeliveryStatements>[0];

/** The operator hears of a message that could not be posted, unless it was one for the operator. */
export function tellOfFailure(deps: LedgerDeps, opsPlace: ChannelPlace | null, { delivery, reason }: FailedDelivery) {
  const place = delivery.place as Place;
  const isForOperator = place.kind === 'channel' && opsPlace !== null && isOpsPlace(opsPlace, place);
  // A line that says how far work is missed nobody: the answer itself tells what is wrong with the place. That a
  // workspace was left was told once for all that waited for it.
  if (!opsPlace || isForOperator || isStatusKey(delivery.key) || reason === 'not_installed') return {};
  const message = failedDeliveryNotice(place, reason);
  const key = `ops:failed:${delivery.id}`;
  return { writes: planDeliveryStatements(deps, [{ destination: 'slack', key, place: opsPlace, message }]) };
}

/** What is for a vendor that is not connected (any more) is not planned: nobody could post it. */
export function planWithLedger(deps: LedgerDeps, connected: ReadonlySet<DestinationKind>): PlanDeliveries {
  return async (deliveries) => ({
    writes: planDeliveryStatements(
      deps,
      deliveries
        .map(({ key, place, message, notBeforeMs, toldIn }) => ({
          destination: place.kind === 'ticket' ? 'jira' : 'slack',
          key,
          place,
          message,
          fairKey: fairKeyOf(place),
          runAtMs: notBeforeMs,
          toldIn,
        }))
        .filter(({ destination }) => connected.has(destination)),
    ),
    enqueue: [],
  });
}

export function planEdits(deps: LedgerDeps): PlanEdits {
  return (edits) => ({
    writes: planEditStatements(
      deps,
      edits.map(({ key, place, message }) => ({
        destination: place.kind === 'ticket' ? 'jira' : 'slack',
        key,
        message,
      })),
    ),
    enqueue: [],
  });
}

export function planWithMarkers(deps: LedgerDeps): PlanProgress {
  const markers = progressStatements(deps);
  const control = createJobControl(deps);
  const keyOf = ({ team, channel, ts }: { team: string; channel: string; ts: string }) => `${team}:${channel}:${ts}`;
  return {
    show: (message) =>
      markers.show({
        destination: 'slack',
        key: keyOf(message),
        place: { team: message.team, channel: message.channel, ts: message.ts },
      }),
    resolve: (message, outcome) => markers.resolve({ destination: 'slack', key: keyOf(message) }, outcome),
    hurry: (key) => [control.hastenAll(`show-status:${key}:`)],
  };
}

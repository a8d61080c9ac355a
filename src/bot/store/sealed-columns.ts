import { jobs } from '#jobs/schema.ts';
import { places, questions } from './cases.ts';
import { deliveries, progressMarkers } from './delivery.ts';
import { grants } from './memory.ts';

/** Where sealed text lies: tokens, questions as they were asked, and in JSON the addresses that answer one person. */
export const sealedColumns = [
  grants.sealed,
  questions.whole,
  jobs.payload,
  places.place,
  deliveries.place,
  progressMarkers.place,
] as const;

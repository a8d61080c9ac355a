import type { Query } from '../query/query.ts';
import type { LinesMeant } from './lines-meant.ts';

/** What the program numbers is counted by its numbers, all else by its lines. */
export const counted = ({ operation }: LinesMeant): Pick<Query, 'of'> =>
  operation === undefined ? {} : { of: operation.name };

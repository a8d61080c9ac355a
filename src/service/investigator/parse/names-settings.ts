import type { Column } from '../facts/schema.ts';

/** Holds the names of settings. */
export const isOfSettings = ({ name, isNumber }: Column): boolean =>
  !isNumber && /(?:^|[._-])(?:key|setting|param(?:eter)?|option|property|tunable|control|knob)$/i.test(name);

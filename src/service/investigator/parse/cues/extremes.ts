import { wordsOfName } from '../../facts/amount.ts';
import type { Column } from '../../facts/schema.ts';

/** What something stands at: added up over lines it is of nothing. */
const ofLevel =
  /^(?:battery|soc|charge|temp\w*|volt\w*|pressure|humidity|rssi|snr|sinr|rsrp|rsrq|signal|level|percent\w*|pct|usage|utili[sz]ation|load|cpu|mem|memory|heap|rss|scores?|ratings?|speed|rpm|fps|depth|altitude|health|quality)$/i;

const isCalled = ({ name }: Column, words: RegExp): boolean => wordsOfName(name).some((word) => words.test(word));

/** "The most loaves" are added up, "the most memory" is the highest that it stood at. */
export const isOfLevel = (column: Column): boolean => column.unit.dimension === 'share' || isCalled(column, ofLevel);

import { wordsOfName } from '../../facts/amount.ts';
import { type Column, columnNamed, type Schema } from '../../facts/schema.ts';
import type { Query } from '../../query/query.ts';
import type { Cues } from './cues.ts';

/** Numbers that tell how well something does: the lower, the worse. */
const ofMerit =
  /^(?:mos|scores?|ratings?|rssi|snr|sinr|rsrp|rsrq|signal|quality|health|battery|soc|fps|throughput|bandwidth|speed|availability|available|uptime|success|accuracy|confidence|margin|headroom|free|remaining|hits?)$/i;
/** What is waited for, used up or goes wrong: the higher, the worse. */
const ofCost =
  /^(?:latency|delay|lag|duration|time|took|taken|elapsed|wait|rtt|jitter|skew|drift|errors?|fail\w*|loss|lost|drop\w*|retries|attempts|temp|temperature|load|size|usage|used|cpu|mem|memory|age|queue|depth|backlog|count|pauses?)$/i;
/** What something stands at: added up over lines it is of nothing. */
const ofLevel =
  /^(?:battery|soc|charge|temp\w*|volt\w*|pressure|humidity|rssi|snr|sinr|rsrp|rsrq|signal|level|percent\w*|pct|usage|utili[sz]ation|load|cpu|mem|memory|heap|rss|scores?|ratings?|speed|rpm|fps|depth|altitude|health|quality)$/i;

const isCalled = ({ name }: Column, words: RegExp): boolean => wordsOfName(name).some((word) => words.test(word));

/** "The most loaves" are added up, "the most memory" is the highest that it stood at. */
export const isOfLevel = (column: Column): boolean => column.unit.dimension === 'share' || isCalled(column, ofLevel);

/** "The worst" is the highest of what takes time and the lowest of a score. */
export function atWorst(query: Query, { worst }: Cues, schema: Schema): { query: Query; isGuessed: boolean } {
  const column = columnNamed(schema, query.of);
  if (worst === undefined || column === undefined) return { query, isGuessed: false };
  const isLowBad = isCalled(column, ofMerit);
  const isLow = isLowBad === (worst === 'worst');
  const take = /^(?:max|min)$/.test(query.take) ? ({ take: isLow ? 'min' : 'max' } as const) : {};
  const order = query.order === undefined ? {} : ({ order: isLow ? 'least' : 'most' } as const);
  const isGuessed = !isLowBad && column.unit.dimension !== 'time' && !isCalled(column, ofCost);
  return { query: { ...query, ...take, ...order }, isGuessed };
}

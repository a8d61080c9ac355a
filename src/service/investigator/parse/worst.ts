import { wordsOfName } from '../facts/amount.ts';
import { columnNamed, type Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';

/** Numbers that tell how well something does: the lower, the worse. */
const ofMerit =
  /^(?:mos|scores?|ratings?|rssi|snr|sinr|rsrp|rsrq|signal|quality|health|battery|soc|fps|throughput|bandwidth|speed|availability|available|uptime|success|accuracy|confidence|margin|headroom|free|remaining|hits?)$/i;
/** What is waited for, used up or goes wrong: the higher, the worse. */
const ofCost =
  /^(?:latency|delay|lag|duration|time|took|taken|elapsed|wait|rtt|jitter|skew|drift|errors?|fail\w*|loss|lost|drop\w*|retries|attempts|temp|temperature|load|size|usage|used|cpu|mem|memory|age|queue|depth|backlog|count|pauses?)$/i;

/** What something stands at: added up over lines it is of nothing. */
const ofLevel =
  /^(?:battery|soc|charge|temp\w*|volt\w*|pressure|humidity|rssi|snr|sinr|rsrp|rsrq|signal|level|percent\w*|pct|usage|utili[sz]ation|load|cpu|mem|memory|heap|rss|scores?|ratings?|speed|rpm|fps|depth|altitude|health|quality)$/i;

/** "The most memory" and "the least battery" are the highest and the lowest it stood at, and no sum. */
function settleLevel(query: Query, all: string, schema: Schema): void {
  const column = columnNamed(schema, query.of);
  if (query.take !== 'sum' || query.order === undefined || column === undefined) return;
  if (/\b(?:total|sum|overall|altogether)\b/i.test(all)) return;
  const isLevel = column.unit.dimension === 'share' || wordsOfName(column.name).some((word) => ofLevel.test(word));
  if (isLevel) query.take = query.order === 'most' ? 'max' : 'min';
}

/** Which end of a number is meant. True: nothing here tells which is the worse. */
export function settleExtreme(query: Query, all: string, schema: Schema): boolean {
  settleLevel(query, all, schema);
  return settleWorst(query, all, schema);
}

const isEnd = /^(?:max|min)$/;

/** "The worst" is the highest of what takes time and the lowest of a score. */
function settleWorst(query: Query, all: string, schema: Schema): boolean {
  const [said] = /\b(?:worst|best)\b/i.exec(all) ?? [];
  const column = columnNamed(schema, query.of);
  if (said === undefined || column === undefined || !(isEnd.test(query.take) || query.order !== undefined))
    return false;
  const words = wordsOfName(column.name);
  const isLowBad = words.some((word) => ofMerit.test(word));
  const isLow = isLowBad === (said.toLowerCase() === 'worst');
  if (isEnd.test(query.take)) query.take = isLow ? 'min' : 'max';
  if (query.order !== undefined) query.order = isLow ? 'least' : 'most';
  return !isLowBad && column.unit.dimension !== 'time' && !words.some((word) => ofCost.test(word));
}

import { columnNamed, type Schema } from '../facts/schema.ts';
import type { Query } from '../query/query.ts';

/** Numbers that tell how well something does: the lower, the worse. */
const ofMerit =
  /^(?:mos|scores?|ratings?|rssi|snr|sinr|rsrp|rsrq|signal|quality|health|battery|soc|fps|throughput|bandwidth|speed|availability|available|uptime|success|accuracy|confidence|margin|headroom|free|remaining|hits?)$/i;
/** What is waited for, used up or goes wrong: the higher, the worse. */
const ofCost =
  /^(?:latency|delay|lag|duration|time|took|taken|elapsed|wait|rtt|jitter|skew|drift|errors?|fail\w*|loss|lost|drop\w*|retries|attempts|temp|temperature|load|size|usage|used|cpu|mem|memory|age|queue|depth|backlog|count|pauses?)$/i;

/** "The worst" is the highest of what takes time and the lowest of a score. True: nothing here tells which. */
export function settleWorst(query: Query, all: string, schema: Schema): boolean {
  const [said] = /\b(?:worst|best)\b/i.exec(all) ?? [];
  const column = columnNamed(schema, query.of);
  if (said === undefined || column === undefined || !/^(?:max|min)$/.test(query.take)) return false;
  const words = column.name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').split(/[^a-z]+/i);
  const isLowBad = words.some((word) => ofMerit.test(word));
  const isLow = isLowBad === (said.toLowerCase() === 'worst');
  query.take = isLow ? 'min' : 'max';
  if (query.order !== undefined) query.order = isLow ? 'least' : 'most';
  return !isLowBad && column.unit.dimension !== 'time' && !words.some((word) => ofCost.test(word));
}

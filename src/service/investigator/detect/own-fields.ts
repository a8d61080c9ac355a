import { isFormal } from '../../lines/record-summary.ts';
import type { MessageGroup, Survey } from '../survey/survey.ts';
import { code, join, say, type Text, words } from '../wording/say.ts';

const mostTold = 3;
const longestValue = 60;
const leastShare = 0.8;
/** When, how grave and by which id says nothing of what it was. */
const noNews =
  /^(?:ts|time|timestamp|@timestamp|date|t|level|lvl|severity|msg|message|pid|tid|thread|logger|caller|seq|error|err|reason|cause)$|(?:^|[._-])(?:trace|span|request|req|correlation|session)?[._-]?id$|_(?:ms|seconds|bytes)$/i;

/** What lines of a kind carry beside their words and few other lines do: " (`flag=new_tax_engine`, `rollout=50%`)". */
export function ownFields(survey: Survey, group: MessageGroup): Text {
  const told: Text[] = [];
  for (const [name, values] of group.values) {
    const [top] = [...values].sort((a, b) => b[1] - a[1]);
    if (top === undefined || noNews.test(name) || told.length >= mostTold) continue;
    const [value, count] = top;
    const isShared =
      !isFormal(value) && count >= group.count * leastShare && value !== '' && value.length <= longestValue;
    if (isShared && !group.message.includes(value) && !isElsewhere(survey, group, name, value))
      told.push(code(`${name}=${value}`));
  }
  return told.length === 0 ? words('') : say` (${join(told, ', ')})`;
}

function isElsewhere({ groups }: Survey, own: MessageGroup, name: string, value: string): boolean {
  return groups.some((group) => group !== own && (group.values.get(name)?.get(value) ?? 0) > own.count);
}

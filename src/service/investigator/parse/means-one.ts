import type { Query } from '../query/query.ts';

const edges = /\b(?:first|1st|initial\w*|earliest|begins?|began|begun|start\w*|since|onset|last|latest|ever)\b/i;
const totals = /\b(?:total|altogether|all|overall|combined|sum|together|every|each|average|times|longest|shortest)\b/i;
/** "The migration", and no name such as gw-1. */
const oneThing =
  /\b(?:the|that|his|her|its) (?:[a-z]+ )?(?<noun>[a-z]{3,}[a-rt-z])\b|^(?<first>[a-z]{3,}[a-rt-z]) (?:took|lasted|down|up|back)\b/i;

/** "When did the alarm clear?", "how long was the node down?": one is meant, and which one only the asker knows where there are several. */
export function meansOne({ take, of, by, where, nth }: Query, question: string): boolean {
  if (nth !== undefined || edges.test(question)) return false;
  if (take === 'first') return of === undefined && by === undefined;
  if (!/^(?:duration|sum)$/.test(take) || by !== undefined || totals.test(question)) return false;
  const isNamed = where.some(({ field, is }) => is === '=' && !/^(?:words|outcome|level)$/.test(field));
  return !isNamed && /\b(?:long|took|duration|lasted|down|time)\b/i.test(question) && oneThing.test(question);
}

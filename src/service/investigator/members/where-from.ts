import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import { eachLine } from '../calculate/pass.ts';
import { type Plan, planFor, saidOf } from '../calculate/plan.ts';
import { shareOf } from '../calculate/quantity.ts';
import { readAsked } from '../calculate/read-asked.ts';
import { lineOf } from '../calculate/row.ts';
import { createTallies, type Tally } from '../calculate/tally.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import type { Investigation } from '../investigation.ts';
import { timesIn } from '../question/times-asked.ts';
import { failingWords } from './failing-words.ts';

const asksWhere =
  /\bwhere (?:do|does|did|are|is|were|was) (?:the |all |all the |these |those |our )?(.{2,60}?) (?:all )?(?:com(?:e|ing)|originat\w+|stem\w*|happen\w*|occur\w*)\b/i;
/** Fields that tell of a place; a number, a message or an id is none. */
const places =
  /(?:^|[._-])(?:ua|upstream|upstream_addr|backend|host|hostname|server|node|instance|pod|pod_name|container|client|client_ip|ip|src|source|srcip|remote|remote_addr|peer|addr|address|service|svc|app|component|module|logger|path|endpoint|route|url|user|device|region|zone|dc|tenant|shard|worker|queue|topic)$/i;
const mostShare = 0.75;

/** "Where do the 504s come from?": the one place that most of these lines name, and the others do not. */
export async function whereFrom(run: Investigation): Promise<Draft | undefined> {
  const found = timesIn(run.question.text);
  const subject = asksWhere.exec(found.rest)?.[1];
  if (subject === undefined) return undefined;
  const asked = readAsked(`how many ${subject} per message`, [], found.times);
  if (asked === undefined) return undefined;
  const { group: _, ...rest } = asked;
  const plan = await planFor(run, rest);
  if (plan.conditions.length === 0 || plan.missing.length > 0 || plan.unrecorded.length > 0) return undefined;
  const best = await narrowest(run, plan);
  if (best === undefined) return undefined;
  const { top, others, field, total, elsewhere } = best;
  const times = await timesOf(run);
  const also = await reasonBeside(run, top.key, plan);
  return lookUp({
    cause: say`${top.key}: ${words(top.count === total ? 'all ' : '')}${top.count}${words(top.count === total ? '' : ` of ${total}`)} ${saidOf(plan.conditions)}${words(elsewhere === undefined ? '' : ` (of the other lines ${shareOf(elsewhere.part, elsewhere.whole)})`)}, first${atTime(times, top.first.timeMs)}`,
    explanation: [
      ...(also === undefined
        ? []
        : [{ text: say`Its failing lines say ${also.message}, ${plural(also.count, 'time')}`, ranges: [] }]),
      {
        text:
          others.length === 0
            ? say`Told by ${field}`
            : say`Told by ${field}; then ${join(
                others.slice(0, 4).map((one) => say`${one.key} ${one.count}`),
                ', ',
              )}`,
        ranges: [],
      },
    ],
    proof: [
      claimAt(run, say`${top.key}`, top.first.place, top.last.place),
      ...(also === undefined ? [] : [claimAt(run, say`${also.message}`, also.place)]),
    ],
  });
}

interface Narrowest {
  field: string;
  top: Tally;
  others: Tally[];
  total: number;
  elsewhere: { part: number; whole: number } | undefined;
}

async function narrowest(run: Investigation, plan: Plan): Promise<Narrowest | undefined> {
  const isMeant = (line: Parameters<Plan['conditions'][number]['test']>[0]) =>
    plan.conditions.every((one) => one.test(line));
  const fields = new Set(
    plan.rows
      .filter((row) => isMeant(lineOf(row)))
      .slice(0, 400)
      .flatMap((row) => [...row.values.keys()]),
  );
  const named = [...fields].filter((field) => places.test(field));
  const inside = new Map(named.map((field) => [field, createTallies()]));
  const outside = new Map(named.map((field) => [field, createTallies()]));
  let total = 0;
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      const isOne = isMeant(line);
      if (isOne) total++;
      const { values } = line.row();
      for (const field of named) {
        const value = values.get(field);
        if (value !== undefined && value !== '-' && value !== '')
          (isOne ? inside : outside).get(field)!.count(String(value).slice(0, 200), line);
      }
    },
  });
  const ranked = named.flatMap((field) => {
    const [top, ...others] = inside
      .get(field)!
      .all()
      .sort((a, b) => b.count - a.count);
    if (top === undefined || top.count < total * mostShare) return [];
    const all = outside.get(field)!.all();
    const whole = all.reduce((sum, { count }) => sum + count, 0);
    const part = all.find(({ key }) => key === top.key)?.count ?? 0;
    const lift = top.count / total - (whole === 0 ? 0 : part / whole);
    return [{ field, top, others, total, elsewhere: whole === 0 ? undefined : { part, whole }, lift }];
  });
  const [best] = ranked.filter(({ lift }) => lift > 0.2).sort((a, b) => b.lift - a.lift);
  return best;
}

/** What failing lines of another kind say that name the same place. */
async function reasonBeside(
  run: Investigation,
  place: string,
  plan: Plan,
): Promise<{ message: string; count: number; place: number } | undefined> {
  const kinds = createTallies();
  const messages = new Map<string, string>();
  await eachLine(run, {
    times: run.question.times,
    see(line) {
      if (
        !line.text.includes(place) ||
        !(failingWords.test(line.text) || line.isFailing()) ||
        plan.conditions.every((one) => one.test(line))
      )
        return;
      const message = line.row().message.slice(0, 140);
      const kind = message.slice(0, 40).replace(/\d+/g, '#');
      if (!messages.has(kind)) messages.set(kind, message);
      kinds.count(kind, line);
    },
  });
  const [top] = kinds.all().sort((a, b) => b.count - a.count);
  return top === undefined || top.count < 3
    ? undefined
    : { message: messages.get(top.key)!, count: top.count, place: top.first.place };
}

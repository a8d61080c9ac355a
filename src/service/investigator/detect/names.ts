import { oncePer } from '#core/once-per.ts';
import { causeWordOf, type KnownCause } from '../../formats/log/known-causes.ts';
import { type MessageGroup, type Survey, textOf } from '../survey/survey.ts';
import { courseOf } from './course.ts';

const word = /[A-Za-z_][\w-]{2,60}/g;
const plainWords = new Set(
  `after answer answered attempt available because before been bytes call called cannot client clients closed code complete
  completed connect connection connections could count current data does error errors event exception expired fail failed failure failures
  fatal finished first found from function given have http https info invalid java javax kernel last lang level limit line log lost main
  message milliseconds missing more must name needs none not null number object open opened other over process read reading received
  refused rejected request requests response result retry return returned root running second seconds server service session size
  some start started starting state status stopped succeeded success such system than that their then there this thread time timed
  timeout times token total trying unable unknown unit usage used user users using value version waiting warn warning was were while with within
  without work worker write org com net the and for is are was has its`.split(/\s+/),
);

/** The cause that the words of a kind of lines name, and whether it says why, and not only what failed. */
export function causeNamed(group: MessageGroup): { cause?: KnownCause | undefined; isStated: boolean } {
  const cause = causeWordOf(textOf(group));
  return { cause, isStated: cause !== undefined && cause.isSymptom !== true };
}

/** What a kind of lines names: identifiers, and words that are no mere prose, of its text, its source and its stack. */
export function namesOf(group: MessageGroup): ReadonlySet<string> {
  const sources = group.sources.size <= 6 ? [...group.sources.keys()] : [];
  const text = [textOf(group), sources.join(' '), ...[...group.frames.keys()].slice(0, 4)].join(' ');
  const single = [...group.values.values()].filter(({ size }) => size === 1).flatMap((values) => [...values.keys()]);
  return namesIn(text.slice(0, 1500), ...single);
}

export function namesIn(...texts: readonly string[]): ReadonlySet<string> {
  // `checkout-api` is `checkout` too, `HikariPool` is `hikari`.
  const found = texts
    .flatMap((text) => text.match(word) ?? [])
    .flatMap((whole) => [whole, ...whole.split(/-|(?<=[a-z])(?=[A-Z])/)]);
  return new Set(found.map((name) => name.toLowerCase().replace(/^[-_]+|(?<![-_])[-_]+$/g, '')).filter(isName));
}

const isName = (name: string): boolean =>
  (name.length >= 4 || /^[a-z]+\d+$/.test(name)) && !plainWords.has(name) && !/^[0-9a-f]{6,}$/.test(name);

/** Words that the file's usual lines hold all the time: sharing them ties nothing together. */
export const commonNames = oncePer((survey: Survey): ReadonlySet<string> => {
  const lines = new Map<string, number>();
  const add = (text: string, count: number) => {
    for (const name of namesIn(text)) lines.set(name, (lines.get(name) ?? 0) + count);
  };
  for (const group of survey.groups) {
    if (group.count < 8 || !courseOf(survey, group).isEven) continue;
    add(textOf(group), group.count);
    for (const [source, count] of group.sources) add(source, count);
  }
  const many = Math.max(8, survey.linesSeen * 0.002);
  return new Set([...lines].filter(([, count]) => count > many).map(([name]) => name));
});

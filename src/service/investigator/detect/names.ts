import type { MessageGroup, Survey } from '../survey/survey.ts';
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

/** What a kind of lines names: identifiers, and words that are no mere prose, of its text, its source and its stack. */
export function namesOf(group: MessageGroup): ReadonlySet<string> {
  const names = new Set<string>();
  const sources = group.sources.size <= 6 ? [...group.sources.keys()] : [];
  const text = `${group.message} ${group.detail ?? ''} ${sources.join(' ')} ${[...group.frames.keys()].slice(0, 4).join(' ')}`;
  addNames(names, text.slice(0, 1500));
  for (const values of group.values.values()) {
    const [only, ...others] = [...values.keys()];
    if (only !== undefined && others.length === 0) addNames(names, only);
  }
  return names;
}

export function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  addNames(names, text);
  return names;
}

function addNames(names: Set<string>, text: string): void {
  for (const [found] of text.matchAll(word)) {
    add(names, found);
    // `checkout-api` is `checkout` too, `HikariPool` is `hikari`.
    for (const part of found.split(/[-]|(?<=[a-z])(?=[A-Z])/)) if (part !== found) add(names, part);
  }
}

function add(names: Set<string>, found: string): void {
  const name = found.toLowerCase().replace(/^[-_]+|(?<![-_])[-_]+$/g, '');
  if (name.length < 4 && !/^[a-z]+\d+$/.test(name)) return;
  if (plainWords.has(name) || /^[0-9a-f]{6,}$/.test(name)) return;
  names.add(name);
}

const known = new WeakMap<Survey, ReadonlySet<string>>();

/** Words that the file's usual lines hold all the time: sharing them ties nothing together. */
export function commonNames(survey: Survey): ReadonlySet<string> {
  const found = known.get(survey) ?? findCommon(survey);
  known.set(survey, found);
  return found;
}

function findCommon(survey: Survey): ReadonlySet<string> {
  const lines = new Map<string, number>();
  for (const group of survey.groups) {
    if (group.count < 8 || !courseOf(survey, group).isEven) continue;
    for (const name of namesIn(`${group.message} ${group.detail ?? ''}`))
      lines.set(name, (lines.get(name) ?? 0) + group.count);
    for (const [source, count] of group.sources)
      for (const name of namesIn(source)) lines.set(name, (lines.get(name) ?? 0) + count);
  }
  const many = Math.max(8, survey.linesSeen * 0.002);
  return new Set([...lines].filter(([, count]) => count > many).map(([name]) => name));
}

import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { join, plural, say, words } from '../answer/say.ts';
import { eachLine, type PassLine } from '../calculate/pass.ts';
import { createTallies } from '../calculate/tally.ts';
import { atTime, claimAt, timesOf } from '../calculate/told.ts';
import { shorten } from '../detect/shorten.ts';
import type { Investigation } from '../investigation.ts';

const asks =
  /^(?:which|what) ((?:[a-z]+ ){0,2}[a-z]+?)s? (?:is|are|was|were|does|do|did|could|can|can't|couldn't|cannot)(?: (?:not|n't))?(?: (?:was|were|is|are))? ?(?:tried (?:that|which) do(?:es)? not exist|missing|absent|not (?:there|found|known|resolved)|(?:be )?(?:found|exist|resolved|opened|known|located))\b.{0,30}$/i;
const isDenied = /\bmissing\b|\babsent\b|\bnot\b|n't\b|cannot\b/i;

const name = String.raw`["'‘“\x60]?([^\s"'’”\x60,;()<>]{1,199}[^\s"'’”\x60,;()<>.:])["'’”\x60]?`;
const lookedFor = new RegExp(
  String.raw`\b(?:no module named|no matching (?:distribution|version) found for|no rule to make target|could not find a package configuration file provided by|(?:could not|cannot|can't) (?:find|resolve|locate|open)(?: (?:the )?(?:file|module|host|package|library|image|config(?:uration)?(?: file)?))?:?|not found:|invalid user|unknown user|unknown host|no such (?:table|column|image|container|host|user)[:]?) ${name}(?=$|[\s,.;:)])`,
  'i',
);
/** How programs say that something they looked for is not there; most telling first. */
const forms: readonly RegExp[] = [
  /open(?:at)?\([^"]{0,40}"([^"]{1,400})".* ENOENT\b/,
  new RegExp(String.raw`\bfatal error: ${name}: No such file`, 'i'),
  /No such file or directory[:,]? (?:open |stat )?'([^']{1,400})'/i,
  new RegExp(
    String.raw`(?:^|[\s:(])(?:open|stat|read|load|access)(?:\(\))? ${name}:? (?:failed )?\(?(?:\d+: )?no such file`,
    'i',
  ),
  new RegExp(
    String.raw`(?:^|\s)${name}: (?:cannot (?:open|stat)|No such file|does not exist|not found|command not found)`,
    'i',
  ),
  new RegExp(
    String.raw`\b(?:pathspec|module named|relation|role|database|table|column|user|distribution found for|version found for|host:?|provided by|make target|package|file|plugin|template|bucket|key|topic|queue) ${name}(?: |:|\.|$).{0,40}\b(?:did not match|does not exist|not found|unknown|no such)`,
    'i',
  ),
  lookedFor,
  new RegExp(String.raw`(?:^|\s)${name} is (?:NXDOMAIN|missing|not found|absent)\b`, 'i'),
  new RegExp(String.raw`\(${name}\): .{0,20}NXDOMAIN\b`),
];

/** What a noun asks for is written so. */
const shapes: readonly [RegExp, RegExp][] = [
  [/\b(?:config(?:uration)?|settings?|setup)\b/, /\.(?:ya?ml|conf|cfg|ini|toml|json|properties|env|cnf)$/i],
  [/\bheaders?\b/, /\.(?:h|hh|hpp|hxx)$/i],
  [/\blibrar(?:y|ies)\b/, /\.so\b|\.dll$|\.dylib$|^lib|\.a$/i],
  [/\b(?:files?|paths?|script)\b/, /[/\\]|\.\w{1,5}$/],
  [/\b(?:names?|hosts?|domains?)\b(?<!user names?)/, /\./],
];
/** "Could not resolve dependencies" names none. */
const isPlainWord =
  /^(?:dependenc(?:y|ies)|config(?:uration)?|hosts?|host ?names?|files?|modules?|packages?|librar(?:y|ies)|images?|address(?:es)?|names?)$/i;
const mostNames = 5000;

/** "Which file is missing?", "which names could not be resolved?": what programs looked for and did not find, by name. */
export async function missingThings(run: Investigation): Promise<Draft | undefined> {
  const { text } = run.question;
  const noun = asks.exec(text)?.[1]?.toLowerCase();
  if (noun === undefined || !isDenied.test(text)) return undefined;
  const shape = shapes.find(([nouns]) => nouns.test(noun))?.[1];
  const isOfUsers = /\busers?\b|\baccounts?\b|\blogins?\b/.test(noun);
  const tallies = createTallies();
  let size = 0;
  await eachLine(run, {
    times: run.question.times,
    see(line: PassLine) {
      const found = size < mostNames ? missingIn(line.text) : undefined;
      if (found === undefined) return;
      const isUser = /\b(?:user|role|account)\b/i.test(line.text);
      if (isOfUsers ? !isUser : shape !== undefined && !shape.test(found)) return;
      size++;
      tallies.count(found, line);
    },
  });
  const all = tallies.all().sort((a, b) => b.count - a.count || a.first.place - b.first.place);
  if (all.length === 0) return undefined;
  const times = await timesOf(run);
  const shown = all.slice(0, 8);
  const told = join(
    shown.map((one) => (one.count > 1 ? say`${shorten(one.key, 120)} (${one.count})` : say`${shorten(one.key, 120)}`)),
    ', ',
  );
  const label = words(all.length === 1 ? `Missing ${noun}: ` : '');
  const many = all.length === 1 ? words('') : say`${plural(all.length, noun)} not found: `;
  return lookUp({
    cause: say`${label}${many}${told}${words(all.length > shown.length ? ' and others' : '')}`,
    proof: shown.map((one) =>
      claimAt(run, say`${shorten(one.key, 120)}${atTime(times, one.first.timeMs)}`, one.first.place),
    ),
  });
}

function missingIn(text: string): string | undefined {
  const head = text.length > 1200 ? text.slice(0, 1200) : text;
  for (const form of forms) {
    const found = form.exec(head)?.[1];
    if (found !== undefined && !(form === lookedFor && isPlainWord.test(found))) return found.replace(/[.:]+$/, '');
  }
  return undefined;
}

import { literalPattern } from '#core/literal-pattern.ts';
import { isName } from '../answer/answer-absence.ts';
import type { OpenDocuments } from '../evidence/open-documents.ts';
import { isSymptom } from '../question/concepts.ts';
import { isOfWhole } from '../question/of-whole.ts';
import { plainWords } from '../question/plain-words.ts';
import { literal, plainWord } from '../words/asked-word.ts';
import { nearSpellings } from '../words/near-spellings.ts';
import { holdsAny } from '../words/tally-words.ts';
import { withoutName } from './narrow.ts';
import { shapeOf, toldServices } from './told-services.ts';

/** The service, pod or host whose log the file is: asked about by name, and in none of its lines, as pods write them. */
export interface OwnerNamed {
  name: string;
  /** What is asked, without the name; as it was where the lines are of others. */
  question: string;
  /** Whose lines they are instead, by name; empty where they tell of no other. */
  services: string[];
}

const maxQuestionChars = 300;
const token = '[`"\']?(?<name>[\\p{L}\\d][\\p{L}\\d_./@-]{1,80}[\\p{L}\\d])[`"\']?';
const kind = '(?: (?:service|server|pod|host|vm|node|container|app|application|process|daemon|instance|machine)s?)?';
/** "Wrong with X": where a plain word, too, can only be a name. */
const troubleWith = new RegExp(
  `\\b(?:wrong|issues?|problems?|errors?|failures?|trouble|happen(?:ed|s|ing)|going on|the matter|up) (?:with|in|to|on|for) (?<article>the |our |my )?${token}(?<kind>${kind})(?=[\\s?.!,]|$)`,
  'iu',
);
/** "Is X still failing", "why does X restart", "since when was X slow". */
const subjectOfVerb = new RegExp(
  `(?:^|\\b(?:why|when|how|what|long|since|often|if|that) )(?:is|are|was|were|does|did|do|has|have|had|can|could|will) (?:the |our |my )?${token}${kind} (?=\\p{L})`,
  'iu',
);
const subjectFirst = new RegExp(
  `(?:^|\\bwhy |\\bhow |\\bwhen )(?:the |our )?${token}${kind} (?:is|was|keeps?|has|does|did|fails?|restarts?|crash\\w*|hangs?|stopp?\\w*)\\b`,
  'iu',
);
const owned = new RegExp(`\\b(?:of|in|on|for|from|with|to) (?:the |our )?${token}${kind}[\\s?.!]*$`, 'iu');
/** "Long-running", "auto-scaling": of the language. */
const isSaying = /-(?:\w+ing|\w+ed|up|down|off|in|out|time|to|end|free)$/i;
/** A machine, on which many programs write. */
const isMachine = /(?:^|[-_.\d])(?:vm|host|node|server|srv|machine|box)(?:[-_.\d]|$)/i;

/** Undefined where the name stands in the lines or is but a slip of one that does. */
export async function ownerNamed(
  question: string,
  documents: OpenDocuments,
  signal: AbortSignal,
): Promise<OwnerNamed | undefined> {
  const [info, ...others] = documents.infos;
  if (info === undefined || others.length > 0 || info.lines === 0 || question.length > maxQuestionChars)
    return undefined;
  const name = nameAsked(question);
  if (name === undefined) return undefined;
  const document = await documents.open(info.name);
  if (document === undefined) return undefined;
  const bare = shapeOf(name);
  const asked = [name, ...(bare.length > 2 && bare !== name.toLowerCase() ? [bare] : [])];
  if (await holdsAny(document, [...asked.map(literal), ...joinedOf(name)], signal)) return undefined;
  if ((await nearSpellings(document, name, signal)).length > 0) return undefined;
  const { services, shapes, isSigned } = await toldServices(document, name);
  if (services.length > (isSigned ? 0 : 1) && !isMachine.test(name)) return { name, question, services };
  if (shapes.has(bare)) return undefined;
  const at = question.search(new RegExp(`["'\`]?${literalPattern(name)}`, 'i'));
  const word = new RegExp(`["'\`]?${literalPattern(name)}["'\`]?`, 'i').exec(question)?.[0];
  return at < 0 || word === undefined
    ? undefined
    : { name, question: withoutName(question, { word, at }), services: [] };
}

/** "user-service" is `UserService` in the code. */
function joinedOf(name: string) {
  const parts = name.split(/[-_]/).filter((part) => part !== '');
  if (parts.length < 2 || parts.length > 4) return [];
  return [plainWord(parts.join(''))].filter(({ needles }) => needles.length > 0);
}

function nameAsked(question: string): string | undefined {
  const text = plainWords(question);
  const trouble = troubleWith.exec(text)?.groups;
  if (trouble?.name !== undefined && isOwner(trouble.name, text)) {
    const isPlain = !/[-_./\d]|[a-z][A-Z]/.test(trouble.name);
    if (!isPlain || trouble.kind !== '' || trouble.article === undefined) return trouble.name;
  }
  for (const pattern of [subjectOfVerb, subjectFirst, owned]) {
    const name = pattern.exec(text)?.groups?.name;
    if (name !== undefined && /[-_.\d]|[a-z][A-Z]/.test(name) && isOwner(name, text)) return name;
  }
  return undefined;
}

function isOwner(name: string, text: string): boolean {
  if (isOfWhole(name) || isSaying.test(name) || /^\d[\d.:/-]*\w{0,2}$/.test(name)) return false;
  const isHyphened = /^\p{L}[\p{L}\d]*(?:-[\p{L}\d]+)+$/u.test(name);
  return isHyphened || (isName(name, text) && !(isSymptom(name) && /^\p{L}+$/u.test(name)) && !everyday.test(name));
}

const everyday =
  /^(?:it|this|that|these|those|them|us|me|you|everything|anything|something|all|today|yesterday|production|prod|staging|there|here|log|logs|file|files|data|requests?|users?|customers?|clients?|traffic|calls?|jobs?|night|day|morning)$/i;

import { perMember } from './per-member.ts';
import { plainWords } from './plain-words.ts';
import { asksForRuns } from './runs-asked.ts';

const opener =
  '(?:how many|how often|how long|when|which|what|who|why|where|is|are|did|does|do|was|were|has|have|since when|until when)';
/** Asked at the end whether there was any. */
const whether =
  '(?:any(?:thing|one|body)?|nothing) (?!idea|ideas|hint|clue|news|help|suggestion|thoughts?|chance|else)[a-z]+';
const seam = new RegExp(
  `\\?\\s+(?=\\S)|(?:,|;)?\\s+and,?\\s+(?=${opener}\\b)|;\\s+(?=${opener}\\b)|,\\s+(?=${whether}\\b)`,
  'gi',
);
const maxParts = 3;
const asksForRecord =
  /^(?:and )?(?:who|which|what)\b.*\b(?:fastest|slowest|highest|lowest|heaviest|hottest|coldest|largest|biggest|smallest|longest|shortest|greatest|max(?:imum)?|min(?:imum)?|peak)\b/i;
const asksForWorst =
  /^(?:and )?(?:which|what|who)(?: one| of them| \w+)? (?:is|are|was|has|had|gets?) (?:the )?(?:worst|most\b|highest|bad)/i;
/** "Flashing aborted, why? at which block?": both parts are asked of what is told before them. */
const whyAndWhich =
  /^(?!why|how|what|is|are|did|does)(.{6,100}?),? (?:and )?why\?? (?:and )?((?:at|on|in|from|to|by|with) which .{2,60})$/i;

const most =
  '(?:highest|lowest|max(?:imum)?|min(?:imum)?|biggest|smallest|largest|longest|shortest|average|mean|median|peak|hottest|coldest)';
/** "Max altitude and lowest battery voltage": two numbers. */
const twoNumbers = new RegExp(
  `^((?:(?:what|which) (?:is|was|were|are) )?(?:the )?${most} .{2,60}?),? (?:and|&) (?:the |what was the )?(${most} .{2,60})$`,
  'i',
);

/** "Why did it crash, and when?": the questions in one text, in order; a ticket's prose is one question. */
export function splitQuestion(text: string): string[] {
  // "They take longer: why, and since which day?" is one story.
  if (text.length > 400 || text.trim().includes('\n') || asksForRuns(text)) return [text];
  const flat = plainWords(text);
  if (/["“`«]/.test(flat)) return [text];
  const counted = perMember(flat);
  if (counted !== undefined) return counted;
  const story = whyAndWhich.exec(flat);
  if (story !== null) return [`${story[1]}, why?`, `${story[1]}, ${story[2]!.replace(/\?+$/, '')}?`];
  const numbers = twoNumbers.exec(flat);
  if (numbers !== null) return [`${numbers[1]!.replace(/\?+$/, '')}?`, `${numbers[2]!.replace(/\?+$/, '')}?`];
  const isAsked = new RegExp(`^(?:and |but |also )?(?:${opener}|${whether})\\b`, 'i');
  if (!isAsked.test(flat)) return [text];
  const parts: string[] = [];
  let from = 0;
  for (const match of flat.matchAll(seam)) {
    parts.push(flat.slice(from, match.index).trim());
    from = match.index + match[0].length;
  }
  parts.push(flat.slice(from).trim());
  // A table by member shows which is the worst.
  if (parts.length === 2 && asksForWorst.test(parts[1]!) && / (?:per|for each|on each|in each) \w/i.test(parts[0]!))
    return [parts[0]!];
  // A record is told with its time.
  if (
    parts.length === 2 &&
    asksForRecord.test(parts[0]!) &&
    /^(?:and )?(?:when|at what time)(?: was (?:it|that|this))?\?*$/i.test(parts[1]!)
  )
    return [`${parts[0]!.replace(/\?+$/, '')}?`];
  const isWhole = parts.length > 1 && parts.length <= maxParts && parts.every((part) => isAsked.test(part));
  return isWhole ? parts.map((part) => `${part.replace(/\?+$/, '')}?`) : [text];
}

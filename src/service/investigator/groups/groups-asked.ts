import { valuesCompared } from '../calculate/sides-asked.ts';

/** A question which of several versions, variants or places goes worse. */
export interface GroupsAsked {
  /** Both by name; else they are found by what they are. */
  values?: [string, string];
  /** What they are called, singular. */
  noun: string;
  /** The words of what is counted against them: "decline", "error". */
  bad: string;
  /** Asks whether: the answer begins with yes or no. */
  isWhether: boolean;
}

const rate = /\b([a-z]+(?:[ -]out)?)[ -](?:rates?|ratios?|shares?|percentages?|quotas?)\b/i;
const worse =
  /\b(?:worse|better|worst|healthier|sicker|(?:more|fewer|most|higher|lower) (?:errors?|failures?|error|failure|fail\w*)|fails? (?:more|most|less)|buggy|bad|broken)\b/i;
const versions = /\b(version|release|build|variant|canary|revision|deployment|rollout|image|group|arm|cohort)s?\b/i;
const rollBack = /\broll(?:ed|ing)?[ -]?(?:it |this |that |them )?back\b|\brollback\b|\brevert\b/i;
const pairOf =
  /\b(?:of|for|between|on|from|are|is) (?:the )?(?:canary |version |release |build |new |old )*(\S{2,60}?) (?:and|with|to|vs\.?|versus|against|worse than|better than|or) (?:the )?(?:version |release |build |new |old )*(\S{2,60}?)(?=[\s,;.?!]*(?:$|\s))/i;
const noValue =
  /^(?:before|after|now|then|the|and|it|this|that|start|end|last|previous|yesterday|today|week|day|hour|errors?|failures?|both|all|each|\d{1,2}(?::\d\d)?(?:h|am|pm)?)$/i;

/** Undefined where it asks for something else, or for numbers that are no share of failures. */
export function groupsAsked(question: string): GroupsAsked | undefined {
  const text = question.replace(/[?!]+/g, '').replace(/\s+/g, ' ').trim();
  if (text.length > 200 || /^why\b/i.test(text)) return undefined;
  const told = rate.exec(text)?.[1]?.toLowerCase();
  const isRate =
    told !== undefined &&
    !/^(?:frame|bit|sample|data|heart|baud|interest|exchange|hit|miss|request|message)$/.test(told);
  const isWorse = worse.test(text);
  const isBack = rollBack.test(text) && versions.test(text);
  const noun = versions.exec(text)?.[1]?.toLowerCase() ?? '';
  const isWhether = /^(?:should|shall|do|does|is|are|must|can|has|have|did)\b/i.test(text);
  const bad = isRate ? told : 'failing';
  const values = pairIn(text);
  const isComparing = isWorse || /\bcompar\w+|\bvs\b|\bversus\b|\bagainst\b|\bbetween\b|\bof\b/i.test(text);
  if (values !== undefined && (isRate || isWorse || isBack) && isComparing) return { values, noun, bad, isWhether };
  const asksWhich =
    /\b(?:which|what)(?: of the)?(?: two| app| service)? (?:version|release|build|variant|revision|canary|image|group|arm|cohort)s?\b/i;
  if ((asksWhich.test(text) && isWorse) || isBack) return { noun: noun === '' ? 'version' : noun, bad, isWhether };
  return undefined;
}

function pairIn(text: string): [string, string] | undefined {
  const match = pairOf.exec(text);
  const values = match === null ? valuesCompared(text) : ([match[1]!, match[2]!] as [string, string]);
  const clean = values?.map((value) => value.replace(/^[("']+|[.,;:)"']+$/g, '')) as [string, string] | undefined;
  return clean === undefined || clean.some((value) => noValue.test(value)) ? undefined : clean;
}

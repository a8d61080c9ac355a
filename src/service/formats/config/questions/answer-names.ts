import type { ConfigText } from '../config-text.ts';
import { findBrokenReferences } from '../rules/references.ts';
import { findBrokenSettingReferences } from '../rules/setting-references.ts';
import { type ConfigAnswer, fromFile, listed } from './config-answer.ts';

const kinds: readonly [RegExp, RegExp][] = [
  [/\b(?:acls?|access[- ]?lists?)\b/i, /^(?:access list|ACL)$/],
  [/\broute[- ]?maps?\b/i, /^route map$/],
  [/\bprefix[- ]?(?:lists?|sets?)\b/i, /^prefix list/],
  [/\b(?:policies|policy[- ]statements?|route[- ]policies|route[- ]policy)\b/i, /polic/],
  [/\bcommunit(?:y|ies)\b/i, /community/],
  [/\b(?:filters?)\b/i, /filter/],
  [/\b(?:object[- ]?groups?|objects?|address(?:es)?)\b/i, /object|address/],
  [/\bchains?\b/i, /^chain$/],
  [/\bvlans?\b/i, /^VLAN$/],
  [/\b(?:backends?|upstreams?)\b/i, /backend|upstream/],
  [/\bvolumes?\b/i, /volume/],
  [/\bnetworks?\b/i, /network/],
  [/\bsecrets?\b/i, /[sS]ecret/],
  [/\bvariables?\b/i, /variable|macro/],
  [/\bzones?\b/i, /zone/],
  [/\bservices?\b/i, /service/],
];

/** "which ACLs are unused", "which names are not defined". */
export function answerNames(question: string, config: ConfigText): ConfigAnswer | undefined {
  const isUnused =
    /\b(?:unused|not used|never used|unreferenced|not referenced|not applied|nobody uses|isn'?t used|aren'?t used)\b/i.test(
      question,
    );
  const isUndefined =
    /\b(?:undefined|not defined|missing definitions?|dangling|do(?:es)? not exist|don'?t exist|unresolved|not resolve)\b/i.test(
      question,
    );
  if (!isUnused && !isUndefined) return undefined;
  const kind = kinds.find(([asked]) => asked.test(question))?.[1];
  if (!kind && !/\b(?:names?|references?|definitions?|anything|what|things?|which)\b/i.test(question)) return undefined;
  const rule = isUnused ? 'config.unused-definition' : 'config.undefined-reference';
  const found = [...findBrokenReferences(config, ''), ...findBrokenSettingReferences(config, '')].filter(
    (finding) => finding.rule === rule && (!kind || kind.test(finding.subjects?.[1] ?? '')),
  );
  const state = isUnused ? 'defined and not used' : 'used and not defined';
  if (found.length === 0)
    return {
      sentence: [`None: nothing ${kind ? 'of that kind ' : ''}is ${state} in this file`],
      proof: [],
      isOpen: true,
    };
  return {
    sentence: [
      `${found.length} ${found.length === 1 ? 'is' : 'are'} ${state}: `,
      ...listed(found.map(({ subjects }) => subjects?.[0] ?? '')),
    ],
    proof: found.slice(0, 12).map(({ subjects, evidence }) => ({
      text: [`${subjects?.[1] ?? ''} `, fromFile(subjects?.[0] ?? '')],
      lines: evidence.slice(0, 3).map(({ lineStart }) => lineStart),
    })),
  };
}

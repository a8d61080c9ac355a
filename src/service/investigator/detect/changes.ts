import { anyOf } from '#core/any-of.ts';
import { oncePer } from '#core/once-per.ts';
import type { MessageGroup, Spot, Survey } from '../survey/survey.ts';
import { say, words } from '../wording/say.ts';
import { type Claim, linesAt } from './observation.ts';
import { distanceWords, isShortlyBefore, msBetween } from './spans.ts';

const changeWords = anyOf(
  [
    /chang\w{1,3} from \S{1,40} to \S|set(?:ting)? \S{1,60} (?:from \S{1,40} )?to \S{1,40}$|COMMAND=/,
    /ch(?:own|mod|attr)\b|appl(?:y|ied|ying) \w{0,20}\d{2,14}_/,
    /(?:ALTER|DROP|CREATE|TRUNCATE) (?:TABLE|INDEX|COLUMN|DATABASE)/,
    /(?:drop|create|build|rename)(?:Index(?:es)?|Collection|Table|Database)\b/,
    /(?:clock|time)\b.{0,30}\b(?:step(?:ped|ping)?|wrong by|jumped|adjusted by)/,
    /(?:import|export|campaign|batch|backup|snapshot|reindex\w{0,3}|vacuum|compaction|rebuild|resync|load test)\b.{0,60}\b(?:start|begin|began|launch)\w{0,4}/,
    /(?:start|begin|launch)\w{0,4}\b.{0,40}\b(?:import|export|campaign|batch|backup|snapshot|reindex\w{0,3}|vacuum|compaction|rebuild|resync|load test)/,
    /re-?loaded?\b.{0,40}\.(?:ya?ml|json|conf|cfg|ini|toml|properties)/,
    /[\w.-]{2,60} (?:changed )?(?:from )?\S{1,40} (?:->|=>) \S/,
    /config(?:uration)?s?\b.{0,40}\b(?:re-?load|chang|updat|appl|push)\w{0,20}/,
    /(?:re-?load|chang|updat|appl)\w{0,20}\b.{0,30}\bconfig\w{0,20}|deploy(?:ed|ing|ment)?\b/,
    /roll(?:out|ed out|back|ing update)|feature[ _-]?flag|migration|upgrad\w+|new version/,
    /version \S+ (?:started|deployed|\(was \S)/,
    /(?:start|boot|runn)\w{2,4} (?:with )?(?:version|release|build) \S|fail-?over/,
    /leader (?:elect|chang)\w{0,20}|rotat(?:ed|ing) (?:key|cert|secret|credential)\w{0,20}/,
    /secret\w{0,20} (?:rotated|updated)|scal(?:ed|ing) (?:up|down|to)/,
    /maintenance (?:mode|started|begin)|reboot\w{0,20}|restart\w{0,20}|cache size/,
    /settings? (?:chang|updat)\w{0,20}/,
  ],
  { before: String.raw`\b(?:`, after: ')', flags: 'i' },
);

/** What people do to a system by name, a package manager, a console. */
const handWords = anyOf(
  [
    /\b(?:upgraded|installed|removed|purged): \S/,
    /\b(?:operator|admin(?:istrator)?|root|user) \S{1,40}:? (?:\/\w|(?:clos|open|set|chang|start|stopp?|disabl|enabl|issu|execut|ran|run|load|delet|remov|add|reset|switch)\w{0,4}\b)/,
    /\b(?:plug-?in|module|mod|extension|add-?on|driver|firmware|model|policy|ruleset|schema|index|catalog\w{0,2}|cache)\b.{0,40}\b(?:loaded|enabled|installed|updated|activated|changed|applied|added|removed|enlarged|resized|replaced|preloaded)\b/,
    /\b(?:loaded|enabl(?:ed|ing)|install(?:ed|ing)|activat(?:ed|ing)) .{0,30}\b(?:plug-?in|module|mod|extension|add-?on|driver|firmware|policy)\b/,
  ],
  { flags: 'i' },
);
/** What a supervisor does by itself after a failure follows from it. */
const byItself =
  /\bscheduled restart job\b|\brestart counter\b|\brepeated too quickly\b|\bback-?off restarting\b|\b(?:will|going to|about to) (?:be )?(?:restart|retry)\w*|\brestarting (?:in|after) \d|\bauto-?restart\b/i;

interface Change {
  message: string;
  spot: Spot;
}

/** Lines that tell of a change made to the system: deploys, reloads, fail-overs, restarts. Rare by nature. */
const changesOf = oncePer((survey: Survey): Change[] => {
  const rare = Math.max(8, survey.linesSeen * 0.002);
  return survey.groups
    .filter((group) => group.count <= rare && isChange(group))
    .flatMap(({ message, spots }) => spots.map((spot) => ({ message, spot })));
});

/** Whether its words tell of something done to the system. */
export function isChange(group: MessageGroup): boolean {
  const text = `${[...group.sources.keys()][0] ?? ''} ${group.message.slice(0, 400)} ${group.detail?.slice(0, 200) ?? ''}`;
  return (changeWords.test(text) || handWords.test(text)) && !byItself.test(text) && !/^AT[+&$*^]/.test(group.message);
}

/** The nearest change before something began, where it is near enough to matter. */
export function changeBefore(survey: Survey, began: Spot): Claim | undefined {
  let nearest: Change | undefined;
  for (const change of changesOf(survey)) {
    const { line } = change.spot;
    const isLater = line >= began.line || (msBetween(change.spot, began) ?? 0) < 0;
    if (!isLater && line > (nearest?.spot.line ?? 0)) nearest = change;
  }
  if (nearest === undefined || !isNear(survey, nearest.spot, began)) return undefined;
  return {
    text: say`It begins ${words(distanceWords(nearest.spot, began))} after ${nearest.message.slice(0, 200)}`,
    ranges: [linesAt(survey.info.name, nearest.spot.line)],
  };
}

function isNear({ info }: Survey, change: Spot, began: Spot): boolean {
  const lines = Math.max(50, info.lines * 0.1);
  if (info.firstTimeMs === undefined || info.lastTimeMs === undefined) return began.line - change.line <= lines;
  const ms = Math.min(1_800_000, Math.max(60_000, (info.lastTimeMs - info.firstTimeMs) * 0.15));
  return isShortlyBefore(change, began, { ms, lines });
}

/** A change so near to where a slope seems to begin that it is taken for its beginning. */
export function changeNear(survey: Survey, began: Spot, withinMs: number): Change | undefined {
  const msTo = ({ spot }: Change) => Math.abs(msBetween(spot, began) ?? Number.NaN);
  return changesOf(survey)
    .filter((change) => change.spot.line > 3 && msTo(change) <= withinMs)
    .sort((a, b) => msTo(a) - msTo(b))[0];
}

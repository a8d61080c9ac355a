/**
 * Where the message begins behind a line's time: past host, process, level, thread and component, in whatever order
 * the writer prints them. What is skipped names who speaks, not what is said.
 */
export function messageStart(line: string, head: number): number {
  let at = head;
  if (at === 0) return 0;
  const bounded = line.slice(0, head + 400);
  const second = secondStamp(bounded, at);
  if (second > 0) at = second;
  const syslog = hostAndProcess.exec(bounded.slice(at));
  if (syslog && second === 0) return at + syslog[0].length;
  let hasLevel = false;
  let hasSpeaker = false;
  let pipes = 0;
  for (let step = 0; step < 9; step++) {
    const rest = bounded.slice(at);
    let match: RegExpExecArray | null = null;
    for (const form of hasLevel ? afterLevel : beforeLevel) {
      // One component and two piped columns name the speaker; more would be the message.
      if ((form === piped && pipes === 2) || (hasSpeaker && speakers.has(form))) continue;
      match = form.exec(rest);
      if (!match) continue;
      if (form === piped) pipes++;
      hasSpeaker ||= speakers.has(form);
      break;
    }
    if (!match || at + match[0].length >= line.length) break;
    if (level.test(match[0])) hasLevel = true;
    at += match[0].length;
  }
  if (!hasLevel) {
    const late =
      /^(?:[\w.:/$-]+ ){1,4}(?:INFO|WARN|WARNING|ERROR|FATAL|SEVERE|DEBUG|TRACE|CRITICAL|NOTICE|FAILURE) +/.exec(
        bounded.slice(at),
      );
    if (late && !/\b[a-z]{3,}\b/.test(late[0])) at += late[0].length;
  }
  return at;
}

const loud =
  '(?:EMERG|EMERGENCY|ALERT|CRIT|CRITICAL|FATAL|PANIC|SEVERE|ERROR|ERR|WARNING|WARN|NOTICE|INFO|INFORMATION|LOG|DETAIL|DEBUG\\d?|TRACE|FINE|FINER|FINEST|CONFIG|VERBOSE)';
const quiet =
  '(?:[Ii]nfo|[Ee]rror|[Ww]arning|[Ww]arn|[Dd]ebug|[Tt]race|[Ff]atal|[Cc]ritical|[Nn]otice|err|crit|emerg|alert)';
/** Syslog's `host process[pid]: `; a level in the host's place belongs to another form. */
const hostAndProcess = new RegExp(
  `^\\s+(?!(?:${loud}|${quiet})\\b)\\S+ [^\\s:[\\]{}"=]{1,80}(?:\\[[^\\]\\s]{1,24}\\])?(?: \\([^)\\s]{1,60}\\))?:(?:\\s|$)`,
);
const level = new RegExp(`(?:^|[^\\w])(?:${loud}|${quiet})(?:[^\\w]|$)|^\\s*[VDIWEFA][ /]`);
const fill = /^[\s\-|:,;\]*]+/;
const levelToken = new RegExp(
  `^(?:${loud}(?=[\\s:|,\\])-]|$)|${quiet}(?=[:\\]|,\\t]|\\s\\s|\\s[\\w.-]+\\[\\d))[:\\])]?`,
);
const bracket = /^(?:\[(?:[^\][]|\[[^\][]{0,80}\]){0,240}\]|\([^()]{0,120}\))(?=[\s:[(]|$):?/;
const androidTag = /^[VDIWEFAS](?: |\/)[^\s:(][^:(]{0,60}(?:\( *\d+\))? *: /;
const processNumbers = /^(?:[a-z_][\w.-]* +(?=\d+ +\d+ [VDIWEFAS] ))?\d+(?=\s+(?:\d|[A-Z]))/;
/** The name of an exception says what happened, not who speaks. */
const component = /^[\w.$/@-]{2,100}(?<!Exception|Error|Throwable)(?:\[[^\]\s]{1,40}\])?:(?= )/;
const dottedComponent = /^[A-Za-z_$][\w$]*(?:\.[\w$]+){1,12}(?= (?:- |\[|[A-Z]| ))/;
const column = /^[\w.$-]{1,40}(?=\s{2,})/;
const program = /^[\w.-]{1,40}(?: \*\d+)?(?= - )/;
const piped = /^[^|\s]{1,60}\|(?=[^|]*\||\S)/;

const beforeLevel = [fill, levelToken, androidTag, bracket, processNumbers, program, piped];
const speakers = new Set([androidTag, component, dottedComponent, program, column]);
const afterLevel = [fill, levelToken, bracket, processNumbers, component, dottedComponent, program, column];

/** A collector or a benchmark label may put its own time before the writer's: the later one ends the head. */
function secondStamp(line: string, head: number): number {
  const match =
    /^(?:\s+\S+){0,2}?\s+(?:\d{4}[-./]\d\d[-./]\d\d[-T_ .]\d\d[:.]\d\d[:.]\d\d[.,\d]*(?:Z|[+-]\d\d:?\d\d)?|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d{1,2} \d\d:\d\d:\d\d)/.exec(
      line.slice(head, head + 160),
    );
  if (!match) return 0;
  const at = head + match[0].length;
  const syslog = hostAndProcess.exec(line.slice(at));
  if (syslog) return at + syslog[0].length;
  return at;
}

import type { Severity } from '../../formats/reading.ts';
import { severityOf } from '../../lines/level-words.ts';

const byLetter: Readonly<Record<string, Severity>> = {
  V: 'info',
  T: 'info',
  D: 'info',
  I: 'info',
  N: 'info',
  W: 'warning',
  E: 'error',
  F: 'critical',
};
/** "[VCU  ] W text", "W modbus: text". */
const letter =
  /^(?:\[\s*([A-Za-z][\w ./-]{0,30}?)\s*\]\s+([VTDINWEF])[:\s]\s*|([VDIWEF])\s+([A-Za-z_][\w./-]{0,40})\s?:\s+)(?=\S)/;
/** "<i2c1> E: text". */
const pointed = /^<([A-Za-z][\w.-]{0,30})> ([VTDINWEF]):\s*(?=\S)/;
/** "[Server thread/WARN]: text", "[main/INFO] [loader]: text". */
const slashed =
  /^\[([^\][/]{1,60})\/(TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\]:?\s+(?:[[(]([^\][)(]{1,60})[\])]:?\s+)?(?=\S)/;

/** Behind the time: who speaks and how grave it is, in the forms of small systems and of game servers. */
export function taggedLevel(text: string): { rest: string; source?: string; severity?: Severity } | undefined {
  const lettered = letter.exec(text) ?? pointed.exec(text);
  if (lettered !== null) {
    const severity = byLetter[lettered[2] ?? lettered[3]!];
    return {
      rest: text.slice(lettered[0].length),
      source: (lettered[1] ?? lettered[4])!,
      ...(severity === undefined ? {} : { severity }),
    };
  }
  const match = slashed.exec(text);
  if (match === null) return undefined;
  const severity = severityOf(match[2]!);
  // What stands before the level is a thread, which is nobody's name.
  const source = match[3];
  return {
    rest: text.slice(match[0].length),
    ...(source === undefined ? {} : { source }),
    ...(severity === undefined ? {} : { severity }),
  };
}

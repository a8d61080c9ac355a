import type { Draft } from '../answer/draft.ts';
import { lookUp } from '../answer/look-up.ts';
import { prose, say } from '../answer/say.ts';
import type { Investigation } from '../investigation.ts';

/** Asked about a file of the archive that could not be read: why, rather than what others say. */
export function answerUnread(run: Investigation): Draft | undefined {
  const { members = [], unread, documents } = run.files[0]!.reading;
  const asked = run.question.text.toLowerCase();
  const read = new Set(documents.map(({ name }) => name));
  const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const isAsked = (name: string) => /\.\w{1,8}$/.test(name) && asked.includes(baseOf(name).toLowerCase());
  const member = members.find(({ name }) => !read.has(name) && isAsked(name));
  const note = member && unread.find((told) => told.startsWith(`${member.name}: `));
  if (member === undefined || note === undefined || documents.some(({ name }) => isAsked(name))) return undefined;
  return lookUp({
    verdict: 'INCONCLUSIVE',
    cause: say`${member.name} was not read, so nothing of it is known here`,
    explanation: [{ text: prose(note.slice(member.name.length + 2)), ranges: [] }],
    proof: [],
  });
}

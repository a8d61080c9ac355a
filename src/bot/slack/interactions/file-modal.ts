import { withoutReading } from '../../cases/compose-answer.ts';
import { projectOf } from '../../cases/issue-keys.ts';
import type { Answer } from '../../cases/messages.ts';
import { outlineAnswer } from '../../writing/answer-outline.ts';
import { markdownToProse } from '../../writing/markdown-prose.ts';
import { proseToWords } from '../../writing/plain-text.ts';
import { clip } from '../../writing/prose.ts';
import type { PressBase } from './answer-interaction.ts';
import { modalView, plainSection, textInput } from './modal.ts';

export const fileForm = 'file';

const mostEvidence = 2_900;

/** A ticket in the making, filled in from an answer: what is sent is what the person sees and may change. */
export function fileModal(base: PressBase, answer: Answer, projects: readonly string[]): Record<string, unknown> {
  const outline = outlineAnswer({ ...answer, explanation: withoutReading(answer.explanation) });
  const text = [
    outline.title,
    outline.about,
    proseToWords(outline.explanation),
    ...outline.next.map((step) => `Next: ${proseToWords(markdownToProse(step))}`),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const evidence = outline.proof
    .map(({ location, excerpt }) => `${location}\n${excerpt}`)
    .reduce(
      (all, quote) => (all.length + quote.length > mostEvidence ? all : all === '' ? quote : `${all}\n\n${quote}`),
      '',
    );
  return modalView({
    name: fileForm,
    title: 'File to Jira',
    submit: 'File',
    metadata: { ...base },
    blocks: [
      plainSection('Everyone who can browse the project will see this.'),
      textInput('project', 'Project', {
        initial: projects[0] ?? projectNear(answer) ?? '',
        most: 30,
        hint: 'Its key, such as PROJ.',
      }),
      textInput('summary', 'Summary', { initial: clip(outline.title.replace(/^[A-Z]+: /, ''), 250), most: 250 }),
      textInput('text', 'What happened', { initial: clip(text, 3_000), isLong: true, isOptional: true }),
      textInput('evidence', 'Lines that prove it', { initial: evidence, isLong: true, isOptional: true }),
    ],
  });
}

/** The project of a ticket that has the same file. */
function projectNear({ otherPlaces }: Answer): string | undefined {
  const ticket = otherPlaces.find(({ kind }) => kind === 'ticket');
  return ticket && projectOf(ticket.label);
}

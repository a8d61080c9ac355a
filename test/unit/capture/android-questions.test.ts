import { describe, expect, it } from 'vitest';
import { capture } from '#service/formats/capture/format.ts';
import { createInvestigator } from '#service/investigator/create-investigator.ts';
import { lineFolder } from '../../support/line-documents.ts';
import { textFile } from '../investigator/text-document.ts';

const say = (second: number, pid: number, tag: string, message: string) =>
  `11-05 10:00:${String(second).padStart(2, '0')}.123  ${pid}  ${pid} I ${tag}: ${message}\n`;
const log =
  say(1, 500, 'lowmemorykiller', "Kill 'com.example.mail' (71), uid 10090, oom_score_adj 900 to free 30000kB rss") +
  say(2, 900, 'am_kill', '[0,72,com.example.music,200,excessive cpu]') +
  [3, 4]
    .map((second) => say(second, 900, 'am_crash', `[${800 + second},0,com.example.shop,1,java.lang.Error,x,A.java,1]`))
    .join('') +
  say(5, 900, 'am_crash', '[810,0,com.example.shop.sync,1,java.lang.Error,x,B.java,1]');

async function answerTo(question: string): Promise<string> {
  using folder = lineFolder();
  const { tables } = await folder.read(capture, log, 'logcat.txt');
  const { file, openLines } = textFile({ 'logcat.txt': log }, { fileType: 'capture', ...(tables && { tables }) });
  const request = {
    files: [file],
    question,
    mode: 'quick' as const,
    signal: new AbortController().signal,
    budgetMs: 60_000,
  };
  return (await createInvestigator({ openLines })(request, () => {})).answer;
}

describe('questions about the processes of a device', () => {
  it.each([
    ['which processes were killed?', '2 processes were killed: `com.example.mail`, `com.example.music`'],
    ['which apps did the low memory killer kill?', '1 process was killed: `com.example.mail`'],
    ['how often did com.example.shop crash?', '`com.example.shop` crashed 2 times'],
    ['which apps crashed?', '`com.example.shop` crashed 2 times, `com.example.shop.sync` crashed once'],
  ])('%s', async (question, answer) => {
    const [headline] = (await answerTo(question)).split('\n');
    expect(headline).toBe(`**CONFIRMED: ${answer}**`);
  });

  it('show the lines that say so', async () => {
    expect(await answerTo('which processes were killed?')).toContain('[0,72,com.example.music,200,excessive cpu]');
  });
});

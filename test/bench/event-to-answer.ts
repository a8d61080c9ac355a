import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram } from './run-program.ts';

const rounds = 5;
const longestMs = 120_000;

/** Seconds from a small log shared in a channel to its answer in the thread, with both vendors played: the median of five. */
export async function eventToAnswerSeconds(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'logtriage-answer-'));
  const program = await runProgram({ DATA_DIR: folder });
  try {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await shareAndWait(program.origin, round));
    return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  } finally {
    await program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function shareAndWait(origin: string, round: number): Promise<number> {
  const before = await answersOf(origin);
  const form = new FormData();
  const lines = Array.from({ length: 2_000 }, (_, line) => {
    const at = new Date(1_790_000_000_000 + line * 1_000).toISOString();
    return line === 1_500 ? `${at} ERROR disk ${round} is full` : `${at} INFO request ${round}-${line} served`;
  });
  form.set('file', new Blob([lines.join('\n')]), `app-${round}.log`);
  form.set('place', 'channel');
  form.set('text', 'what went wrong?');
  const startedAtMs = performance.now();
  const answer = await fetch(`${origin}/sandbox/act/share`, { method: 'POST', body: form, headers: { origin } });
  if (!answer.ok) throw new Error(`the sandbox refused the file: ${answer.status}`);
  while (performance.now() - startedAtMs < longestMs) {
    if ((await answersOf(origin)) > before) return (performance.now() - startedAtMs) / 1_000;
    await pause(50);
  }
  throw new Error('no answer came');
}

async function answersOf(origin: string): Promise<number> {
  const { channel } = (await (await fetch(`${origin}/sandbox/view`)).json()) as { channel: string };
  return channel.match(/\b(?:CONFIRMED|LIKELY|INCONCLUSIVE)\b/g)?.length ?? 0;
}

if (import.meta.main) console.log(await eventToAnswerSeconds());

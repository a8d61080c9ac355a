import { describe, expect, it } from 'vitest';
import { parseQuestion } from '../../../src/service/investigator/question/parse-question.ts';
import { soundsLikeTrouble } from '../../../src/service/investigator/survey/failure.ts';
import { ask } from './made-log.ts';

const pad = (value: number) => String(value).padStart(2, '0');
const logOf = (calm: readonly string[], rare: string) =>
  Array.from(
    { length: 900 },
    (_, i) =>
      `2026-05-04 ${pad(6 + Math.floor(i / 120))}:${pad(Math.floor(i / 2) % 60)}:${pad((i % 2) * 30)} ${[500, 580, 700].includes(i) ? rare : calm[i % calm.length]}`,
  ).join('\n');

describe('questions and logs in other languages', () => {
  it.each([
    ['Was war um 10 Uhr 30 los?', 'around', 'at 10:30'],
    ["Que s'est-il passé vers 14h ?", 'around', 'at 14:00'],
    ['Wat is er gebeurd tussen 10 en 11 uur?', 'around', undefined],
    ['Dlaczego drukarka nie drukuje?', 'cause', undefined],
    ['Quante volte il disco si è fermato?', 'count', undefined],
    ['¿Cuándo fue la última vez que falló la impresora?', 'when', undefined],
    ['Quando foi a última vez que a bomba parou?', 'when', undefined],
    ['最后一次失败是什么时候？', 'when', undefined],
  ])('reads %s', (text, intent, label) => {
    const question = parseQuestion(text);
    expect(question.intent).toBe(intent);
    if (label !== undefined) expect(question.times.map((time) => time.label)).toEqual([label]);
  });

  it.each([
    'Anmeldung war nicht erfolgreich',
    'paiement refusé par la banque',
    'impresora sin respuesta',
    'pomp 2 uitgevallen',
    'brak papieru w podajniku',
    'disco 3 guasto',
    'sensor sem resposta',
    '過負荷により停止しました',
    '支付网关连接超时',
  ])('takes %s for trouble', (line) => {
    expect(soundsLikeTrouble(line)).toBe(true);
  });

  it.each([
    [
      'Waarom is pomp 2 uitgevallen?',
      ['pomp draait', 'klep open'],
      'pomp 2 uitgevallen: thermische beveiliging aangesproken',
    ],
    ['Dlaczego drukarka nie drukuje?', ['drukarka gotowa', 'kolejka pusta'], 'drukarka zatrzymana, brak papieru'],
    ['ポンプ2号機はなぜ停止しましたか？', ['センサー正常', 'バルブ開'], 'ポンプ2号機 過負荷により停止しました'],
  ])('answers %s by the line that tells of it', async (question, calm, rare) => {
    const report = await ask(logOf(calm, rare), question);
    expect(report.verdict).toBe('LIKELY');
    expect(report.cause).toContain(rare);
  });
});

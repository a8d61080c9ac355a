import { describe, expect, it } from 'vitest';
import { parseQuestion } from '../../../src/service/investigator/question/parse-question.ts';
import { plainWords } from '../../../src/service/investigator/question/plain-words.ts';

describe('a question in plain words', () => {
  it.each([
    ['hey team could you please check if checkout-7 restarted? thanks', 'did checkout-7 restarted?'],
    ['Hi all, quick question: does anyone know when the first timeout happened?', 'when the first timeout happened?'],
    ['i was wondering whether there were any timeouts in payments', 'were there any timeouts in payments'],
    ['Can you see any OOM kills?', 'are there any OOM kills?'],
    ['can you find "Please help" please', 'find "Please help"'],
    ['HOW MANY TIMEOUTS WERE THERE?', 'how many timeouts were there?'],
    ['waht hapened at 10:00', 'what happened at 10:00'],
    ['hwo many erors', 'how many errors'],
  ])('says %s without what is no part of it', (question, plain) => {
    expect(plainWords(question)).toBe(plain);
  });

  it.each([
    'why does the whale-service clause mount witch-1?',
    'why the die temperature in war room was high',
    'find "hey team, FEHLER"',
    'is worker-3 slow?',
  ])('leaves %s as it is', (question) => {
    expect(plainWords(question)).toBe(question);
  });

  it.each([
    ['Wie viele Fehler gab es zwischen 10:00 und 11:00 Uhr?', 'count', []],
    ['Warum ist der checkout-service um 10:15 abgestürzt?', 'cause', ['checkout-service', 'crash']],
    ["Combien d'erreurs dans payments ?", 'count', ['payments']],
    ['¿Por qué falló checkout a las 10:00?', 'cause', ['checkout']],
    ['エラーは何件ありますか', 'count', []],
    ['checkout はいつ再起動しましたか', 'when', ['checkout', 'restart']],
    ['为什么 checkout-7 重启了？', 'cause', ['checkout-7', 'restart']],
    ['Quantos erros houve?', 'count', []],
    ['Perché checkout è fallito?', 'cause', ['checkout']],
  ])('understands %s', (question, intent, terms) => {
    const parsed = parseQuestion(question);
    expect([parsed.intent, parsed.terms]).toEqual([intent, terms]);
  });

  it('takes the text of a ticket as it is written', () => {
    const ticket = 'Hello team,\nERROR: connection to db-1 lost after 30 s\nthanks';
    expect(parseQuestion(ticket).phrases).toEqual(['connection to db-1 lost after 30 s']);
  });
});

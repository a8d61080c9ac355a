import type { Random } from '../generate/random.ts';
import { distinct, maximum, mean, most, oneOf, percentile, sum } from './counting.ts';
import type { Mail, Refusal } from './mail.ts';
import { createQuestions, type Questions } from './questions.ts';
import { fullMinute, minuteOf } from './times.ts';

export function mailQuestions(random: Random, all: readonly Mail[], refusal: Refusal, absent: string) {
  const ask = createQuestions(random);
  const of = (status: Mail['status']) => all.filter((one) => one.status === status);
  const [bounced, deferred] = [of('bounced'), of('deferred')];
  ask.count('bounced', bounced.length, [
    'how many mails bounced?',
    'number of bounced messages?',
    'how many emails bounced?',
  ]);
  ask.count('deferred', deferred.length, [
    'how many messages were deferred?',
    'number of deferred mails?',
    'how many mails were deferred?',
  ]);
  ask.count('sent', of('sent').length, [
    'how many emails were delivered successfully?',
    'how many messages were sent successfully?',
    'how many mails have the status sent?',
  ]);
  ask.share('bounced share', bounced.length, all.length, [
    'what share of mail bounced?',
    'what percentage of the messages bounced?',
    'bounce rate in percent?',
  ]);
  ask.yes('any deferred', deferred.length > 0, ['were any messages deferred?', 'was any mail deferred?']);
  ask.words(
    'why bounced',
    bounced.length === 0 ? undefined : [refusal.reason],
    [],
    ['why did mails bounce?', 'what is the reason for the bounces?', 'why were messages bounced?'],
  );
  ask.time('first bounce', bounced[0]?.triedMs, [
    'when was the first bounce?',
    'when did the first mail bounce?',
    'time of the first bounced message?',
  ]);
  ask.absent('absent domain', [
    `were there any messages to ${absent}?`,
    `did anything go to ${absent}?`,
    `was mail sent to ${absent}?`,
  ]);
  ask.untold('attachment', ['which attachment was the largest?', 'what was the biggest attachment?']);
  ask.untold('spam filter', ['is the spam filter working?', 'how many spam mails were filtered out?']);
  askPlaces(ask, random, all, bounced);
  askMeasures(ask, all, deferred);
  askOne(ask, random, all, bounced, refusal);
  return ask.asked;
}

function askPlaces(ask: Questions, random: Random, all: readonly Mail[], bounced: readonly Mail[]) {
  const { domain, user, triedMs } = random.pick(all);
  const to = all.filter((one) => one.domain === domain).length;
  const toUser = all.filter((one) => one.user === user).length;
  const cutMs = fullMinute(triedMs, 2);
  const before = bounced.filter((one) => one.triedMs < cutMs).length;
  const domains = all.map((one) => one.domain);
  ask.count('to domain', to, [
    `how many mails went to ${domain}?`,
    `number of messages to ${domain}?`,
    `how many emails for ${domain}?`,
  ]);
  ask.count('to user', toUser, [`how many messages to ${user}?`, `how many mails were addressed to ${user}?`]);
  ask.count('bounced before', before, [
    `how many bounces before ${minuteOf(cutMs)}?`,
    `how many mails bounced before ${minuteOf(cutMs)}?`,
  ]);
  ask.distinct('recipients', distinct(all, (one) => `${one.user}@${one.domain}`).length, [
    'how many different recipients are there?',
    'number of distinct recipient addresses?',
    'to how many different addresses was mail sent?',
  ]);
  ask.name(
    'most bounces',
    most(bounced, (one) => one.domain),
    domains,
    ['which domain bounced the most?', 'which domain has most bounces?', 'domain with the most bounced mails?'],
  );
  ask.name(
    'most mail',
    most(all, (one) => one.domain),
    domains,
    ['where did most of the mail go?', 'which domain got the most messages?', 'which domain receives the most mail?'],
  );
}

function askMeasures(ask: Questions, all: readonly Mail[], deferred: readonly Mail[]) {
  const sizes = all.map(({ size }) => size);
  ask.value(
    'highest delay',
    maximum(all.map(({ delay }) => delay)),
    ['highest delay?', 'what was the maximum delay?', 'longest delay?'],
    's',
  );
  ask.value(
    'mean delay of deferred',
    mean(deferred.map(({ delay }) => delay)),
    ['mean delay of deferred messages', 'average delay of the deferred mails?'],
    's',
  );
  ask.value(
    'total size',
    sum(sizes),
    ['total size of all messages?', 'sum of the message sizes?', 'how many bytes were all messages together?'],
    'bytes',
  );
  ask.between('median size', percentile(sizes, 0.5), ['median size?', 'median message size?'], 'bytes');
  ask.count('over 30 seconds', all.filter(({ delay }) => delay > 30).length, [
    'messages with a delay over 30 seconds',
    'how many messages had a delay of more than 30 seconds?',
  ]);
}

function askOne(ask: Questions, random: Random, all: readonly Mail[], bounced: readonly Mail[], refusal: Refusal) {
  const one = oneOf(random, bounced);
  if (one === undefined) return;
  const recipients = all.map(({ user, domain }) => `${user}@${domain}`);
  const words = ['bounced', refusal.code, refusal.reason];
  ask.words(
    'one',
    words,
    ['deferred', 'status=sent'],
    [`what happened to ${one.id}?`, `status of ${one.id}?`, `what became of message ${one.id}?`],
  );
  ask.name('recipient of one', `${one.user}@${one.domain}`, recipients, [
    `who was ${one.id} sent to?`,
    `recipient of ${one.id}?`,
    `to whom was ${one.id} addressed?`,
  ]);
  ask.value('size of one', one.size, [`how big was ${one.id}?`, `size of message ${one.id}?`], 'bytes');
}

import type { Random } from '../generate/random.ts';
import { distinct, highest, mean, most, oneOf } from './counting.ts';
import { type GameLife, type Match, teams } from './game.ts';
import { createQuestions, type Questions } from './questions.ts';

export function gameQuestions(random: Random, life: GameLife, players: readonly string[], absent: string) {
  const ask = createQuestions(random);
  askMatches(ask, random, life.matches);
  askMoves(ask, random, life, players);
  askLeaving(ask, random, life, players);
  ask.absent('absent player', [`did ${absent} join?`, `was ${absent} ever on the server?`, `did ${absent} play?`]);
  ask.untold('score', [
    'what was the score of the last match?',
    'how many points did the winner make in the last match?',
  ]);
  return ask.asked;
}

function askMatches(ask: Questions, random: Random, matches: readonly Match[]) {
  const ids = matches.map(({ id }) => id);
  const team = random.pick(teams);
  const one = oneOf(random, matches);
  ask.count('matches', matches.length, [
    'how many matches were played?',
    'number of matches?',
    'how many matches ended?',
  ]);
  ask.count('won by team', matches.filter(({ winner }) => winner === team).length, [
    `how many matches did ${team} win?`,
    `number of matches won by ${team}?`,
    `how often did ${team} win?`,
  ]);
  ask.name('longest match', highest(matches, ({ seconds }) => seconds)?.id, ids, [
    'which match was the longest?',
    'longest match?',
    'which match lasted longest?',
  ]);
  ask.duration('mean match', mean(matches.map(({ seconds }) => seconds)), [
    'average match duration?',
    'how long does a match last on average?',
  ]);
  ask.name(
    'winning team',
    most(matches, ({ winner }) => winner),
    teams,
    ['which team won more often?', 'which team has more wins?'],
  );
  if (one === undefined) return;
  ask.name('winner of one', one.winner, teams, [
    `who won match ${one.id}?`,
    `which team won match #${one.id}?`,
    `winner of match ${one.id}?`,
  ]);
  ask.duration('length of one', one.seconds, [`how long did match ${one.id} last?`, `duration of match #${one.id}?`]);
}

function askMoves(ask: Questions, random: Random, { joined, online, peak }: GameLife, players: readonly string[]) {
  const player = random.pick(joined);
  const other = random.pick(joined);
  ask.value('peak', peak, ['most players online at once?', 'how many players were online at the same time at most?']);
  ask.yes('online now', online.has(other), [`is ${other} online at the end?`, `is ${other} still on the server?`]);
  ask.count('joins of player', joined.filter((one) => one === player).length, [
    `how often did ${player} join?`,
    `how many times did ${player} join?`,
  ]);
  ask.distinct('players', distinct(joined, (one) => one).length, [
    'how many different players?',
    'number of distinct players?',
    'how many different players joined?',
  ]);
  ask.name('first joined', joined[0], players, ['who joined first?', 'which player was the first to join?']);
  ask.name(
    'most joins',
    most(joined, (one) => one),
    players,
    ['which player joined most often?', 'who joined the most?'],
  );
}

function askLeaving(ask: Questions, random: Random, { left }: GameLife, players: readonly string[]) {
  const { player } = random.pick(left);
  const of = (reason: string) => left.filter((one) => one.reason === reason);
  const reasons = ['quit', 'timeout', 'kicked'];
  ask.count('timeouts', of('timeout').length, [
    'how many timeouts?',
    'how many players left by a timeout?',
    'how often did a player time out?',
  ]);
  ask.count('kicks of player', of('kicked').filter((one) => one.player === player).length, [
    `how often was ${player} kicked?`,
    `how many times was ${player} kicked?`,
  ]);
  ask.name('last left', left.at(-1)?.player, players, ['who left last?', 'which player was the last to leave?']);
  ask.name(
    'most kicked',
    most(of('kicked'), (one) => one.player),
    players,
    ['who was kicked the most?', 'which player was kicked most often?'],
  );
  ask.name(
    'common reason',
    most(left, ({ reason }) => reason),
    reasons,
    ['most common reason for leaving?', 'why do most players leave?'],
  );
}

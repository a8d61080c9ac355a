import type { Random } from '../generate/random.ts';
import { cast } from './counting.ts';
import { gameQuestions } from './game-questions.ts';
import type { TradeLog } from './questions.ts';
import { clockOf, steps, textOf } from './times.ts';

export interface Leave {
  player: string;
  reason: string;
}

export interface Match {
  id: string;
  winner: string;
  seconds: number;
}

/** What happened on the server, in its order. */
export interface GameLife {
  joined: string[];
  left: Leave[];
  matches: Match[];
  online: Set<string>;
  peak: number;
}

const playerNames = [
  ['Zed', 'Ada', 'Kip', 'Moss', 'Ivy', 'Bob'],
  ['Nyx', 'Orla', 'Finn', 'Juno', 'Pax', 'Remy'],
];
export const teams = ['red', 'blue'];

/** A game server without dates: who came, who left, who won. */
export function game(random: Random): TradeLog {
  const { names: players, absent } = cast(random, playerNames, 5);
  const life: GameLife = { joined: [], left: [], matches: [], online: new Set(), peak: 0 };
  const firstMatch = random.int(300, 800);
  const lines = steps(random, random.int(120, 160), [3000, 60_000]).map((timeMs) => {
    const message = random.chance(0.25) ? endMatch(random, life, firstMatch) : move(random, life, random.pick(players));
    return `[${clockOf(timeMs)}] ${message}`;
  });
  return { name: 'server.log', text: textOf(lines), asked: gameQuestions(random, life, players, absent) };
}

function endMatch(random: Random, { matches }: GameLife, firstMatch: number): string {
  const seconds = random.int(60, 1500);
  const one = { id: `${firstMatch + matches.length}`, winner: random.pick(teams), seconds };
  matches.push(one);
  return `match #${one.id} ended winner=${one.winner} duration=${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

/** Who is there leaves, who is not comes. */
function move(random: Random, life: GameLife, player: string): string {
  if (life.online.delete(player)) {
    const reason = random.pick(['quit', 'timeout', 'kicked']);
    life.left.push({ player, reason });
    return `Player ${player} left: ${reason}`;
  }
  life.online.add(player);
  life.joined.push(player);
  life.peak = Math.max(life.peak, life.online.size);
  return `Player ${player} joined (${life.online.size} online)`;
}

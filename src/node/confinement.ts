import { existsSync } from 'node:fs';
import { runBriefly } from './run-briefly.ts';

export interface Bounds {
  needsNetwork?: boolean;
  maxFileBytes: number;
  maxOpenFiles: number;
  cpuSeconds?: number;
}

/** What this system offers against a program that reads hostile input: found out once, by trying. */
export interface Confinement {
  /** What the command of such a program begins with. */
  command(bounds: Bounds): string[];
  /** What is missing, in plain sentences. */
  gaps: string[];
  /** A file without the right to write stays as it is, whoever runs the program. */
  keepsReadOnly: boolean;
}

const tryMs = 10_000;
const userSpace = ['--user', '--map-current-user'];

let found: Promise<Confinement> | undefined;

export function findConfinement(): Promise<Confinement> {
  found ??= find();
  return found;
}

/** The tools of util-linux, each used where it is there and allowed: in containers it often is not. */
async function find(): Promise<Confinement> {
  const isRoot = process.getuid?.() === 0;
  const setpriv = programAt('setpriv');
  const dies = await firstThatWorks(setpriv ? [[setpriv, '--pdeathsig', 'KILL', '--']] : []);
  const limit = await firstThatWorks([programAt('prlimit')].flatMap((path) => (path ? [[path, '--core=0']] : [])));
  const apart = await findApart(isRoot);
  const plain = ['--no-new-privs'];
  // Root without its powers: it reads what root may read, and writes and ends nothing that is not its own.
  const powerless = [...plain, '--inh-caps=-all', '--bounding-set=-all,+dac_read_search'];
  const given = setpriv ? [...(isRoot ? [[setpriv, ...powerless, '--']] : []), [setpriv, ...plain, '--']] : [];
  const kept = await firstThatWorks(given, apart.alone);

  return {
    command({ needsNetwork, maxFileBytes, maxOpenFiles, cpuSeconds }) {
      const cpu = cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}`];
      const limits =
        limit.length > 0 ? [...limit, `--fsize=${maxFileBytes}`, `--nofile=${maxOpenFiles}`, ...cpu, '--'] : [];
      return [...dies, ...limits, ...(needsNetwork ? apart.online : apart.alone), ...kept];
    },
    gaps: [
      ...(apart.alone.includes('--net')
        ? []
        : ['Readers of files can reach the network: this system allows no network namespace.']),
      ...(apart.alone.includes('--pid')
        ? []
        : ['Readers of files can signal other processes of this user: this system allows no process namespace.']),
      ...(limit.length > 0 ? [] : ['Readers of files have no limit on what they write: prlimit is missing.']),
    ],
    keepsReadOnly: !isRoot || kept.includes('--inh-caps=-all'),
  };
}

/** Namespaces of their own for processes and network, by the rights of the user or in a user namespace. */
async function findApart(isRoot: boolean): Promise<{ alone: string[]; online: string[] }> {
  const unshare = programAt('unshare');
  if (!unshare) return { alone: [], online: [] };
  // Without this file nobody could tell how much memory the processes in there take.
  const pid = existsSync(`/proc/self/task/${process.pid}/children`) ? [['--pid', '--fork', '--kill-child']] : [];
  const rights = isRoot ? [[], userSpace] : [userSpace];
  const commands = (parts: readonly string[][]) =>
    rights.flatMap((right) => parts.map((part) => [unshare, ...right, ...part, '--']));
  const alone = await firstThatWorks(commands([...pid.map((part) => ['--net', ...part]), ['--net'], ...pid]));
  return { alone, online: await firstThatWorks(commands(pid)) };
}

async function firstThatWorks(commands: readonly string[][], behind: readonly string[] = []): Promise<string[]> {
  for (const command of commands) {
    const [program = '', ...args] = [...behind, ...command, process.execPath, '--version'];
    const told = await runBriefly(program, args, { cwd: '/', deadlineMs: tryMs });
    if (told?.startsWith('v')) return command;
  }
  return [];
}

function programAt(name: string): string | undefined {
  return [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));
}

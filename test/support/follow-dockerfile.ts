import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

interface Instruction {
  word: string;
  rest: string;
}

export interface FollowedImage {
  /** Where the image's root lies. */
  root: string;
  /** Of the last stage: where and how it starts. */
  folder: string;
  environment: Record<string, string>;
  user: number;
  command: string[];
  healthCheck: string[];
  volumes: string[];
}

/**
 * Carries out a Dockerfile by hand, where no container engine runs: each stage has a folder for its root, absolute paths
 * of its commands lie in it. Packages are those installed here, and what is copied of the base is not carried out.
 */
export function followDockerfile(path: string, roots: string): FollowedImage {
  const stages = splitStages(readInstructions(readFileSync(path, 'utf8')));
  const image: FollowedImage = {
    ...{ root: '', folder: '/', environment: {}, user: 0, command: [], healthCheck: [], volumes: [] },
  };
  for (const [number, { name, instructions }] of stages.entries()) {
    const root = join(roots, name || String(number));
    mkdirSync(root, { recursive: true });
    Object.assign(image, { root, folder: '/' });
    for (const { word, rest } of instructions) carryOut(word, rest, image, roots);
  }
  return image;
}

function carryOut(word: string, rest: string, image: FollowedImage, roots: string): void {
  const inRoot = (path: string) => join(image.root, resolve(image.folder, path));
  if (word === 'WORKDIR') {
    image.folder = rest;
    mkdirSync(inRoot('.'), { recursive: true });
  } else if (word === 'COPY') copy(rest, image, roots);
  else if (word === 'RUN' && /^npm ci\b/.test(rest)) symlinkSync(resolve('node_modules'), inRoot('node_modules'));
  else if (word === 'RUN') execFileSync('sh', ['-c', ownPaths(rest, image.root)], { cwd: inRoot('.'), stdio: 'pipe' });
  else if (word === 'ENV')
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.environment[name] = value;
  else if (word === 'USER') image.user = Number(rest);
  else if (word === 'VOLUME') image.volumes.push(rest);
  else if (word === 'CMD') image.command = JSON.parse(rest);
  else if (word === 'HEALTHCHECK') image.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
  else if (word !== 'EXPOSE') throw new Error(`nobody follows ${word} yet`);
}

/** Folders that the image makes are below its root; programs are those of this machine. */
function ownPaths(command: string, root: string): string {
  return command
    .replace(/(^|\s)\/(app|system|data)(?=[\s/]|$)/g, `$1${root}/$2`)
    .replaceAll('/usr/local/bin/node', process.execPath)
    .replace(/^node /, `${process.execPath} `);
}

function copy(rest: string, image: FollowedImage, roots: string): void {
  const from = /--from=(\S+)/.exec(rest)?.[1];
  const paths = rest.split(/\s+/).filter((part) => !part.startsWith('--'));
  const target = paths.pop() ?? '';
  const place = join(image.root, resolve(image.folder, target));
  for (const path of paths) {
    const source = from ? join(roots, from, path) : path;
    if (!existsSync(source)) throw new Error(`COPY ${path}: there is no such file`);
    const isInto = target.endsWith('/') && statSync(source).isFile();
    mkdirSync(dirname(place), { recursive: true });
    cpSync(source, isInto ? join(place, basename(source)) : place, { recursive: true, verbatimSymlinks: true });
  }
}

function readInstructions(text: string): Instruction[] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { word, rest: rest.trim() };
    });
}

function splitStages(instructions: readonly Instruction[]): { name: string; instructions: Instruction[] }[] {
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const instruction of instructions) {
    if (instruction.word === 'FROM')
      stages.push({ name: / AS (\S+)/.exec(instruction.rest)?.[1] ?? '', instructions: [] });
    else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

/** Bytes of all files below a folder. */
export function sizeBelow(folder: string): number {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

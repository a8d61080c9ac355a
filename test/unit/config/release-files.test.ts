import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(path, 'utf8');
const workflow = parse(read('.github/workflows/ci.yml'));
const commandsOf = (job: string): string[] =>
  workflow.jobs[job].steps.flatMap(({ run }: { run?: string }) => (run ? [run] : []));

it('tests on GitHub by the script of the repository, and by nothing else', () => {
  expect(commandsOf('test')).toEqual(['sudo bash .ci/run']);
});

it('releases what was tested, with its provenance and its bill of materials', () => {
  const { needs, permissions, steps } = workflow.jobs.release;
  expect(needs).toEqual(['test', 'package', 'image']);
  expect(permissions['id-token']).toBe('write');
  expect(commandsOf('package')).toContain('npm run -s sbom > "$RUNNER_TEMP/sbom.json"');
  expect(commandsOf('release').join('\n')).toContain('npm publish logtriage-*.tgz --provenance');
  const image = steps.find(({ uses = '' }) => uses.startsWith('docker/build-push-action'));
  expect(image.with).toMatchObject({ provenance: 'mode=max', sbom: true });
});

it('tells of each version in the changelog', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(read('CHANGELOG.md')).toContain(`## ${version}`);
  expect(JSON.parse(read('package-lock.json')).version).toBe(version);
});

it.each(['.github/CONTRIBUTING.md', '.github/SECURITY.md'])('%s names places that are there', (path) => {
  const text = read(path);
  for (const [, place = ''] of text.matchAll(/`((?:src|test)\/[\w./-]+)`/g))
    expect([place, existsSync(place)]).toEqual([place, true]);
  for (const [, link = ''] of text.matchAll(/\]\(\.\.\/([\w./-]+)\)/g))
    expect([link, existsSync(link)]).toEqual([link, true]);
});

it('asks in its issue forms for what GitHub knows', () => {
  const forms = readdirSync('.github/ISSUE_TEMPLATE').filter((name) => name !== 'config.yml');
  expect(forms.length).toBeGreaterThan(1);
  for (const name of forms) {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    for (const { type, id } of form.body)
      expect([['textarea', 'input'].includes(type), typeof id]).toEqual([true, 'string']);
  }
});

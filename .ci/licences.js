// Prints the licence of each package that is shipped, read from a CycloneDX bill of materials on standard input, and ends
// with 1 where one is not among those that may be shipped under this project's own: `npm run -s sbom | npm run licences`.
import { readFileSync } from 'node:fs';

const allowed = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MPL-2.0 PSF-2.0 Python-2.0 Unlicense'.split(' '),
);
// Looked at by a person: the package states its licence in words alone.
const known = { 'dejavu-fonts-ttf': 'Bitstream-Vera' };

const { components } = JSON.parse(readFileSync(0, 'utf8'));
const rows = components.map(({ name, version, licenses = [] }) => ({
  name,
  version,
  licence:
    known[name] ?? licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name).join(' OR '),
}));
for (const { name, version, licence } of rows) process.stdout.write(`${licence || '?'}\t${name}@${version}\n`);
const refused = rows.filter(
  ({ name, licence }) => !known[name] && !licence.split(/[() ]+/).some((part) => allowed.has(part)),
);
for (const { name, licence } of refused)
  process.stderr.write(`${name}: licence ${licence || 'unknown'} is not allowed\n`);
process.exitCode = refused.length > 0 ? 1 : 0;

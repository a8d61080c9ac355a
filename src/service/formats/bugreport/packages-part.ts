import { citeLine } from '../cite.ts';
import type { Finding } from '../reading.ts';
import type { Part } from './place.ts';

const maxPackages = 600;

interface InstalledPackage {
  version: string;
  code: string;
  line: number;
  versionLine: number;
}

interface PackagesPart extends Part {
  /** `u0a106`, `10106` to the package that runs under it. */
  ofUser(user: string): string | undefined;
  /** The finding with the version of the application it is about. */
  withVersion(finding: Finding): Finding;
}

/** Installed packages and their versions. */
export function createPackagesPart(document: string): PackagesPart {
  const packages = new Map<string, InstalledPackage>();
  const users = new Map<number, string>();
  let last: (InstalledPackage & { name: string }) | undefined;
  return {
    line({ service }, number, text) {
      if (service !== 'package') {
        last = undefined;
        return;
      }
      const name = /^ {2}Package \[([\w.]{1,200})\] \(/.exec(text)?.[1];
      if (name) {
        last = { name, version: '', code: '', line: number, versionLine: number };
        // The updated package stands before the one it hides.
        if (!packages.has(name) && packages.size < maxPackages) packages.set(name, last);
      }
      if (!last || !text.startsWith('    ')) return;
      const user = /^ {4}(?:userId|appId)=(\d+)/.exec(text)?.[1];
      if (user && !users.has(Number(user) % 100_000)) users.set(Number(user) % 100_000, last.name);
      const version = /^ {4}versionName=(.{1,100})$/.exec(text)?.[1];
      if (version && last.version === '') Object.assign(last, { version, versionLine: number });
      last.code ||= /^ {4}versionCode=(\d+)/.exec(text)?.[1] ?? '';
    },
    ofUser(user) {
      const match = /^u\d+a(\d+)$/.exec(user);
      return users.get(match ? 10_000 + Number(match[1]) : Number(user) % 100_000);
    },
    withVersion(finding) {
      const named = /crash|anr|deadlock/.test(finding.rule) ? finding.subjects?.[0]?.split(':')[0] : undefined;
      const found = named === undefined ? undefined : packages.get(named);
      if (!found || found.version === '') return finding;
      return {
        ...finding,
        explanation: `${finding.explanation} Installed is ${named} ${found.version}${found.code ? ` (${found.code})` : ''}.`,
        evidence: [
          ...finding.evidence.slice(0, 10),
          ...[found.line, found.versionLine].map((line) => citeLine(document, line)),
        ],
      };
    },
    finish: () => ({
      facts: packages.size > 0 ? { Packages: packages.size } : {},
      tables:
        packages.size > 0
          ? {
              packages: [...packages].map(([name, { version, code, versionLine }]) => ({
                package: name,
                version,
                code,
                line: versionLine,
              })),
            }
          : {},
    }),
  };
}

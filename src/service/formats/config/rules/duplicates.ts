import type { Finding } from '../../reading.ts';
import type { ConfigText, Statement } from '../config-text.ts';
import { isSecretKey } from '../secrets/is-secret-key.ts';

const maxShown = 30;

/** The same thing said twice: keys with two values, one address on two interfaces, one sequence number twice. */
export function findDuplicates(config: ConfigText, document: string): Finding[] {
  return [...repeatedKeys(config, document), ...repeatedAddresses(config, document)].slice(0, maxShown);
}

function repeatedKeys({ settings, syntax }: ConfigText, document: string): Finding[] {
  // In XML repetition is a list; in the others the last one silently wins.
  if (syntax === 'xml') return [];
  const byPath = Map.groupBy(settings, ({ path }) => path);
  return [...byPath].flatMap(([path, all]): Finding[] => {
    if (all.length < 2) return [];
    const isConflict = new Set(all.map(({ value }) => value)).size > 1;
    const lines = all.map(({ line }) => line);
    return [
      {
        rule: 'config.duplicate-key',
        title: `${path} is set ${all.length} times${isConflict ? ' with different values' : ''}`,
        explanation: `Lines ${lines.slice(0, 10).join(', ')} set the same key; most programs keep only the last one.`,
        severity: isConflict ? 'warning' : 'info',
        role: isConflict ? 'cause' : 'context',
        certainty: 'certain',
        count: all.length,
        evidence: isSecretKey(path)
          ? []
          : lines.slice(0, 12).map((line) => ({ document, lineStart: line, lineEnd: line })),
        signature: `config duplicate key ${path}`,
        subjects: [path],
        next: [`Keep one of the lines ${lines.slice(0, 10).join(', ')}.`],
      },
    ];
  });
}

function repeatedAddresses({ statements }: ConfigText, document: string): Finding[] {
  const vrfs = new Map(
    statements.flatMap(({ text, path }) => {
      const vrf = /^(?:ip )?vrf (?:forwarding |member )?(\S+)$/.exec(text)?.[1];
      const owner = ownerOf(path);
      return vrf && owner ? [[owner, vrf] as const] : [];
    }),
  );
  const addresses = statements.flatMap((statement) => {
    const address = interfaceAddress(statement);
    return address ? [{ ...address, vrf: vrfs.get(address.owner) ?? '', statement }] : [];
  });
  const byAddress = Map.groupBy(addresses, ({ vrf, address }) => `${vrf} ${address}`);
  return [...byAddress.values()].flatMap((all): Finding[] => {
    const owners = [...new Set(all.map(({ owner }) => owner))];
    if (owners.length < 2) return [];
    const { address } = all[0]!;
    return [
      {
        rule: 'config.duplicate-address',
        title: `${address} is on ${owners.length} interfaces: ${owners.slice(0, 4).join(', ')}`,
        explanation: 'One address on two interfaces of one device is refused by it, or makes one of them unreachable.',
        severity: 'error',
        role: 'cause',
        certainty: 'likely',
        count: owners.length,
        evidence: all.slice(0, 12).map(({ statement: { line } }) => ({ document, lineStart: line, lineEnd: line })),
        signature: 'config duplicate interface address',
        subjects: [address, ...owners],
      },
    ];
  });
}

/** Standby and virtual addresses are shared on purpose and do not count. */
function interfaceAddress({ text, path }: Statement): { address: string; owner: string } | undefined {
  const owner = ownerOf(path);
  if (!owner) return undefined;
  const match = /^(?:ip|ipv4) address (\d{1,3}(?:\.\d{1,3}){3})(?=[/ ]|$)/.exec(text);
  return match && !/ anycast| virtual/.test(text) ? { address: match[1]!, owner } : undefined;
}

function ownerOf(path: readonly string[]): string | undefined {
  return path.find((each) => /^interface /i.test(each))?.replace(/^interface /i, '');
}

import type { Finding } from '../../reading.ts';
import type { ConfigText } from '../config-text.ts';
import { findingAt } from './finding-at.ts';

const maxShown = 20;
const written = /(?<![\w.:/-])\d{1,3}(?:\.\d{1,3}){3}(?![\w.-])(?:\/(\d{1,3})(?![\d.]))?/g;
/** Words before which four numbers with dots are a version, an object's number or a name. */
const noAddress =
  /(?:version|release|oid|firmware|build|image|boot|software|snmp\S{0,200} (?:view|trap)|description|remark|banner|title|name|agent)\b/i;

/** Four numbers that look like an address and are none: a part above 255, a prefix above 32. */
export function findWrongAddresses({ statements, settings }: ConfigText, document: string): Finding[] {
  const texts = [
    ...statements.map(({ text, line }) => ({ text, line, isAlone: true })),
    ...settings.map(({ path, value, line }) => ({
      text: value,
      line,
      isAlone: !noAddress.test(path) && /^[\d./]+$/.test(value),
    })),
  ];
  return texts
    .flatMap(({ text, line, isAlone }): Finding[] => {
      if (!isAlone || noAddress.test(text) || !text.includes('.')) return [];
      return [...text.slice(0, 1000).matchAll(written)].flatMap(([address, length]): Finding[] => {
        const isHigh = address
          .split('/')[0]!
          .split('.')
          .some((octet) => Number(octet) > 255);
        const isLong = length !== undefined && Number(length) > 32;
        if (!isHigh && !isLong) return [];
        return [
          findingAt(document, line, {
            rule: 'config.wrong-address',
            severity: 'error',
            title: `${address} is not an address`,
            explanation: isHigh
              ? 'A part of it is above 255; it is refused.'
              : 'A prefix has at most 32 bits; it is refused.',
            subjects: [address],
          }),
        ];
      });
    })
    .slice(0, maxShown);
}

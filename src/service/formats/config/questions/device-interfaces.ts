import type { ConfigText } from '../config-text.ts';
import { wholeTextOf } from '../rules/whole-text.ts';

/** One interface of a device, with what is set on it and where. */
export interface DeviceInterface {
  name: string;
  line: number;
  /** Commands as they are written, each with its line. */
  settings: { text: string; line: number }[];
}

/** Interface's name, and the rest of the line. */
const forms: readonly RegExp[] = [
  /^interface (?:range )?(\S+(?: \d\S*)?)(?: (?:l2transport|point-to-point|multipoint))?(?:$| (?=\S))(.*)$/i,
  /^interfaces (?:ethernet|bonding|bridge|dummy|loopback|wireguard|tunnel|vti) (\S+)(?:$| )(.*)$/,
  /^interfaces (?!interface-set)(\S+)(?:$| )(.*)$/,
  /^config system interface edit "?([^"]+?)"?(?:$| set )(.*)$/,
  /^network interface (?:ethernet|vlan|loopback|tunnel|aggregate-ethernet) (\S+)(?:$| )(.*)$/,
  /^iface (\S+) inet6?(?:$| )(.*)$/,
  /^config interface '?([\w.-]+)'?(?:$| )(.*)$/,
];

/** The interfaces of a router, switch, firewall or host, in the order they are first named. */
export function deviceInterfaces({ statements }: ConfigText): DeviceInterface[] {
  const found = new Map<string, DeviceInterface>();
  for (const statement of statements) {
    const whole = wholeTextOf(statement).slice(0, 500);
    const match = forms.map((form) => form.exec(whole)).find((each) => each);
    if (!match) continue;
    const name = match[1]!;
    const known = found.get(name) ?? { name, line: statement.line, settings: [] };
    found.set(name, known);
    if (match[2]) known.settings.push({ text: match[2], line: statement.line });
  }
  return [...found.values()];
}

/** Whether a name as people say it (`gi0/1`, `eth 1`) is that of an interface. */
export function isCalled({ name }: DeviceInterface, asked: string): boolean {
  const [wanted, own] = [parts(asked), parts(name)];
  return (
    wanted.number === own.number &&
    (wanted.word === own.word ||
      (wanted.word.length >= 2 && own.word.startsWith(wanted.word)) ||
      (wanted.word.length >= 2 && own.word.startsWith('port-channel') && wanted.word === 'po'))
  );
}

function parts(name: string): { word: string; number: string } {
  const match = /^([a-z-]*?)[\s-]{0,80}([\d/.:]*)$/i.exec(name.trim());
  return { word: (match?.[1] ?? name).toLowerCase(), number: match?.[2] ?? '' };
}

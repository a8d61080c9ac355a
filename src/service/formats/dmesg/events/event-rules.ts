import { anyOf } from '#core/any-of.ts';
import { deviceEvents } from './device-events.ts';
import type { EventRule } from './event-rule.ts';
import { machineEvents } from './machine-events.ts';
import { memoryEvents } from './memory-events.ts';
import { storageEvents } from './storage-events.ts';

const rules: readonly EventRule[] = [...memoryEvents, ...storageEvents, ...deviceEvents, ...machineEvents];

/** Words of which every message that has a rule holds one; most lines hold none and cost one pass. */
const telling = anyOf([
  /error|Error|ERROR|fail|Fail|timeout|timed out|imeout|segfault|traps: |unhandled|Unhandled/,
  /kmemleak|lowmemorykiller|Memory failure|memory|Corrupt|corrupt|read-?only|readonly|journal/,
  /not respond|root |LOCKUP|starved|Hardware|Machine check|EDAC|emperature|voltage|clocksource/,
  /atchdog|PM: |Freezing|dropped|suppressed|reboot: |sysrq: |FAULT_INJECTION|taints|USB |usb /,
  /enumerate|HC died|halt|irmware|symbol|module|nobody cared|Disabling IRQ|HANG|[Hh]ang|NVRM|AER/,
  /DMAR|AMD-Vi|smmu|NETDEV|ink |carrier|deauth|denied |lost|overflow|flooding|offline|disabl|reset/,
  /Sense Key|Emask|stuck|Internal|shut down|inconsisten|nvalid|xist|frozen|[Gg][Pp][Uu]|giving up/,
  /emoved|removal|nouveau|\[ ?\d+\] [A-Z]\w+(?: +\(First\))?$/,
]);

const longestMessage = 1024;

/** The rule a message falls under, with what its form captured; the first in the list wins. */
export function eventOf(message: string): { rule: EventRule; parts: (string | undefined)[] } | undefined {
  const text = message.length > longestMessage ? message.slice(0, longestMessage) : message;
  if (!telling.test(text)) return undefined;
  for (const rule of rules) {
    if (rule.holds !== undefined && !rule.holds.some((word) => text.includes(word))) continue;
    const match = rule.form.exec(text);
    if (match !== null) return { rule, parts: match.slice(1) };
  }
  return undefined;
}

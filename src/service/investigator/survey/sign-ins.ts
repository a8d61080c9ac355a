import type { SignIns, Spot } from './survey.ts';

const hint = /password|publickey|authentication|log(?:ged)? ?-?in|sign(?:ed)?[ -]?in|credential/i;
const refused =
  /(?:failed|invalid|incorrect|wrong|bad) (?:password|credentials?|login|log-in|sign-?in|authentication)|authentication fail\w{0,4}|(?:log|sign)-?in (?:failed|failure|refused|denied)/i;
const accepted =
  /\baccepted (?:password|publickey|keyboard-interactive\S{0,10})|(?:log|sign)-?in (?:succe\w{1,7}|accepted|ok)\b|successful (?:log|sign)-?in|\b(?:logged|signed) in\b|authentication succe\w{1,7}/i;
const address =
  /(?:from[ =]|rhost=|ip[=:] ?|client[=:] ?|src[=:] ?|addr[=:] ?)\[?((?:\d{1,3}\.){3}\d{1,3}|[0-9a-f]{1,4}:[0-9a-f:]{3,40})\b/i;
const user =
  /(?:for (?:invalid user )?|user[=:]? ?|account[=:]? ?|login[=:]? ?)["']?([\w.@\\-]{1,64}?)["']?(?=[\s,;'"]|$)/i;
const maxAddresses = 2000;
const maxUsers = 200;

/** Follows refused and accepted sign-ins by the address they come from. */
export function watchSignIns(): { see(message: string, spot: Spot): void; signIns: Map<string, SignIns> } {
  const signIns = new Map<string, SignIns>();
  return {
    signIns,
    see(message, spot) {
      if (!hint.test(message)) return;
      const isAccepted = accepted.test(message);
      if (!isAccepted && !refused.test(message)) return;
      const from = address.exec(message)?.[1];
      if (from === undefined) return;
      const who = user.exec(message)?.[1] ?? '';
      let one = signIns.get(from);
      if (one === undefined) {
        if (isAccepted || signIns.size >= maxAddresses) return;
        one = { refused: 0, users: new Set(), first: spot, last: spot };
        signIns.set(from, one);
      }
      if (isAccepted) {
        // One wrong try and then the right one is a person at a keyboard.
        if (one.refused >= 10) one.accepted ??= { user: who, spot, refusedBefore: one.refused };
        return;
      }
      one.refused++;
      one.last = spot;
      if (one.users.size < maxUsers) one.users.add(who);
    },
  };
}

import type { Entity } from './entities.ts';
import { first } from './entity-values.ts';

/** Whoever acts: by a login, or as a person at work. */
export const userEntity: Entity = {
  kind: 'user',
  nouns:
    /^(?:user|username|account|login|customer|member|person|people|who|employee|subscriber|player|driver|operator|worker|technician|cashier|clerk|pilot|rider)$/,
  fields: [
    'user',
    'username',
    'user_name',
    'cs_username',
    'account_name',
    'srcuser',
    'user_id',
    'userid',
    'uid',
    'account',
    'account_id',
    'customer',
    'customer_id',
    'login',
    'member',
    'subscriber',
    'email',
    'principal',
    'actor',
    'owner',
    'driver',
    'operator',
    'employee',
    'person',
    'player',
    'cashier',
    'clerk',
    'technician',
    'worker',
    'staff',
    'pilot',
    'rider',
    'bediener',
    'fahrer',
    'mitarbeiter',
  ],
  inText: (text) =>
    first(/\bfor (?:invalid user |illegal user |user )?([\w.@\\-]{1,64}) from\b/, text) ??
    first(
      /(?:^|[\]:>|] )((?!(?:user|client|server|it|has|was|session|host)\b)[A-Za-z_][\w.@-]{1,63}) (?:lost connection|(?:has )?(?:joined|left) the|(?:has )?logged (?:in|out|on|off)|signed (?:in|out)|was (?:kicked|banned)|issued server command)\b/,
      text,
    ) ??
    first(
      /\b(?:user(?:name)?|account|customer|login)(?:[_ ]?id)?(?:[=:]\s?|\s)["']?((?!is\b|was\b|by\b|has\b|not\b|from\b|in\b|and\b|with\b|to\b)[\w.@\\+-]{2,64})/i,
      text,
    ),
};

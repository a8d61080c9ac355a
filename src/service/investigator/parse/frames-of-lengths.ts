import { type Frame, forms } from './frame.ts';
import { isOfKind } from './frames-of-events.ts';
import {
  among,
  bound,
  count,
  kindOf,
  noun,
  ofThem,
  ofTimes,
  part,
  stat,
  them,
  timeOf,
  what,
} from './operation-meant.ts';
import { isLeast, takeOf } from './said-in-forms.ts';
import { serialHolding } from './things-named.ts';

const figure: Frame['plain'] = ({ Stat }, [event], schema) => ofTimes(event, schema, takeOf(Stat));
const mean: Frame['plain'] = (_, [event], schema) => ofTimes(event, schema, { take: 'mean' });
const total: Frame['plain'] = (_, [event], schema) => ofTimes(event, schema, { take: 'sum' });
const which: Frame['plain'] = ({ Sup }, [event], schema) =>
  event?.operation === undefined || isOfKind(event.said, { ...schema, operation: event.operation })
    ? undefined
    : ofTimes(event, schema, {
        take: isLeast(Sup) ? 'min' : 'max',
        by: event.operation.name,
        order: isLeast(Sup) ? 'least' : 'most',
      });

const beyond =
  (sign: '>' | '<', take: 'count' | 'share' = 'count'): Frame['plain'] =>
  ({ X }, [event], schema) =>
    /^[\d.]+ ?[a-z]+$/i.test(X ?? '')
      ? ofThem(
          event,
          schema,
          (operation) => {
            const time = timeOf(operation, schema);
            return time && { field: time.name, is: sign, value: bound(X) };
          },
          take,
        )
      : undefined;

const whose: Frame['plain'] = ({ Noun = '', Sup, Stat }, [event], schema) => {
  const by = event?.operation && kindOf(Noun, schema, event.operation);
  const isOfLeast = isLeast(Sup);
  return (
    by &&
    ofTimes(event, schema, {
      ...(Stat === undefined ? { take: isOfLeast ? ('min' as const) : ('max' as const) } : takeOf(Stat)),
      by: by.name,
      order: isOfLeast ? 'least' : 'most',
    })
  );
};

/** Of one that the program numbers. */
const ofOne: Frame['plain'] = ({ I = '' }, _, schema) => {
  const operation = serialHolding([I], schema);
  const time = operation && timeOf(operation, schema);
  return (
    time && {
      query: { take: 'max', of: time.name, where: [{ field: operation.name, is: '=', value: I }] },
      isSure: true,
    }
  );
};
/** On average, in the second half of the time. */
const slowerLater: Frame['plain'] = ({ Way = '' }, [event], schema) =>
  ofTimes(event, schema, {
    take: 'compare',
    expects: /^(?:slow|long)/i.test(Way) ? 'more' : 'fewer',
    window: { half: 'second' },
    than: { half: 'first' },
  });

const sup = '(?<Sup>quickest|fastest|shortest|slowest|longest)';
const length = '(?:duration|run ?time|length|time taken|time)';
const longer = '(?:longer than|more than|over|above|slower than|exceeding)';
const shorter = '(?:less than|under|below|faster than|within|quicker than|shorter than)';
const doing = '(?:that |which )?(?:took|take|lasted|needed|ran|were|was|with a duration|finished in|completed in)';

/** Forms that ask how long what the program numbers took. */
export const framesOfLengths: readonly Frame[] = (
  [
    [`${what}${stat}(?: of)?(?: the)? ${length} ${among} ${them}`, figure],
    [`${what}${stat}(?: of)? ${them} (?:duration|run ?time)`, figure],
    [`(?:on average,? )?how long (?:do|does|did) ${them} take(?: on average)?`, mean],
    [
      `how long (?:do|does|did) the ${sup}(?: of| among)? ${them} (?:take|last|run)`,
      ({ Sup, ...slots }, events, schema) => figure({ ...slots, Stat: Sup ?? '' }, events, schema),
    ],
    [
      `how (?:fast|quick|slow|long) was the ${sup}(?: of| among)? ${them}`,
      ({ Sup, ...slots }, events, schema) => figure({ ...slots, Stat: Sup ?? '' }, events, schema),
    ],
    [
      `what did the ${sup} ${them} take`,
      ({ Sup, ...slots }, events, schema) => figure({ ...slots, Stat: Sup ?? '' }, events, schema),
    ],
    [`${what}(?:duration|run ?time|length) of (?:[a-z]+ )*{I}`, ofOne],
    [`how long did (?:[a-z]+ )*{I} (?:take|last|run)`, ofOne],
    [`(?:[a-z]+ )+{I}:? (?:duration|run ?time|length)`, ofOne],
    [`(?:the )?${sup} ${them}(?: ?\\((?:id|number|which|name)\\))?`, which],
    [`${what}id of (?:the )?${sup} (?:(?:of|among|one of|one among) )?${them}`, which],
    [`${what}id of ${them} with the ${sup} ${length}`, which],
    [`which(?: one)? of ${them} (?:took|ran|lasted|was) (?:the )?${sup}`, which],
    [`which ${them} (?:took|ran|lasted|was|is) (?:the )?${sup}(?: time)?`, which],
    [
      `which ${noun} is (?:the )?${sup} on average for ${them}`,
      (slots, events, schema) => whose({ ...slots, Stat: 'mean' }, events, schema),
    ],
    [
      `which ${noun} (?:has|had) the (?<Sup>highest|longest|largest|lowest|shortest) ${stat} ${length} ${among} ${them}`,
      whose,
    ],
    [
      `(?<Sup>highest|longest|largest|lowest|shortest) ${stat} ${length} ${among} ${them}[:,] (?:which|what) ${noun}`,
      whose,
    ],
    [
      `${what}(?:total|overall) (?:time|duration) (?:spent )?(?:in|on|of|for) ${them}(?:, all durations added up)?`,
      total,
    ],
    [`${what}sum of (?:the |all )*(?:durations|times|lengths) of ${them}`, total],
    [
      `were ${them} (?<Way>slower|faster|quicker|longer|shorter)(?: \\(.*\\))? in the second half(?: of the (?:log|file|period|time))?(?: compared (?:with|to) the first(?: half)?| than in the first(?: half)?)?`,
      slowerLater,
    ],
    [`${count} ${them} ${doing} ${longer} {X}`, beyond('>')],
    [`${count} ${them} ${longer} {X}`, beyond('>')],
    [`${them} (?:${doing} )?${longer} {X}[:,]? (?:how many|count)`, beyond('>')],
    [`${count} ${them} (?:${doing} )?${shorter} {X}`, beyond('<')],
    [`${them} (?:${doing} )?${shorter} {X}[:,]? (?:how many|count)`, beyond('<')],
    [`${part} ${them} (?:${doing} )?${longer} {X}`, beyond('>', 'share')],
    [`${part} ${them} (?:${doing} )?${shorter} {X}`, beyond('<', 'share')],
  ] satisfies readonly (readonly [string, Frame['plain']])[]
).map(([text, plain]) => ({ patterns: forms(text), plain }));

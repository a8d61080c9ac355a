import { isOfWriters } from './aliases.ts';
import { learnOutage } from './learn-outage.ts';
import { kindOf } from './names-in-places.ts';
import { type Column, columnNamed, oncePerSample, type Schema } from './schema.ts';

/**
 * What takes part in what the file numbers: the machine that does it and can be out of order, and for whom it is done.
 * A question calls them by names of its trade, "which charger", "per analyst", that no line has.
 */
interface Participants {
  machine?: Column;
  party?: Column;
}

const participantsOf = oncePerSample((schema) => learnt(schema));

/** So many of the lines that number something name what takes part in it, and each of those again and again. */
const leastShare = 0.8;
const linesForEach = 3;
const noParticipant =
  /^(?:level|outcome|message|msg|event|source|logger|thread|new value|old value|(?:stated )?reason|cause|exception|method|path|ts|time|timestamp)$/i;

function learnt(schema: Schema): Participants {
  const { operation, columns, sample } = schema;
  const down = learnOutage(schema)?.column;
  if (operation === undefined) return down === undefined ? {} : { machine: down };
  const held = sample.filter((record) => operation.read(record) !== undefined);
  const taking = columns.filter((column) => {
    if (column.isNumber || column.isLabel === true || column.isSerial === true) return false;
    if (isOfWriters(column) || noParticipant.test(column.name)) return false;
    const named = held.flatMap((record) => column.read(record) ?? []);
    const kinds = new Set(named).size;
    return named.length >= held.length * leastShare && kinds > 1 && kinds * linesForEach <= named.length;
  });
  const machine = taking.find((column) => down !== undefined && areOf(column, down)) ?? onlyNumbered(taking);
  const [party, second] = taking.filter((column) => column !== machine);
  return {
    ...(machine === undefined ? {} : { machine }),
    ...(machine === undefined || party === undefined || second !== undefined ? {} : { party }),
  };
}

/** The same things, in whichever places lines name them. */
const areOf = ({ values }: Column, others: Column): boolean =>
  [...others.values.keys()].filter((name) => values.has(name)).length > others.values.size / 2;

/** `HPLC-4`, `web12`: people have no numbers. */
function onlyNumbered(columns: readonly Column[]): Column | undefined {
  const [one, second] = columns.filter(({ values }) => [...values.keys()].every((name) => /\d/.test(name)));
  return second === undefined ? one : undefined;
}

const parties =
  /^(?:analyst|buyer|caller|client|consumer|courier|customer|driver|host|member|merchant|operator|owner|passenger|patient|person|player|producer|project|publisher|recipient|requester|sender|shop|store|student|subscriber|supplier|technician|tenant|user)s?$/i;
/** A noun for what does the work. */
const isMachine =
  /^(?:(?:build )?agent|backend|boiler|bot|box|broker|camera|chamber|charger|charg(?:e|ing) ?point|conveyor|crane|device|drone|elevator|gateway|instrument|kiln|lane|lift|line|link|lock|machine|oven|peer|pod|point|press|printer|pump|reader|robot|router|runner|scanner|sensor|shard|sorter|station|switch|terminal|till|train|truck|tunnel|turbine|unit|valve|vault|vehicle|worker)e?s?$/i;

/** The column that a noun names which the file has for none; undefined where it has one, or the noun is of neither kind. */
export function participantCalled(noun: string, schema: Schema): Column | undefined {
  const kind = parties.test(noun) ? 'party' : isMachine.test(noun) ? 'machine' : undefined;
  const one = noun.toLowerCase().replace(/s$/, '');
  const own = columnNamed(schema, one);
  // The one machine that writes all lines is not what is told apart.
  if (kind === undefined || (own?.values.size ?? 0) > 1) return undefined;
  return namedAfter(schema).get(one) ?? participantsOf(schema)[kind];
}

/** `worker-1` and `worker-2` are workers: the first column most of whose names are of a kind, by that. */
const namedAfter = oncePerSample(({ columns }): ReadonlyMap<string, Column> => {
  const found = new Map<string, Column>();
  for (const column of columns) {
    const names = new Set(column.isNumber ? [] : column.values.keys());
    const kind = kindOf(names);
    const isMostly = kind !== undefined && [...names].filter((name) => name.startsWith(kind)).length * 2 > names.size;
    if (isMostly && !found.has(kind)) found.set(kind, column);
  }
  return found;
});

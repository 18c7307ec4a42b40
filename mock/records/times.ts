/** Properties that tell when something has happened to a record, and whether it has: `createdAt`, `updated_at`, `closed`. */
import type { Json, JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { partsOf, propertiesOf, requiredOf, typesOf } from '../../spec/model/schema-view.ts';
import { remembered } from '../../spec/remembered.ts';
import { allProperties } from '../../spec/resources/identifiers.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { Incoming } from './incoming.ts';
import type { Shelf } from './shelf.ts';

const WHEN = '(?:at|on|date|time|timestamp|datetime)*';
const CREATED = new RegExp(`^(?:date|time)?(?:created?|creation|inserted|added)${WHEN}$`);
const CHANGED = new RegExp(`^(?:date|time)?(?:last)?(?:updated?|modified|modification|changed?)${WHEN}$`);
/** What has not happened to a record that is new. */
const PAST =
  '(?:deleted|removed|discarded|trashed|archived|closed|edited|resolved|cancelled|canceled|completed|finished|revoked|disabled|suspended|blocked|banned|refunded|merged)';
const PAST_TIME = new RegExp(`^(?:date|time)?(?:last)?${PAST}${WHEN}$`);
const PAST_FACT = new RegExp(`^(?:is|was|has|hasbeen)?${PAST}$`);

type Property = readonly [name: string, schema: Schema];

interface Times {
  readonly created: readonly Property[];
  readonly changed: readonly Property[];
  /** Of what has not happened yet. */
  readonly past: readonly Property[];
  /** True where it has. */
  readonly facts: readonly Property[];
}

const timesOf = remembered(readTimes);

function readTimes({ shown }: Resource): Times {
  const properties = [...allProperties(shown)].map(([name, schema]) => ({
    property: [name, schema] as const,
    plain: name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase(),
    isTime: partsOf(schema).some(({ format }) => format === 'date-time'),
    isFact: typesOf(schema).has('boolean'),
  }));
  const times = (names: RegExp) =>
    properties.flatMap(({ property, plain, isTime }) => (isTime && names.test(plain) ? [property] : []));
  return {
    created: times(CREATED),
    changed: times(CHANGED),
    past: times(PAST_TIME),
    facts: properties.flatMap(({ property, plain, isFact }) =>
      isFact && PAST_FACT.test(plain) ? [property] : [],
    ),
  };
}

/** Where a seed makes a run like any other, time begins here, and a second passes with each change. */
const FIRST_TIME = Date.UTC(2025, 0, 1);

/** Not the name of a collection: those begin with a slash. */
const CLOCK = 'clock:';

async function now({ records, seed }: Pick<Shelf, 'records' | 'seed'>): Promise<Date> {
  if (seed === undefined) return new Date();
  return new Date(FIRST_TIME + 1_000 * (await records.nextNumber(CLOCK)));
}

/** A new record: made now, and nothing has happened to it. What the client can say stays as it is. */
export function freshRecord(
  shelf: Shelf,
  read: Incoming,
  record: JsonObject,
): JsonObject | Promise<JsonObject> {
  const { created, changed } = timesOf(shelf.resource);
  const isOwned = ([name]: Property) =>
    !Object.hasOwn(read.record, name) && !(read.schema !== undefined && canSay(read.schema, name));
  const stamped = [...created, ...changed].filter(isOwned);
  if (stamped.length === 0) return withoutPast(shelf.resource, record, isOwned);
  return now(shelf).then((time) => withoutPast(shelf.resource, set(record, stamped, time), isOwned));
}

/** The same for a generated record of the start; declared examples stay as they are. */
export function atTheStart(resource: Resource, record: JsonObject): JsonObject {
  const { created, changed } = timesOf(resource);
  if (resource.shown.some((schema) => partsOf(schema).some(({ examples }) => examples.length > 0)))
    return record;
  const isOwned = ([name, schema]: Property) =>
    schema.examples.length === 0 && !resource.asked.some((one) => canSay(one, name));
  const stamped = set(record, [...created, ...changed].filter(isOwned), new Date(FIRST_TIME));
  return withoutPast(resource, stamped, isOwned);
}

/** Sets when a record was changed last, unless the change itself has said so. */
export async function touch(
  { resource, ...shelf }: Shelf,
  schema: Schema | undefined,
): Promise<(old: JsonObject, changed: JsonObject) => JsonObject> {
  const requests = [...resource.asked, ...(schema === undefined ? [] : [schema])];
  const names = timesOf(resource).changed.filter(([name]) => !requests.some((one) => canSay(one, name)));
  if (names.length === 0) return (_old, changed) => changed;
  const time = await now(shelf);
  const isKept = (old: JsonObject, changed: JsonObject, name: string) => changed[name] === old[name];
  return (old, changed) =>
    set(
      changed,
      names.filter(([name]) => isKept(old, changed, name)),
      time,
    );
}

function canSay(schema: Schema, name: string): boolean {
  return propertiesOf(schema).get(name)?.readOnly === false;
}

/** With milliseconds, else without; as it was where the schema takes neither. */
function set(record: JsonObject, properties: readonly Property[], time: Date): JsonObject {
  const text = time.toISOString();
  const entries = properties.flatMap(([name, schema]): [string, Json][] => {
    const value = [text, text.replace(/\.\d+/, '')].find((one) => isValid(schema, one, 'response'));
    return value === undefined ? [] : [[name, value]];
  });
  return { ...record, ...Object.fromEntries(entries) };
}

function withoutPast(
  resource: Resource,
  record: JsonObject,
  isOwned: (property: Property) => boolean,
): JsonObject {
  const owned = pastOf(resource).filter(({ property }) => isOwned(property));
  if (owned.length === 0) return record;
  const dropped = new Set(owned.flatMap(({ property, value }) => (value === undefined ? [property[0]] : [])));
  const kept = Object.entries(record).filter(([name]) => !dropped.has(name));
  const told = owned.flatMap(({ property, value }): [string, Json][] =>
    value === undefined ? [] : [[property[0], value]],
  );
  return Object.fromEntries([...kept, ...told]);
}

interface Past {
  readonly property: Property;
  /** What says that it has not happened; undefined where the property is left out. */
  readonly value: Json | undefined;
}

/** None that is needed, and has no value for that. */
const pastOf = remembered((resource: Resource): readonly Past[] => {
  const { past, facts } = timesOf(resource);
  const needed = new Set(resource.shown.flatMap((schema) => [...requiredOf(schema)]));
  const accepts = ([, schema]: Property, value: Json) => isValid(schema, value, 'response');
  return [
    ...past.flatMap((property): Past[] => {
      if (accepts(property, null)) return [{ property, value: null }];
      return needed.has(property[0]) ? [] : [{ property, value: undefined }];
    }),
    ...facts.flatMap((property): Past[] => (accepts(property, false) ? [{ property, value: false }] : [])),
  ];
});

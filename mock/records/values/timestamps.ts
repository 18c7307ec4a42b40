/**
 * Properties with the time of an event in the life of a record, and flags for events: `createdAt`, `updated_at`,
 * `closed`.
 */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import { normalizeName } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes, requiredNames } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Collection } from '../collection.ts';
import { currentTime, SEEDED_START_TIME } from './clock.ts';
import { hasHappened, isPastFlag, isPastTime, TIME_SUFFIX } from './past-events.ts';
import type { SentRecord } from './sent-record.ts';

const CREATED = new RegExp(
  `^(?:date|time)?(?:created?|creation|inserted|added|uploaded|posted|submitted|registered|opened|joined)${TIME_SUFFIX}$`,
);
const CHANGED = new RegExp(`^(?:date|time)?(?:last)?(?:updated?|modified|modification|changed?)${TIME_SUFFIX}$`);
type Property = readonly [name: string, schema: Schema];

interface TimestampProperties {
  readonly created: readonly Property[];
  readonly changed: readonly Property[];
  /** Times of events that have not happened yet. */
  readonly pastTimes: readonly Property[];
  /** Flags of such events: true once they have happened. */
  readonly pastFlags: readonly Property[];
}

const timestampProperties = memoize(findTimestampProperties);

function findTimestampProperties({ responseSchemas }: Resource): TimestampProperties {
  const properties = [...mergedProperties(responseSchemas)].map(([name, schema]) => ({
    property: [name, schema] as const,
    plain: normalizeName(name),
    isTime: composedSchemas(schema).some(({ format }) => format === 'date-time'),
    isFlag: declaredTypes(schema).has('boolean'),
  }));
  const times = (isNamed: (plain: string) => boolean) =>
    properties.flatMap(({ property, plain, isTime }) => (isTime && isNamed(plain) ? [property] : []));
  return {
    created: times((plain) => CREATED.test(plain)),
    changed: times((plain) => CHANGED.test(plain)),
    pastTimes: times(isPastTime),
    pastFlags: properties.flatMap(({ property, plain, isFlag }) => (isFlag && isPastFlag(plain) ? [property] : [])),
  };
}

/** When the record was created, in milliseconds since 1970; undefined if it does not show that. */
export function creationTime(resource: Resource, record: JsonObject): number | undefined {
  const [[name] = []] = timestampProperties(resource).created;
  const time = name === undefined ? Number.NaN : Date.parse(String(record[name]));
  return Number.isNaN(time) ? undefined : time;
}

/** Sets the creation time of a new record and clears past events. Properties that clients can set are unchanged. */
export function withCreationTimestamps(
  collection: Collection,
  sent: SentRecord,
  record: JsonObject,
): JsonObject | Promise<JsonObject> {
  const { created, changed, pastTimes, pastFlags } = timestampProperties(collection.resource);
  if (created.length + changed.length + pastTimes.length + pastFlags.length === 0) return record;
  const isSetByServer = ([name]: Property) =>
    !Object.hasOwn(sent.record, name) && !(sent.schema !== undefined && isClientSettable(sent.schema, name));
  const resettable = new Set(pastEventResets(collection.resource).map(({ property }) => property));
  // Where the contract requires the time of an event, that is the present one: it must not be before the creation.
  const required = pastTimes.filter((property) => !resettable.has(property));
  const stamped = [...created, ...changed, ...required].filter(isSetByServer);
  if (stamped.length === 0) return clearPastEvents(collection.resource, record, isSetByServer);
  return currentTime(collection).then((time) =>
    clearPastEvents(collection.resource, setTimestamps(record, stamped, time), isSetByServer),
  );
}

/** The same for a generated initial record; declared examples are unchanged. */
export function withInitialTimestamps(resource: Resource, record: JsonObject): JsonObject {
  const { created, changed } = timestampProperties(resource);
  if (resource.responseSchemas.some((schema) => composedSchemas(schema).some(({ examples }) => examples.length > 0)))
    return record;
  const isSetByServer = ([name, schema]: Property) =>
    schema.examples.length === 0 && !resource.requestSchemas.some((one) => isClientSettable(one, name));
  const stamped = setTimestamps(record, [...created, ...changed].filter(isSetByServer), new Date(SEEDED_START_TIME));
  const isOver = (property: Property) => isSetByServer(property) && !hasHappened(record, property[0]);
  return notAfterLastChange(resource, clearPastEvents(resource, stamped, isOver));
}

/** For a record that was created at some time before: what its state shows to have happened keeps its time. */
export function withoutPastEvents(resource: Resource, record: JsonObject): JsonObject {
  const cleared = clearPastEvents(
    resource,
    record,
    ([name]) => !hasHappened(record, name) && !resource.requestSchemas.some((one) => isClientSettable(one, name)),
  );
  return notAfterLastChange(resource, cleared);
}

/** An event is a change: it happens at the time of the last one, or before. */
function notAfterLastChange(resource: Resource, record: JsonObject): JsonObject {
  const { changed, pastTimes } = timestampProperties(resource);
  const last = changed.map(([name]) => record[name]).find((value) => typeof value === 'string');
  if (last === undefined) return record;
  const isLater = ([name]: Property) => Date.parse(String(record[name])) > Date.parse(last);
  const hasExample = ([, schema]: Property) => composedSchemas(schema).some(({ examples }) => examples.length > 0);
  const later = pastTimes.filter((one) => isLater(one) && !hasExample(one) && isValid(one[1], last, 'response'));
  return { ...record, ...Object.fromEntries(later.map(([name]) => [name, last])) };
}

/** Sets the time of the last change, and of an event that the new state shows, unless the change itself sets them. */
export async function createTimestampUpdater(
  { resource, ...collection }: Collection,
  schema: Schema | undefined,
): Promise<(old: JsonObject, changed: JsonObject) => JsonObject> {
  const requests = [...resource.requestSchemas, ...(schema === undefined ? [] : [schema])];
  const isSetByServer = ([name]: Property) => !requests.some((one) => isClientSettable(one, name));
  const names = timestampProperties(resource).changed.filter(isSetByServer);
  const events = timestampProperties(resource).pastTimes.filter(isSetByServer);
  if (names.length + events.length === 0) return (_old, changed) => changed;
  const time = await currentTime(collection);
  const isKept = (old: JsonObject, changed: JsonObject, name: string) => changed[name] === old[name];
  return (old, changed) => {
    const stamped = setTimestamps(
      changed,
      names.filter(([name]) => isKept(old, changed, name)),
      time,
    );
    return events
      .filter(([name]) => isKept(old, changed, name) && hasHappened(old, name) !== hasHappened(changed, name))
      .reduce((record, event) => withEventTime(resource, record, { event, time }), stamped);
  };
}

interface Event {
  readonly event: Property;
  readonly time: Date;
}

/** The present time, or none for an event that the new state undoes. */
function withEventTime(resource: Resource, record: JsonObject, { event, time }: Event): JsonObject {
  if (hasHappened(record, event[0])) return setTimestamps(record, [event], time);
  return clearPastEvents(resource, record, ([name]) => name === event[0]);
}

function isClientSettable(schema: Schema, name: string): boolean {
  return declaredProperties(schema).get(name)?.readOnly === false;
}

/** With milliseconds, or else without; unchanged if the schema allows neither. */
function setTimestamps(record: JsonObject, properties: readonly Property[], time: Date): JsonObject {
  const text = time.toISOString();
  const entries = properties.flatMap(([name, schema]): [string, Json][] => {
    const value = [text, text.replace(/\.\d+/, '')].find((one) => isValid(schema, one, 'response'));
    return value === undefined ? [] : [[name, value]];
  });
  return { ...record, ...Object.fromEntries(entries) };
}

function clearPastEvents(
  resource: Resource,
  record: JsonObject,
  isSetByServer: (property: Property) => boolean,
): JsonObject {
  const resets = pastEventResets(resource).filter(({ property }) => isSetByServer(property));
  if (resets.length === 0) return record;
  const dropped = new Set(resets.flatMap(({ property, value }) => (value === undefined ? [property[0]] : [])));
  const kept = Object.entries(record).filter(([name]) => !dropped.has(name));
  const resetValues = resets.flatMap(({ property, value }): [string, Json][] =>
    value === undefined ? [] : [[property[0], value]],
  );
  return Object.fromEntries([...kept, ...resetValues]);
}

interface PastEventReset {
  readonly property: Property;
  /** The value for an event that has not happened; undefined if the property is omitted. */
  readonly value: Json | undefined;
}

/** Excludes required properties without such a value. */
const pastEventResets = memoize((resource: Resource): readonly PastEventReset[] => {
  const { pastTimes, pastFlags } = timestampProperties(resource);
  const needed = new Set(resource.responseSchemas.flatMap((schema) => [...requiredNames(schema)]));
  const accepts = ([, schema]: Property, value: Json) => isValid(schema, value, 'response');
  return [
    ...pastTimes.flatMap((property): PastEventReset[] => {
      if (accepts(property, null)) return [{ property, value: null }];
      return needed.has(property[0]) ? [] : [{ property, value: undefined }];
    }),
    ...pastFlags.flatMap((property): PastEventReset[] =>
      accepts(property, false) ? [{ property, value: false }] : [],
    ),
  ];
});

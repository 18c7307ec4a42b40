/** Made-up records in the order of events: a comment is not older than its ticket. */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { composedSchemas } from '../../../spec/model/schema-view.ts';
import { findReferencedResource } from '../../../spec/resources/foreign-keys.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import { findParent } from '../../../spec/resources/parents.ts';
import { parameterNames } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { REFERENCE_DATE } from '../../made-up/faker.ts';
import { type Collection, recordKey } from '../collection.ts';
import { hasOwnValue } from '../relations/person-values.ts';
import { creationTime } from '../values/timestamps.ts';

interface EventContext {
  readonly resources: readonly Resource[];
  readonly createCollection: (resource: Resource, parents: readonly Json[]) => Collection;
}

/** Those that others refer to come first, so that their times are known; `first` is the very first. */
export function byReferences(resources: readonly Resource[], first: Resource | undefined): readonly Resource[] {
  const ordered = new Set<Resource>(first === undefined ? [] : [first]);
  const begun = new Set<Resource>(ordered);
  const visit = (resource: Resource): void => {
    if (begun.has(resource)) return;
    begun.add(resource);
    for (const other of referredResources(resource, resources)) visit(other);
    ordered.add(resource);
  };
  for (const resource of resources) visit(resource);
  return [...ordered];
}

function referredResources(resource: Resource, resources: readonly Resource[]): readonly Resource[] {
  const parent = findParent(resource, resources)?.resource;
  const referred = [...mergedProperties(resource.responseSchemas).keys()].flatMap(
    (name) => findReferencedResource([name], resources) ?? [],
  );
  return parent === undefined ? referred : [parent, ...referred];
}

/** When the youngest of the records was created that the record belongs to, in milliseconds since 1970. */
export async function earliestTime(
  { resource, parents }: Pick<Collection, 'resource' | 'parents'>,
  record: JsonObject,
  context: EventContext,
): Promise<number> {
  const { resources } = context;
  const parent = findParent(resource, resources)?.resource;
  const places = Object.entries(record).flatMap(([name, id]): RecordPlace[] => {
    const referred = findReferencedResource([name], resources);
    const isTop = referred !== undefined && referred !== resource && parameterNames(referred.collection).length === 0;
    return isTop && typeof id !== 'object' ? [{ resource: referred, parents: [], id }] : [];
  });
  const depth = parent === undefined ? 0 : parameterNames(parent.collection).length;
  const above = parents[depth];
  if (parent !== undefined && above !== undefined)
    places.push({ resource: parent, parents: parents.slice(0, depth), id: above });
  const times = await Promise.all(places.map((place) => creationTimeAt(place, context)));
  return Math.max(0, ...times);
}

interface RecordPlace {
  readonly resource: Resource;
  readonly parents: readonly Json[];
  readonly id: Json;
}

async function creationTimeAt({ resource, parents, id }: RecordPlace, context: EventContext): Promise<number> {
  const { records, name } = context.createCollection(resource, parents);
  const found = await records.read(name, recordKey(resource, id));
  return (found && creationTime(resource, found.value)) ?? 0;
}

const END = Date.parse(REFERENCE_DATE);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The record with its times as much later as it must be created later, in the same order as those of others. */
export function notBefore(resource: Resource, record: JsonObject, earliest: number): JsonObject {
  const created = creationTime(resource, record);
  if (created === undefined || created >= earliest) return record;
  const fraction = Math.min(1, Math.max(0, 1 - (END - created) / (365 * DAY)));
  const begin = earliest + fraction * Math.max(DAY, END - earliest);
  const delay = Math.ceil((begin - created) / MINUTE) * MINUTE;
  const properties = mergedProperties(resource.responseSchemas);
  const later = Object.entries(record).flatMap(([name, value]): [string, Json][] => {
    const schema = properties.get(name);
    const isTime = schema !== undefined && composedSchemas(schema).some(({ format }) => format === 'date-time');
    const time = isTime && typeof value === 'string' && !hasOwnValue(schema) ? Date.parse(value) : Number.NaN;
    if (schema === undefined || Number.isNaN(time)) return [];
    const text = new Date(time + delay).toISOString();
    const shown = [text.replace('.000', ''), text].find((one) => isValid(schema, one, 'response'));
    return shown === undefined ? [] : [[name, shown]];
  });
  return { ...record, ...Object.fromEntries(later) };
}

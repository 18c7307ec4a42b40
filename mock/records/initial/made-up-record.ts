/** The made-up value of an initial record; its references name records that exist. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { normalizeName } from '../../../spec/model/name-parts.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { findReferencedResource } from '../../../spec/resources/foreign-keys.ts';
import { lastLiteral, matchPath, parameterNames } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { MadeUpValues } from '../../made-up/made-up-values.ts';
import { withId } from '../collection.ts';
import { withoutParentOfOwnKind } from '../nesting/parent-of-own-kind.ts';
import { withComputedProperties } from '../relations/described-values.ts';
import { findPeople, identifiesPerson } from '../relations/person-properties.ts';
import { withPersonValues } from '../relations/person-values.ts';
import { withInitialTimestamps, withoutPastEvents } from '../values/timestamps.ts';

export interface InitialRecordPlace {
  /** Without the prefix. */
  readonly collection: string;
  readonly id: Json;
}

export interface RecordMaker {
  /** `varied` for one of many: it shares only its defaults with others. `attempt` gives another value for the same id. */
  readonly make: (
    resource: Resource,
    record: InitialRecordPlace,
    mode: 'plain' | 'varied',
    attempt?: number,
  ) => JsonObject;
}

/** The record of a person by its identifier. */
export type FindPerson = (id: Json) => JsonObject | undefined;

/** What a record shows of people is what their own records show. */
export function withPeople(resource: Resource, record: JsonObject, findPerson: FindPerson): JsonObject {
  const [schema] = resource.responseSchemas;
  if (schema === undefined) return record;
  const shown = withPersonValues(record, schema, findPerson);
  return shown === record || isValid(schema, shown, 'response') ? shown : record;
}

/** `ids`: those of the initial records, of collections that are not below others. */
export function createRecordMaker(madeUp: MadeUpValues, ids: ReadonlyMap<Resource, readonly Json[]>): RecordMaker {
  const resources = [...ids.keys()];
  const people = findPeople(resources);
  return {
    make: (resource, { collection, id }, mode, attempt = 0) => {
      const key = `${collection} ${String(id)}${attempt === 0 ? '' : ` ${attempt}`}`;
      const shape = recordShape(resource, mode);
      if (shape === undefined) return withId(resource, {}, id);
      const parents = matchPath(resource.collection, collection) ?? [];
      const findReference = (path: readonly string[], place: string) =>
        parentId(path, resource, parents) ?? referredId(path, { resource, resources, people, ids, place });
      const objectNames = [lastLiteral(resource.collection)];
      const made = madeUp.makeUp(shape.value, shape.schema, { key, mode, objectNames, findReference });
      const value = withoutParentOfOwnKind(resource, isJsonObject(made) ? made : shape.value);
      const timed = mode === 'varied' ? withoutPastEvents(resource, value) : withInitialTimestamps(resource, value);
      return withId(resource, withComputedProperties(resource, timed), id);
    },
  };
}

interface RecordShape {
  readonly schema: Schema;
  readonly value: JsonObject;
}

/** The first response that is an object. One of many does not copy an example of the whole record. */
function recordShape({ responseSchemas }: Resource, mode: 'plain' | 'varied'): RecordShape | undefined {
  const optional = mode === 'varied' ? 'all' : 'examples';
  for (const schema of responseSchemas) {
    const value = sampleValue(schema, 'response', { optional });
    if (isJsonObject(value)) return { schema, value };
  }
  return undefined;
}

/** An order below `/users/7` has the `userId` 7. */
function parentId(
  path: readonly string[],
  { collection, idName }: Resource,
  parents: readonly Json[],
): Json | undefined {
  const [name, ...deeper] = path;
  if (name === undefined || deeper.length > 0 || name === idName) return undefined;
  const index = parameterNames(collection).findIndex((one) => normalizeName(one) === normalizeName(name));
  return index < 0 ? undefined : asNumber(parents[index]);
}

/** Values of a path are texts. */
function asNumber(value: Json | undefined): Json | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

interface ReferenceContext {
  readonly resource: Resource;
  readonly resources: readonly Resource[];
  /** To whom `authorId` and `createdBy` refer. */
  readonly people: Resource | undefined;
  readonly ids: ReadonlyMap<Resource, readonly Json[]>;
  /** Where the reference is. */
  readonly place: string;
}

function referredId(
  path: readonly string[],
  { resource, resources, people, ids, place }: ReferenceContext,
): Json | undefined {
  const last = path.at(-1);
  // An object has `id` as its own name; only within another object it refers to something.
  if (last === undefined || (path.length === 1 && (last === resource.idName || normalizeName(last) === 'id')))
    return undefined;
  const referred = findReferencedResource(path, resources) ?? (identifiesPerson(path) ? people : undefined);
  const known = (referred === undefined ? undefined : ids.get(referred)) ?? [];
  return known[spread(place) % Math.max(known.length, 1)];
}

function spread(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003, 7);
}

/**
 * Records that users provide. They may leave out what the mock makes up for a POST: identifiers, defaults, times, and
 * what clients cannot send.
 */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { declaredProperties, itemsSchema, requiredNames } from '../../../spec/model/schema-view.ts';
import { mergedProperties } from '../../../spec/resources/identifiers.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { describeViolation, isValid, type Violation, validate } from '../../../spec/validation/validate.ts';
import { withInitialTimestamps } from '../values/timestamps.ts';
import { unsetValue } from '../values/unset-values.ts';

/** Whether the record conforms as it is, without anything that the mock would add. */
export function isAcceptedRecord(resource: Resource, given: JsonObject): boolean {
  const { responseSchemas, requestSchemas } = resource;
  if (responseSchemas.length + requestSchemas.length === 0) return true;
  const isShown = isValidAs(responseSchemas, shownPart(resource, given), 'response');
  return wrongRequestParts(resource, given).length === 0 && (isShown || isValidAs(requestSchemas, given, 'request'));
}

/** Replaces the parts of a generated value by realistic ones. */
type MakeUp = (value: Json, schema: Schema) => Json;

const asGenerated: MakeUp = (value) => value;

/** `place` names the record in messages. Throws `record-invalid`. */
export function completeRecord(
  resource: Resource,
  given: JsonObject,
  place: string,
  makeUp: MakeUp = asGenerated,
): JsonObject {
  const { responseSchemas, requestSchemas } = resource;
  const [shown] = responseSchemas;
  const isAccepted = (value: JsonObject) =>
    isValidAs(responseSchemas, shownPart(resource, value), 'response') || isValidAs(requestSchemas, value, 'request');
  const completed =
    shown === undefined
      ? given
      : completeObject({ shown, requests: requestSchemas, makeUp }, given, sampleRecord(resource, makeUp));
  const wrong = wrongRequestParts(resource, given);
  const accepted = [completed, given].find(isAccepted);
  if (wrong.length === 0 && (accepted !== undefined || responseSchemas.length + requestSchemas.length === 0))
    return accepted ?? given;
  const [schema, direction]: readonly [Schema | undefined, Direction] =
    shown === undefined ? [requestSchemas[0], 'request'] : [shown, 'response'];
  const value = shown === undefined ? given : shownPart(resource, completed);
  const violations = schema === undefined || accepted !== undefined ? [] : validate(schema, value, direction);
  throw new InvalidRecordError([...violations, ...wrong], place);
}

/** An object that no collection contains, such as `/me`, as the response declares it. Throws `record-invalid`. */
export function completeSingleObject(
  schema: Schema,
  given: JsonObject,
  place: string,
  makeUp: MakeUp = asGenerated,
): JsonObject {
  const sample = sampleOf(schema, makeUp);
  const shape = { shown: schema, requests: [], makeUp };
  const completed = completeObject(shape, given, sample !== undefined && isJsonObject(sample) ? sample : {});
  const accepted = [completed, given].find((value) => isValid(schema, value, 'response'));
  if (accepted !== undefined) return accepted;
  throw new InvalidRecordError(validate(schema, completed, 'response'), place);
}

/** What a record looks like if nothing else is known of it. */
function sampleRecord(resource: Resource, makeUp: MakeUp): JsonObject {
  const samples = resource.responseSchemas.map((schema) => sampleOf(schema, makeUp));
  const sample = withInitialTimestamps(
    resource,
    samples.find((value) => value !== undefined && isJsonObject(value)) ?? {},
  );
  const [shown] = resource.responseSchemas;
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, unsetValue(resource, shown, { name, value })]),
  );
}

function sampleOf(schema: Schema, makeUp: MakeUp): Json | undefined {
  const sample = sampleValue(schema, 'response');
  return sample === undefined ? undefined : makeUp(sample, schema);
}

interface ObjectShape {
  readonly shown: Schema;
  /** How requests declare the object, as far as they do. */
  readonly requests: readonly Schema[];
  readonly makeUp: MakeUp;
}

/** Of what is made up, optional properties stay absent. */
function completeObject({ shown, requests, makeUp }: ObjectShape, given: JsonObject, sample: JsonObject): JsonObject {
  const required = requiredNames(shown);
  const isMadeUp = (name: string, part: Schema) => {
    const sent = requests.flatMap((one) => declaredProperties(one).get(name) ?? []);
    const isUnsendable = part.readOnly || (requests.length > 0 && sent.every(({ readOnly }) => readOnly));
    return isUnsendable && required.has(name);
  };
  const entries = [...declaredProperties(shown)].flatMap(([name, part]): [string, Json][] => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined) {
      const inner = requests.flatMap((one) => declaredProperties(one).get(name) ?? []);
      return [[name, completeNested({ shown: part, requests: inner, makeUp }, value)]];
    }
    const initial = flattenSchema(part).default?.value;
    const made = initial ?? (isMadeUp(name, part) ? sample[name] : undefined);
    return made === undefined ? [] : [[name, made]];
  });
  return { ...given, ...Object.fromEntries(entries) };
}

function completeNested({ shown, requests, makeUp }: ObjectShape, value: Json): Json {
  if (isJsonArray(value)) {
    const items = itemsSchema(shown);
    const sentItems = requests.flatMap((one) => itemsSchema(one) ?? []);
    return items === undefined
      ? value
      : value.map((one) => completeNested({ shown: items, requests: sentItems, makeUp }, one));
  }
  if (!isJsonObject(value)) return value;
  const sample = sampleOf(shown, makeUp);
  return completeObject({ shown, requests, makeUp }, value, sample !== undefined && isJsonObject(sample) ? sample : {});
}

/** What only requests have, such as a password, is no part of a response. */
function shownPart(resource: Resource, value: JsonObject): JsonObject {
  const onlySent = onlySentProperties(resource);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !onlySent.has(name)));
}

function onlySentProperties({ requestSchemas, responseSchemas }: Resource): ReadonlyMap<string, Schema> {
  const shown = mergedProperties(responseSchemas);
  return new Map([...mergedProperties(requestSchemas)].filter(([name]) => !shown.has(name)));
}

function wrongRequestParts(resource: Resource, given: JsonObject): readonly RecordViolation[] {
  return [...onlySentProperties(resource)].flatMap(([name, schema]) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) return [];
    return validate(schema, value, 'request').map((one) => ({ ...one, path: [name, ...one.path] }));
  });
}

function isValidAs(schemas: readonly Schema[], value: JsonObject, direction: Direction): boolean {
  return schemas.some((schema) => isValid(schema, value, direction));
}

/** `path` leads into the record. */
export type RecordViolation = Pick<Violation, 'path' | 'expected' | 'received'>;

const MAX_VIOLATIONS = 20;

/** With each violation as data, for a client that shows it at its field. */
export class InvalidRecordError extends KitError {
  readonly violations: readonly RecordViolation[];

  constructor(violations: readonly RecordViolation[], place: string) {
    const more = violations.length > MAX_VIOLATIONS ? [`and ${violations.length - MAX_VIOLATIONS} more`] : [];
    const listed = violations.slice(0, MAX_VIOLATIONS).map((one) => describeViolation(one, place));
    super('record-invalid', [...listed, ...more].join('; '));
    this.violations = violations;
  }
}

/** Compares a record with what was last written to it, property by property. */
import { canonicalJson, isEqualJson, isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { normalizeName } from '../../../../spec/model/name-parts.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { describeValue, formatPath, isValid } from '../../../../spec/validation/validate.ts';
import type { KnownRecord, RecordWrite } from '../../model/sequence.ts';
import { parameterToText } from '../../request/parameters/serialize-parameters.ts';
import { isIdentifier, isSameName } from '../../request/values/identifier-names.ts';
import { valueAt } from '../../request/values/value-locations.ts';
import { currentName, getProperty, parseBody, shownIdentifier } from '../../stateful/model/response-records.ts';
import type { CheckContext } from '../check.ts';
import { type EchoDifference, findDifference } from '../echo/echo-difference.ts';
import { type SharedProperty, sharedProperties } from '../echo/shared-properties.ts';

export interface WrittenDifference extends EchoDifference {
  readonly property: SharedProperty;
  readonly write: RecordWrite;
  /** The property was left out of a replacement and kept its old value. */
  readonly isUnchanged: boolean;
}

/** In the order of the writes; for each property the last write that sent it counts. */
export function differencesFromWritten(context: CheckContext, record: KnownRecord): readonly WrittenDifference[] {
  const lastFullWrite = record.writes.findLastIndex(({ kind }) => kind !== 'change');
  const writes = record.writes.slice(Math.max(lastFullWrite, 0));
  const laterKeys = new Set<string>();
  const found = writes.toReversed().flatMap((write) => {
    const properties = propertiesOfWrite(context, write).filter((property) => !laterKeys.has(propertyKey(property)));
    const differences = properties
      .flatMap((property) => differenceFromWrite({ property, write, record, context }) ?? [])
      .filter(({ path }) => !isWrittenLater(path, laterKeys));
    for (const property of properties) if (property.sent !== undefined) laterKeys.add(propertyKey(property));
    for (const name of sentNames(write)) laterKeys.add(formatPath([name]));
    return differences;
  });
  return found.toReversed();
}

/** Also properties that are not compared, because a change describes them in another way than the record. */
function sentNames({ requestSpec: { value } }: RecordWrite): readonly string[] {
  return value !== undefined && isJsonObject(value) ? Object.keys(value) : [];
}

/** A later change may have sent only a part of an object: `{ "settings": { "color": "red" } }`. */
function isWrittenLater(path: EchoDifference['path'], laterKeys: ReadonlySet<string>): boolean {
  return path.some((_part, index) => laterKeys.has(formatPath(path.slice(0, index + 1))));
}

/** The properties that an earlier request sent and this response may show. */
function propertiesOfWrite(context: CheckContext, { operation, requestSpec }: RecordWrite): readonly SharedProperty[] {
  const asWritten: CheckContext = {
    ...context,
    testCase: { ...context.testCase, operation, expectation: 'accept' },
    requestSpec,
  };
  return sharedProperties(asWritten);
}

function propertyKey({ parentPath, name }: SharedProperty): string {
  return formatPath([...parentPath, name]);
}

interface WrittenProperty {
  readonly property: SharedProperty;
  readonly write: RecordWrite;
  readonly record: KnownRecord;
  readonly context: CheckContext;
}

function differenceFromWrite({ property, write, record, context }: WrittenProperty): WrittenDifference | undefined {
  const { name, sent, returned } = property;
  if (name === record.idName || isServerManaged(name)) return undefined;
  // No other check reports it.
  if (sent === undefined && isJsonArray(returned)) return unchangedAfterReplace(property, write, record);
  if (wasShownByWrite(property, write)) return undefined;
  if (sent === undefined) return unchangedAfterReplace(property, write, record);
  // Many implementations do not distinguish null from a missing property.
  if (sent === null && returned === undefined) return undefined;
  if (isJsonArray(sent) && isJsonArray(returned) && hasSameItems(sent, returned)) return undefined;
  if (isJsonArray(sent) && refersToOtherRecords(property)) return undefined;
  const difference = findDifference(property, 'PATCH');
  if (difference === undefined || wasPartShownByWrite(difference.path, context, write)) return undefined;
  return { ...difference, property, write, isUnchanged: false };
}

/** Implementations maintain timestamps and versions themselves, but not when something begins, ends or is due. */
export function isServerManaged(name: string): boolean {
  if (/^(?:starts?|begins?|ends?|due|scheduled|departs?|arrives?|born|made)_?at$/i.test(name)) return false;
  return /(?:updated|modified|changed|created|_at$|At$)|^_?(?:version|revision|rev|etag|lock_?version)$/i.test(name);
}

/**
 * Differences that the response to the write showed are reported there, and so are declared properties that it lacks.
 */
function wasShownByWrite({ name, returned }: SharedProperty, { operation, exchange }: RecordWrite): boolean {
  const shown = getProperty(parseBody(exchange), name);
  if (shown !== undefined) return returned !== undefined && isEqualJson(shown, returned);
  const schema = successMedia(operation)?.schema;
  return returned === undefined && schema !== undefined && declaredProperties(schema).has(name);
}

/** The same for a nested value. */
function wasPartShownByWrite(path: EchoDifference['path'], { json }: CheckContext, { exchange }: RecordWrite): boolean {
  const last = path.at(-1);
  if (typeof last === 'string' && isServerManaged(last)) return true;
  const [shown, current] = [parseBody(exchange), json?.ok === true ? json.value : undefined];
  if (shown === undefined || current === undefined) return false;
  const [before, returned] = [valueAt(shown, path), valueAt(current, path)];
  return before !== undefined && returned !== undefined && isEqualJson(before, returned);
}

/** The request sends references and the response returns records: an empty list is valid as either. */
function refersToOtherRecords({ requestSchema, returned }: SharedProperty): boolean {
  return returned !== undefined && !isValid(requestSchema, returned, 'request');
}

function hasSameItems(sent: readonly Json[], returned: readonly Json[]): boolean {
  const sorted = (items: readonly Json[]) => canonicalJson(items.map(canonicalJson).toSorted());
  return sorted(sent) === sorted(returned);
}

/**
 * Only if it is certainly the old value: free text, which implementations do not generate, and lists where the
 * contract says that the request replaces.
 */
function unchangedAfterReplace(
  property: SharedProperty,
  write: RecordWrite,
  { writes }: KnownRecord,
): WrittenDifference | undefined {
  const { name, returned } = property;
  if (write.kind !== 'replace' || returned === undefined || isIdentifier(name)) return undefined;
  if (isNamedByPath(property, write)) return undefined;
  const before = writes.slice(0, writes.indexOf(write)).map(({ requestSpec }) => getProperty(requestSpec.value, name));
  const isOld = before.some((value) => value !== undefined && isEqualJson(value, returned));
  const difference = isOld ? (findDifference(property, 'PUT') ?? keptList(property, write)) : undefined;
  return difference === undefined ? undefined : { ...difference, property, write, isUnchanged: true };
}

/** The path of `PUT /ratings/{email}` has the value of "email", which the body need not repeat. */
function isNamedByPath(
  { parentPath, name, returned = null }: SharedProperty,
  { operation, requestSpec }: RecordWrite,
): boolean {
  const parameter = operation.parameters.find(
    (one) => one.in === 'path' && normalizeName(one.name) === normalizeName(name),
  );
  if (parameter === undefined || parentPath.length > 0) return false;
  return requestSpec.path.split(/[/?]/).includes(parameterToText({ parameter, value: returned }));
}

function keptList({ parentPath, name, returned, responseSchema }: SharedProperty, { operation }: RecordWrite) {
  if (!isJsonArray(returned) || returned.length === 0 || operation.method !== 'PUT') return undefined;
  const hasDefault = flattenSchema(responseSchema).default !== undefined;
  if (hasDefault || !/\breplac/i.test(operation.description ?? '')) return undefined;
  return {
    path: [...parentPath, name],
    expected: 'no items, because none were sent',
    received: describeValue(returned),
  };
}

/** The identifier in the response if it is not that of the requested record; undefined if it is. */
export function nameOfOtherRecord({ json, exchange }: CheckContext, record: KnownRecord): Json | undefined {
  if (json?.ok !== true) return undefined;
  const shownName = shownIdentifier(json.value, record);
  const expectedName = exchange.renamedTo ?? currentName(record);
  if (shownName === undefined || shownName === null || typeof shownName === 'object' || expectedName === undefined)
    return undefined;
  return isSameName(shownName, expectedName) ? undefined : shownName;
}

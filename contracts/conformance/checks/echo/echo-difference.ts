/** Compares a returned value with the value that was sent and locates the first difference. */
import type { StatedOmissions } from '../../../../spec/described/stated-omissions.ts';
import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  ownMember,
} from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { describeValue, isValid } from '../../../../spec/validation/validate.ts';
import type { BodyPath } from '../../../http/json-path.ts';
import { isIdentifier } from '../../request/values/identifier-names.ts';
import { canonicalDecimal, describeChange, matchesDescription, statesUnchanged } from './described-normalization.ts';
import type { SharedProperty } from './shared-properties.ts';

/**
 * The first part that differs. `expected` and `received` are noun phrases; `fromCharacter` is the first different
 * character of a text.
 */
export interface EchoDifference {
  readonly path: BodyPath;
  readonly fromCharacter?: number | undefined;
  readonly expected: string;
  readonly received: string;
  /** The kind of change; undefined where nothing was sent or nothing was returned. */
  readonly change?: string;
}

/**
 * Undefined where the value is unchanged or may differ. Properties that a PATCH does not send keep their values.
 * `omissions`: what the contract says about those that are left out.
 */
export function findDifference(
  property: SharedProperty,
  method: string,
  omissions: StatedOmissions = nothingStated,
): EchoDifference | undefined {
  const { parentPath, name, responseSchema, sent, returned, isAlwaysReturned, isMergePatch } = property;
  const path = [...parentPath, name];
  if (isMergePatch && sent === null) return keptDespiteNull(property, path);
  // The implementation assigns an identifier that the client does not send.
  if (sent === null && isIdentifier(name)) return undefined;
  // Many implementations do not distinguish null from a missing property; body-matches-schema checks required
  // properties.
  if (sent === null && returned === undefined) return undefined;
  const description = flattenSchema(property.requestSchema).description ?? '';
  if (sent !== undefined)
    return compareValues({
      sent,
      returned,
      schema: responseSchema,
      path,
      isMerge: isMergePatch,
      description,
    });
  const declaredDefault = flattenSchema(property.requestSchema).default;
  const isOther = omissions.getDefaults ? isOtherThanStated : isOtherDefault;
  if (declaredDefault !== undefined && method !== 'PATCH' && isOther(property, declaredDefault.value))
    return {
      path,
      expected: `${describeValue(declaredDefault.value)}, the default, because none was sent`,
      received: describeValue(returned ?? null),
      change: 'default',
    };
  const isDefault = declaredDefault !== undefined;
  const mayBeAdded = isAlwaysReturned || isDefault || method === 'PATCH' || mayBeServerChosen(name, responseSchema);
  if (isAbsent(returned, responseSchema)) return undefined;
  const isStated = omissions.areRemoved && method === 'PUT' && parentPath.length === 0 && !isIdentifier(name);
  if (mayBeAdded && !(isStated && !isAlwaysReturned && !isDefault)) return undefined;
  return { path, expected: 'no value, because none was sent', received: describeValue(returned) };
}

const nothingStated: StatedOmissions = { getDefaults: false, areRemoved: false };

/**
 * The response declares the same default for a flag or for one of some values, and shows another value. A state may
 * have moved on, and other types may have a value that the implementation computes.
 */
function isOtherDefault({ name, responseSchema, returned }: SharedProperty, value: Json): boolean {
  const flat = flattenSchema(responseSchema);
  const isChoice = typeof value === 'boolean' || (flat.enum !== undefined && typeof value === 'string');
  if (!isChoice || returned === undefined || returned === null || isEqualJson(returned, value)) return false;
  const hasSameDefault = flat.default !== undefined && isEqualJson(flat.default.value, value);
  return hasSameDefault && typeof returned === typeof value && !mayMoveOn(name);
}

/** A sentence gives it the default, whatever its type. */
function isOtherThanStated({ name, parentPath, returned }: SharedProperty, value: Json): boolean {
  const isGiven = returned !== undefined && returned !== null && parentPath.length === 0;
  return isGiven && !isEqualJson(returned, value) && !mayMoveOn(name);
}

function mayMoveOn(name: string): boolean {
  return /stat(?:e|us)|phase|stage|progress/i.test(name);
}

/** A missing value may be returned as null where the schema allows it. */
function isAbsent(returned: Json | undefined, schema: Schema): returned is undefined | null {
  return returned === undefined || (returned === null && isValid(schema, null, 'response'));
}

/** Where the response requires the property and forbids null, the implementation has to return another value. */
function keptDespiteNull({ name, responseSchema, returned, isAlwaysReturned }: SharedProperty, path: BodyPath) {
  const hasNull = isValid(responseSchema, null, 'response');
  const mayBeReset =
    flattenSchema(responseSchema).default !== undefined || (!hasNull && mayBeServerChosen(name, responseSchema));
  if (isAbsent(returned, responseSchema) || mayBeReset || (isAlwaysReturned && !hasNull)) return undefined;
  const expected = 'no value or null: null removes it in a merge patch (RFC 7396)';
  return { path, expected, received: describeValue(returned), change: 'otherwise' };
}

interface SentAndReturned {
  readonly sent: Json;
  readonly returned: Json | undefined;
  readonly schema: Schema;
  readonly path: BodyPath;
  readonly isMerge: boolean;
  /** Descriptions that also apply: that of the request property, or that of the enclosing list. */
  readonly description: string;
}

/** Ignores a difference that the description explains. */
function compareValues(pair: SentAndReturned): EchoDifference | undefined {
  const difference = compareExactly(pair);
  return difference !== undefined && matchesDescription(pair.sent, pair.returned, fullDescription(pair))
    ? undefined
    : difference;
}

function fullDescription({ schema, description }: SentAndReturned): string {
  return `${description} ${flattenSchema(schema).description ?? ''}`.trim();
}

/** The implementation may add members to an inner object, such as an id. */
function compareExactly(pair: SentAndReturned): EchoDifference | undefined {
  const { sent, returned, schema, isMerge } = pair;
  const flat = flattenSchema(schema);
  if (isJsonArray(sent)) return compareItems(sent, pair, flat);
  if (isJsonObject(sent) && isJsonObject(returned)) {
    const parts = Object.entries(sent).filter(
      ([name, part]) =>
        mayBeReturned(flat.properties.get(name)) &&
        (mayBeShown(flat, name) || ownMember(returned, name) !== undefined) &&
        !(part === null && (isMerge || ownMember(returned, name) === undefined)),
    );
    return firstDifferenceIn(parts.values(), ([name, part]) =>
      compareValues({
        sent: part,
        returned: ownMember(returned, name),
        schema: flat.properties.get(name) ?? schema,
        path: [...pair.path, name],
        isMerge,
        description: '',
      }),
    );
  }
  if (returned !== undefined && isEqualJson(sent, returned)) return undefined;
  const isText = typeof sent === 'string';
  const hasToBeEqual = returned === undefined || (isText && statesUnchanged(fullDescription(pair)));
  return !hasToBeEqual && hasSameMeaning(sent, returned, flat) ? undefined : describeDifference(pair);
}

/** Undeclared members may be dropped; a schema without declared properties is expected to return all of them. */
function mayBeShown({ properties, additionalProperties, patternProperties }: Schema, name: string): boolean {
  if (properties.has(name) || properties.size === 0) return true;
  return additionalProperties?.isSatisfiable === true || patternProperties.length > 0;
}

/** Write-only values, such as passwords, are not returned; read-only values are not accepted from requests. */
function mayBeReturned(schema: Schema | undefined): boolean {
  return schema === undefined || !(schema.writeOnly || schema.readOnly);
}

function compareItems(
  sent: readonly Json[],
  pair: SentAndReturned,
  { items = pair.schema }: Schema,
): EchoDifference | undefined {
  const { returned, path } = pair;
  const description = fullDescription(pair);
  if (!isJsonArray(returned)) return describeDifference({ sent, returned, path });
  const difference = firstDifferenceIn(sent.entries(), ([index, item]) =>
    compareValues({
      sent: item,
      returned: returned[index],
      schema: items,
      path: [...path, index],
      isMerge: false,
      description,
    }),
  );
  if (difference !== undefined || sent.length === returned.length) return difference;
  return {
    path,
    expected: `${sent.length} items, as sent`,
    received: `${returned.length} items`,
    change: 'in its length',
  };
}

function firstDifferenceIn<T>(
  parts: Iterator<T>,
  compare: (part: T) => EchoDifference | undefined,
): EchoDifference | undefined {
  return Iterator.from(parts)
    .map(compare)
    .find((difference) => difference !== undefined);
}

/**
 * A value may have several spellings, of which the implementation keeps one. Numbers that are not integers are compared
 * as doubles.
 */
function hasSameMeaning(sent: Json, returned: Json, { format, types }: Schema): boolean {
  if (isNumeric(sent) && isNumeric(returned) && types?.has('integer') !== true)
    return roundToFormat(sent, format) === roundToFormat(returned, format);
  if (typeof sent !== 'string' || typeof returned !== 'string') return false;
  return canonicalForms.get(format ?? '')?.(sent) === (canonicalForms.get(format ?? '')?.(returned) ?? NaN);
}

/** Single precision has fewer digits. */
function roundToFormat(value: number | bigint, format: string | undefined): number {
  return format === 'float' ? Math.fround(Number(value)) : Number(value);
}

const toLowerCase = (text: string) => text.toLowerCase();

/** By format: a form that is the same for all spellings of a value. */
const canonicalForms: ReadonlyMap<string, (text: string) => unknown> = new Map<string, (text: string) => unknown>([
  ['date-time', (text) => Date.parse(text)],
  ['time', (text) => Date.parse(`2000-01-01T${text}`)],
  ['uuid', toLowerCase],
  ['hostname', toLowerCase],
  // Most implementations also lower the case of the local part.
  ['email', toLowerCase],
  ['decimal', canonicalDecimal],
  ['byte', (text) => Buffer.from(text, 'base64').toString('base64')],
]);

/**
 * Whether the implementation may fill in a property that was not sent, by the nature of the property: identifiers,
 * states, dates, numbers, anything with a default. Free text that no client sent is an error.
 */
function mayBeServerChosen(name: string, schema: Schema): boolean {
  const flat = flattenSchema(schema);
  const types = [...(flat.types ?? [])].filter((type) => type !== 'null');
  const isFreeText = types.length === 1 && types[0] === 'string';
  const isConstrained = [flat.enum, flat.const, flat.format, flat.pattern, flat.default].some(
    (keyword) => keyword !== undefined,
  );
  return !isFreeText || isConstrained || isIdentifier(name);
}

/** Number of characters before and after the difference; even escaped, the excerpt fits a line. */
const EXCERPT_CHARACTERS = 4;

/** Similar texts are shown from where they differ, with invisible characters escaped. */
function describeDifference({
  sent,
  returned,
  path,
}: Pick<SentAndReturned, 'sent' | 'returned' | 'path'>): EchoDifference {
  const expected = `${describeValue(sent)}, as sent`;
  const received = describeValue(returned);
  const change = describeChange(sent, returned);
  if (typeof sent !== 'string' || typeof returned !== 'string') return { path, expected, received, change };
  const at = firstDifferentIndex(sent, returned);
  const fromCharacter = countCharacters(sent.slice(0, at));
  // A character has one or two UTF-16 units.
  const before = [...returned.slice(Math.max(0, at - 2 * EXCERPT_CHARACTERS), at)].slice(-EXCERPT_CHARACTERS);
  const after = [...returned.slice(at, at + 2 * EXCERPT_CHARACTERS)].slice(0, EXCERPT_CHARACTERS);
  const excerpt = [...before, ...after].join('');
  return {
    path,
    fromCharacter,
    expected,
    change,
    received: `${received}; the first difference is at character ${fromCharacter}: ...${escapeNonAscii(excerpt)}...`,
  };
}

/** Index of the first difference in UTF-16 units, never inside a character. Both texts may be megabytes long. */
function firstDifferentIndex(sent: string, returned: string): number {
  let at = 0;
  while (at < sent.length && sent.charCodeAt(at) === returned.charCodeAt(at)) at++;
  const isWithin = [sent, returned].some((text) => (text.codePointAt(at - 1) ?? 0) > 0xffff);
  return isWithin ? at - 1 : at;
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

function escapeNonAscii(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

/** Fills an error body of any declared format with the details of an error. */
import { isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { memoizePair } from '../../spec/memoize.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties, declaredTypes, itemsSchema, requiredNames } from '../../spec/model/schema-view.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { ContractViolation, RecordState } from '../http/http-error.ts';
import { errorNames, fieldErrors, normalizeName } from './error-values.ts';

/** The details of an error. */
export interface ErrorFacts {
  readonly status: number;
  /** One of the codes in http-error.ts. */
  readonly code: number;
  readonly rule: string;
  readonly title: string;
  readonly message: string;
  /** The individual violations, if the request does not conform to the contract. */
  readonly violations?: readonly ContractViolation[];
  readonly recordState?: RecordState | undefined;
}

/** A value valid against `schema` with as many details as it allows; undefined if none is found. */
export function fillError(schema: Schema, facts: ErrorFacts): Json | undefined {
  const base = sampleValue(schema, 'response');
  if (base === undefined) return undefined;
  const filled = fillValue(base, schema, facts, 0);
  return isValid(schema, filled, 'response') ? filled : base;
}

/** Deep enough for common formats such as `{ errors: [{ error: { message } }] }`. */
const MAX_DEPTH = 4;

function fillValue(base: Json, schema: Schema, facts: ErrorFacts, depth: number): Json {
  if (typeof base === 'string') return firstValid(shortenedMessages(facts.message), schema, base);
  if (depth > MAX_DEPTH) return base;
  if (isJsonArray(base)) return fillFirstItem(base, schema, facts, depth);
  return isJsonObject(base) ? fillObject(base, schema, facts, depth) : base;
}

function fillFirstItem(base: readonly Json[], schema: Schema, facts: ErrorFacts, depth: number): Json {
  const items = itemsSchema(schema);
  const [first] = base;
  if (items === undefined || first === undefined) return base;
  return firstValid([[fillValue(first, items, facts, depth + 1)]], schema, base);
}

function fillObject(base: JsonObject, schema: Schema, facts: ErrorFacts, depth: number): JsonObject {
  const properties = declaredProperties(schema);
  const filledProperties = new Map<string, Json>();
  let object = base;
  const fillProperty = (name: string, values: readonly Json[]): boolean => {
    const part = properties.get(name);
    const value = values.find((one) => {
      const next = { ...object, [name]: one };
      return (part === undefined || isValid(part, one, 'response')) && isValid(schema, next, 'response');
    });
    if (value === undefined) return false;
    object = { ...object, [name]: value };
    filledProperties.set(name, value);
    return true;
  };
  const { slots, messages, fields } = errorLayout(schema, base);
  const message = messages.find((name) => fillProperty(name, shortenedMessages(facts.message)));
  for (const slot of slots) {
    if (slot.name !== message) fillProperty(slot.name, slotValues(slot, facts));
  }
  for (const { name, part, isNeeded } of fields) {
    const errors = fieldErrors(part, reportableViolations(facts, isNeeded));
    if (errors !== undefined) fillProperty(name, [errors]);
  }
  if (message === undefined) object = fillNested(object, properties, facts, depth, filledProperties);
  return withoutUnfilled(object, schema, filledProperties);
}

/** An error that concerns no field reports one only if the schema requires it. */
function reportableViolations({ status, violations = [], rule, code, message }: ErrorFacts, isNeeded: boolean) {
  const isAboutFields = (status === 400 || status === 422) && violations.length > 0;
  if (isAboutFields || !isNeeded) return isAboutFields ? violations : [];
  return violations.length > 0 ? violations : [{ rule, code, at: ['request'], message }];
}

/** Common names of properties with errors for each field. */
const fieldErrorNames = /^(?:field|validation|invalid)?(?:errors|violations|details|fields|params|issues)$/;

interface ErrorSlot {
  readonly name: string;
  /** In lower case, letters only. */
  readonly normalizedName: string;
  readonly type: 'text' | 'number' | 'other';
}

/** The properties of an error format by purpose. */
interface ErrorLayout {
  readonly slots: readonly ErrorSlot[];
  /** Best first. */
  readonly messages: readonly string[];
  /** Properties with errors for each field. */
  readonly fields: readonly { readonly name: string; readonly part: Schema; readonly isNeeded: boolean }[];
}

/** The layout of an object; undefined if the sample is none. */
export function errorLayoutOf(schema: Schema): ErrorLayout | undefined {
  const base = sampleValue(schema, 'response');
  return isJsonObject(base) ? errorLayout(schema, base) : undefined;
}

/** Memoizing by the sample works because it is always the same object. */
const errorLayout = memoizePair((schema: Schema, base: JsonObject): ErrorLayout => {
  const properties = declaredProperties(schema);
  const required = requiredNames(schema);
  const slots = errorSlots(base, properties);
  const fields = [...properties]
    .filter(([name]) => fieldErrorNames.test(normalizeName(name)))
    .map(([name, part]) => ({ name, part, isNeeded: required.has(name) }));
  return { slots, messages: messageSlots(slots, required), fields };
});

/** The properties of the schema and of the sample. */
function errorSlots(base: JsonObject, properties: ReadonlyMap<string, Schema>): readonly ErrorSlot[] {
  const names = new Set([...properties.keys(), ...Object.keys(base)]);
  return [...names].map((name) => ({
    name,
    normalizedName: normalizeName(name),
    type: slotType(properties.get(name), base[name]),
  }));
}

function slotType(schema: Schema | undefined, value: Json | undefined): ErrorSlot['type'] {
  const types = schema === undefined ? new Set<string>() : declaredTypes(schema);
  if (types.has('string') || (types.size === 0 && typeof value === 'string')) return 'text';
  if (types.has('integer') || types.has('number') || (types.size === 0 && isNumeric(value))) return 'number';
  return 'other';
}

const messageNames = [
  'message',
  'detail',
  'errormessage',
  'errordescription',
  'description',
  'reason',
  'msg',
  'title',
  'error',
];

/** By name, best first, then other required strings in the order of the document. */
function messageSlots(slots: readonly ErrorSlot[], required: ReadonlySet<string>): readonly string[] {
  const texts = slots.filter((slot) => slot.type === 'text').map(({ name }) => name);
  const named = messageNames.flatMap((known) => texts.filter((name) => normalizeName(name) === known));
  const others = texts.filter((name) => required.has(name) && !named.includes(name) && !/type|code|id$/i.test(name));
  return [...named, ...others];
}

function slotValues({ normalizedName, type }: ErrorSlot, facts: ErrorFacts): readonly Json[] {
  if (type === 'number') {
    if (/^(http)?status(code)?$/.test(normalizedName)) return [facts.status];
    return /^(error|err)?(code|number|no|id)?$|^errno$/.test(normalizedName) ? [facts.code, facts.status] : [];
  }
  if (type !== 'text') return [];
  if (facts.recordState?.names.includes(normalizedName) === true) return [facts.recordState.value];
  if (normalizedName === 'type') return ['about:blank', facts.rule, ...errorNames(facts)];
  if (/^(title|error|name|summary)$/.test(normalizedName)) return [facts.title, ...errorNames(facts)];
  if (/^status(code)?$/.test(normalizedName)) return [String(facts.status)];
  return /^(error)?code$|^rule$/.test(normalizedName) ? [facts.rule, String(facts.code), ...errorNames(facts)] : [];
}

/** `{ error: { code, message } }`, `{ errors: [{ message }] }` */
function fillNested(
  object: JsonObject,
  properties: ReadonlyMap<string, Schema>,
  facts: ErrorFacts,
  depth: number,
  filledProperties: Map<string, Json>,
): JsonObject {
  const filled = Object.entries(object).map(([name, value]) => {
    const schema = properties.get(name);
    if (schema === undefined || typeof value !== 'object' || value === null) return [name, value] as const;
    const next = fillValue(value, schema, facts, depth + 1);
    filledProperties.set(name, next);
    return [name, next] as const;
  });
  return Object.fromEntries(filled);
}

/** Unfilled properties contain meaningless sample values, so optional ones are removed. */
function withoutUnfilled(object: JsonObject, schema: Schema, filledProperties: ReadonlyMap<string, Json>): JsonObject {
  return Object.keys(object).reduce((kept, name) => {
    if (filledProperties.has(name)) return kept;
    const { [name]: _sample, ...rest } = kept;
    return isValid(schema, rest, 'response') ? rest : kept;
  }, object);
}

/** For schemas that limit the length of a message. */
function shortenedMessages(message: string): readonly string[] {
  return [message, ...maxLengths.filter((one) => one < message.length).map((one) => message.slice(0, one))];
}

const maxLengths = [255, 120, 80, 40, 20];

function firstValid(values: readonly Json[], schema: Schema, fallback: Json): Json {
  return values.find((value) => isValid(schema, value, 'response')) ?? fallback;
}

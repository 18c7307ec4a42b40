/** Puts the reason of a refusal into whatever shape the contract declares for an error. */
import {
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
} from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, propertiesOf, requiredOf, typesOf } from '../../spec/model/schema-view.ts';
import { rememberedBoth } from '../../spec/remembered.ts';
import { sampleOf } from '../../spec/sampling/sample.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { Fault } from '../http/refusals.ts';
import { errorNames, fieldErrors } from './error-values.ts';

/** What an error can tell. */
export interface ErrorFacts {
  readonly status: number;
  /** Of refusals.ts. */
  readonly code: number;
  readonly rule: string;
  readonly title: string;
  readonly message: string;
  /** One by one, where a request breaks the contract. */
  readonly faults?: readonly Fault[];
}

/** A value valid by `schema` that says as much of the facts as the shape has room for; undefined where none is found. */
export function fillError(schema: Schema, facts: ErrorFacts): Json | undefined {
  const base = sampleOf(schema, 'response');
  if (base === undefined) return undefined;
  const filled = fill(base, schema, facts, 0);
  return isValid(schema, filled, 'response') ? filled : base;
}

/** Shapes such as `{ errors: [{ error: { message } }] }` are as deep as errors get. */
const MAX_DEPTH = 4;

function fill(base: Json, schema: Schema, facts: ErrorFacts, depth: number): Json {
  if (typeof base === 'string') return firstValid(shortened(facts.message), schema, base);
  if (depth > MAX_DEPTH) return base;
  if (isJsonArray(base)) return fillFirst(base, schema, facts, depth);
  return isJsonObject(base) ? fillObject(base, schema, facts, depth) : base;
}

function fillFirst(base: readonly Json[], schema: Schema, facts: ErrorFacts, depth: number): Json {
  const items = itemsOf(schema);
  const [first] = base;
  if (items === undefined || first === undefined) return base;
  return firstValid([[fill(first, items, facts, depth + 1)]], schema, base);
}

function fillObject(base: JsonObject, schema: Schema, facts: ErrorFacts, depth: number): JsonObject {
  const properties = propertiesOf(schema);
  const told = new Map<string, Json>();
  let object = base;
  const tell = (name: string, values: readonly Json[]): boolean => {
    const part = properties.get(name);
    const value = values.find((one) => {
      const next = { ...object, [name]: one };
      return (part === undefined || isValid(part, one, 'response')) && isValid(schema, next, 'response');
    });
    if (value === undefined) return false;
    object = { ...object, [name]: value };
    told.set(name, value);
    return true;
  };
  const { slots, messages, fields } = layoutOf(schema, base);
  const message = messages.find((name) => tell(name, shortened(facts.message)));
  for (const slot of slots) {
    if (slot.name !== message) tell(slot.name, valuesFor(slot, facts));
  }
  for (const { name, part, isNeeded } of fields) {
    const told = fieldErrors(part, faultsToTell(facts, isNeeded));
    if (told !== undefined) tell(name, [told]);
  }
  if (message === undefined) object = fillNested(object, properties, facts, depth, told);
  return withoutUntold(object, schema, told);
}

/** An error that is about no field names one only where the shape insists. */
function faultsToTell({ status, faults = [], rule, code, message }: ErrorFacts, isNeeded: boolean) {
  const isAboutFields = (status === 400 || status === 422) && faults.length > 0;
  if (isAboutFields || !isNeeded) return isAboutFields ? faults : [];
  return faults.length > 0 ? faults : [{ rule, code, at: ['request'], message }];
}

/** Where contracts tell what is wrong with each field. */
const fieldNames = /^(?:field|validation|invalid)?(?:errors|violations|details|fields|params|issues)$/;

interface Slot {
  readonly name: string;
  /** In lower case, letters only. */
  readonly plain: string;
  readonly type: 'text' | 'number' | 'other';
}

/** Where an error of a shape has room for what. */
interface Layout {
  readonly slots: readonly Slot[];
  /** Best first. */
  readonly messages: readonly string[];
  /** For what is wrong with each field. */
  readonly fields: readonly { readonly name: string; readonly part: Schema; readonly isNeeded: boolean }[];
}

/** A sample is always the same object. */
const layoutOf = rememberedBoth((schema: Schema, base: JsonObject): Layout => {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const slots = slotsOf(base, properties);
  const fields = [...properties]
    .filter(([name]) => fieldNames.test(plainName(name)))
    .map(([name, part]) => ({ name, part, isNeeded: required.has(name) }));
  return { slots, messages: messageSlots(slots, required), fields };
});

/** What the schema declares, and what the sample has beside it. */
function slotsOf(base: JsonObject, properties: ReadonlyMap<string, Schema>): readonly Slot[] {
  const names = new Set([...properties.keys(), ...Object.keys(base)]);
  return [...names].map((name) => ({
    name,
    plain: plainName(name),
    type: typeOf(properties.get(name), base[name]),
  }));
}

function typeOf(schema: Schema | undefined, value: Json | undefined): Slot['type'] {
  const types = schema === undefined ? new Set<string>() : typesOf(schema);
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

/** By name, best first; else the required strings in the order of the document. */
function messageSlots(slots: readonly Slot[], required: ReadonlySet<string>): readonly string[] {
  const texts = slots.filter((slot) => slot.type === 'text').map(({ name }) => name);
  const named = messageNames.flatMap((known) => texts.filter((name) => plainName(name) === known));
  const others = texts.filter(
    (name) => required.has(name) && !named.includes(name) && !/type|code|id$/i.test(name),
  );
  return [...named, ...others];
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

function valuesFor({ plain, type }: Slot, facts: ErrorFacts): readonly Json[] {
  if (type === 'number') {
    if (/^(http)?status(code)?$/.test(plain)) return [facts.status];
    return /^(error|err)?(code|number|no|id)?$|^errno$/.test(plain) ? [facts.code, facts.status] : [];
  }
  if (type !== 'text') return [];
  if (plain === 'type') return ['about:blank', facts.rule, ...errorNames(facts.status)];
  if (/^(title|error|name|summary)$/.test(plain)) return [facts.title, ...errorNames(facts.status)];
  if (/^status(code)?$/.test(plain)) return [String(facts.status)];
  return /^(error)?code$|^rule$/.test(plain)
    ? [facts.rule, String(facts.code), ...errorNames(facts.status)]
    : [];
}

/** `{ error: { code, message } }`, `{ errors: [{ message }] }` */
function fillNested(
  object: JsonObject,
  properties: ReadonlyMap<string, Schema>,
  facts: ErrorFacts,
  depth: number,
  told: Map<string, Json>,
): JsonObject {
  const filled = Object.entries(object).map(([name, value]) => {
    const schema = properties.get(name);
    if (schema === undefined || typeof value !== 'object' || value === null) return [name, value] as const;
    const next = fill(value, schema, facts, depth + 1);
    told.set(name, next);
    return [name, next] as const;
  });
  return Object.fromEntries(filled);
}

/** What was not filled is a sample and says nothing true; where the schema can do without, it goes. */
function withoutUntold(object: JsonObject, schema: Schema, told: ReadonlyMap<string, Json>): JsonObject {
  return Object.keys(object).reduce((kept, name) => {
    if (told.has(name)) return kept;
    const { [name]: _sample, ...rest } = kept;
    return isValid(schema, rest, 'response') ? rest : kept;
  }, object);
}

/** For shapes that bound the length of a message. */
function shortened(message: string): readonly string[] {
  return [message, ...lengths.filter((one) => one < message.length).map((one) => message.slice(0, one))];
}

const lengths = [255, 120, 80, 40, 20];

function firstValid(values: readonly Json[], schema: Schema, fallback: Json): Json {
  return values.find((value) => isValid(schema, value, 'response')) ?? fallback;
}

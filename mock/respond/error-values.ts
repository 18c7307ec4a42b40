/** What an error body says besides its message: each fault by its field, and names for the kind of the error. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, propertiesOf } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { STATUS_CODES } from '../http/message.ts';
import type { Fault } from '../http/refusals.ts';

/** Valid by `schema`; undefined where it has no room for that. */
export function fieldErrors(schema: Schema, faults: readonly Fault[]): Json | undefined {
  if (faults.length === 0) return undefined;
  const item = itemsOf(schema);
  const tries = [faults.slice(0, MOST_FAULTS), faults.slice(0, 1)];
  return tries
    .map((some) => (item === undefined ? byField(schema, some) : listed(item, some)))
    .find((told) => told !== undefined && isValid(schema, told, 'response'));
}

/** A body can have thousands; nobody reads on. */
const MOST_FAULTS = 50;

function listed(item: Schema, faults: readonly Fault[]): readonly Json[] | undefined {
  const names = [...propertiesOf(item).keys()];
  if (!names.some((name) => placeNames.has(plain(name)))) return undefined;
  return faults.map((fault) => {
    const told = names.flatMap((name): (readonly [string, Json])[] => {
      const values = valuesFor(plain(name), fault);
      const schema = propertiesOf(item).get(name);
      const value = values.find((one) => schema === undefined || isValid(schema, one, 'response'));
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(told);
  });
}

const placeNames = new Set(['field', 'fieldname', 'path', 'pointer', 'property', 'propertypath', 'param']);
const messageNames = new Set(['message', 'detail', 'error', 'reason', 'msg', 'description', 'title']);

function valuesFor(name: string, fault: Fault): readonly Json[] {
  if (placeNames.has(name)) return placesOf(fault, name);
  if (messageNames.has(name)) return [reasonOf(fault)];
  return name === 'code' || name === 'rule' ? [fault.rule, fault.code, String(fault.code)] : [];
}

function placesOf({ at }: Fault, name: string): readonly Json[] {
  const steps = at.slice(1);
  const pointer = steps.reduce<string>(joinPointer, '');
  const dotted = dottedOf(at);
  return name === 'pointer' ? [pointer, `#${pointer}`, dotted] : [dotted, steps.map(String), [...steps]];
}

/** Names of the part of the request only where nothing is below: `body`, `lines[2].name`. */
function dottedOf(at: Fault['at']): string {
  const steps = at.length > 1 ? at.slice(1) : at;
  return steps.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** The place stands beside it. */
function reasonOf({ message }: Fault): string {
  return message.replace(/^\S+: (?=expected )/, '');
}

/** Declared by `additionalProperties` alone: texts, or lists of texts. */
function byField(schema: Schema, faults: readonly Fault[]): JsonObject | undefined {
  if (propertiesOf(schema).size > 0) return undefined;
  const groups = Map.groupBy(faults, ({ at }) => dottedOf(at));
  const lists = Object.fromEntries([...groups].map(([name, all]) => [name, all.map(reasonOf)]));
  const texts = Object.fromEntries([...groups].map(([name, all]) => [name, all.map(reasonOf).join('; ')]));
  return [lists, texts].filter(isJsonObject).find((one) => isValid(schema, one, 'response'));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** The words that contracts list for the kind of an error: `enum: [invalid, not_found]`. */
const synonyms: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid request', 'validation error', 'validation failed', 'invalid'],
  401: ['unauthenticated', 'authentication required', 'authentication error'],
  403: ['access denied', 'permission denied'],
  404: ['resource not found', 'unknown'],
  409: ['already exists', 'duplicate'],
  422: ['validation error', 'validation failed', 'unprocessable', 'invalid request', 'invalid'],
  429: ['rate limited', 'rate limit exceeded', 'rate limit'],
  500: ['internal error', 'server error', 'internal'],
  503: ['unavailable'],
};

/** Best first, each in every spelling that is in use: `not_found`, `NOT_FOUND`, `not-found`, `notFound`, `NotFound`. */
export function errorNames(status: number): readonly string[] {
  const known = namesByStatus.get(status) ?? namesOf(status);
  namesByStatus.set(status, known);
  return known;
}

const namesByStatus = new Map<number, readonly string[]>();

function namesOf(status: number): readonly string[] {
  const title = STATUS_CODES[status];
  const names = [...(title === undefined ? [] : [title]), ...(synonyms[status] ?? [])];
  return names.flatMap((name) => spellings(name.toLowerCase().split(/[^a-z]+/)));
}

function spellings(words: readonly string[]): readonly string[] {
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const [snake, kebab] = [words.join('_'), words.join('-')];
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return [snake, snake.toUpperCase(), kebab, camel, pascal, words.join(' ')];
}

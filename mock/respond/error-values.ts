/** Values for error bodies other than the message: the violation of each field, and names for the kind of error. */
import { STATUS_CODES } from '../../platform/http.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties, itemsSchema } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { ContractViolation } from '../http/http-error.ts';

/** Valid against `schema`; undefined if the schema does not allow it. */
export function fieldErrors(schema: Schema, violations: readonly ContractViolation[]): Json | undefined {
  if (violations.length === 0) return undefined;
  const item = itemsSchema(schema);
  const attempts = [violations.slice(0, MAX_VIOLATIONS), violations.slice(0, 1)];
  return attempts
    .map((some) => (item === undefined ? errorsByField(schema, some) : errorList(item, some)))
    .find((reported) => reported !== undefined && isValid(schema, reported, 'response'));
}

/** A body can have thousands of violations; longer lists are not useful. */
const MAX_VIOLATIONS = 50;

function errorList(item: Schema, violations: readonly ContractViolation[]): readonly Json[] | undefined {
  const names = [...declaredProperties(item).keys()];
  const location = locationName(names);
  if (location === undefined) return undefined;
  return violations.map((violation) => {
    const reported = names.flatMap((name): (readonly [string, Json])[] => {
      const isLocation = name === location || locationNames.has(normalizeName(name));
      const values = errorItemValues({ name: normalizeName(name), isLocation }, violation);
      const schema = declaredProperties(item).get(name);
      const value = values.find((one) => schema === undefined || isValid(schema, one, 'response'));
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(reported);
  });
}

const locationNames = new Set(['field', 'fieldname', 'path', 'pointer', 'property', 'propertypath', 'param']);
/** What is wrong with a field has one of these names, beside a general one for the field. */
const generalLocationNames = new Set(['name', 'key', 'location', 'source', 'attribute', 'parameter', 'input', 'loc']);
const messageNames = new Set(
  'message detail error reason msg description title problem issue text explanation'.split(' '),
);

/** The property that says where the violation is; undefined if an item does not look like an error of a field. */
function locationName(names: readonly string[]): string | undefined {
  const named = names.find((name) => locationNames.has(normalizeName(name)));
  if (named !== undefined) return named;
  const hasMessage = names.some((name) => messageNames.has(normalizeName(name)));
  return hasMessage ? names.find((name) => generalLocationNames.has(normalizeName(name))) : undefined;
}

interface ErrorItemProperty {
  /** Normalised. */
  readonly name: string;
  readonly isLocation: boolean;
}

function errorItemValues({ name, isLocation }: ErrorItemProperty, violation: ContractViolation): readonly Json[] {
  if (isLocation) return locationValues(violation, name);
  if (messageNames.has(name)) return [violationReason(violation)];
  return name === 'code' || name === 'rule' ? [violation.rule, violation.code, String(violation.code)] : [];
}

function locationValues({ at }: ContractViolation, name: string): readonly Json[] {
  const steps = at.slice(1);
  const pointer = steps.reduce<string>(joinPointer, '');
  const dotted = dottedPath(at);
  return name === 'pointer' ? [pointer, `#${pointer}`, dotted] : [dotted, steps.map(String), [...steps]];
}

/** The part of the request is omitted unless it is the whole path: `body`, `lines[2].name`. */
function dottedPath(at: ContractViolation['at']): string {
  const steps = at.length > 1 ? at.slice(1) : at;
  return steps.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** Without the location, which has its own property. */
function violationReason({ message }: ContractViolation): string {
  return message.replace(/^\S+: (?=expected )/, '');
}

/** Schemas with `additionalProperties` only: a text, or a list of texts, for each field. */
function errorsByField(schema: Schema, violations: readonly ContractViolation[]): JsonObject | undefined {
  if (declaredProperties(schema).size > 0) return undefined;
  const groups = Map.groupBy(violations, ({ at }) => dottedPath(at));
  const lists = Object.fromEntries([...groups].map(([name, all]) => [name, all.map(violationReason)]));
  const texts = Object.fromEntries([...groups].map(([name, all]) => [name, all.map(violationReason).join('; ')]));
  return [lists, texts].filter(isJsonObject).find((one) => isValid(schema, one, 'response'));
}

export function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Names for the kind of an error that contracts commonly declare: `enum: [invalid, not_found]`. */
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

/** Best first, each in all common naming styles: `not_found`, `NOT_FOUND`, `not-found`, `notFound`, `NotFound`. */
export function errorNames({ status, rule }: { readonly status: number; readonly rule: string }): readonly string[] {
  const key = rule === LOGIN_REJECTED ? -status : status;
  const known = cachedErrorNames.get(key) ?? [
    ...(rule === LOGIN_REJECTED ? loginNames : []),
    ...createErrorNames(status),
  ];
  cachedErrorNames.set(key, known);
  return known;
}

const LOGIN_REJECTED = 'login-rejected';
/** RFC 6749, section 5.2. */
const loginNames = [
  'invalid_grant',
  ...['invalid credentials', 'login failed'].flatMap((name) => namingStyles(name.split(' '))),
];

const cachedErrorNames = new Map<number, readonly string[]>();

function createErrorNames(status: number): readonly string[] {
  const title = STATUS_CODES[status];
  const names = [...(title === undefined ? [] : [title]), ...(synonyms[status] ?? [])];
  return names.flatMap((name) => namingStyles(name.toLowerCase().split(/[^a-z]+/)));
}

function namingStyles(words: readonly string[]): readonly string[] {
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const [snake, kebab] = [words.join('_'), words.join('-')];
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return [snake, snake.toUpperCase(), kebab, camel, pascal, words.join(' ')];
}

/**
 * Converts the text of a parameter or form field to the JSON value that its schema declares, and finds the original
 * spelling of numbers.
 */
import { isJsonArray, isJsonObject, type Json, numberFromSource, parseJson } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredTypes } from '../../spec/model/schema-view.ts';
import { isValid, type Violation } from '../../spec/validation/validate.ts';

/** The first interpretation that is valid; if none is, the one with the most helpful error. */
export function coerce(text: string, schema: Schema | undefined): Json {
  if (schema === undefined) return text;
  const readings = [text, ...nonTextReadings(text)];
  const accepted = readings.find((reading) => isValid(schema, reading, 'request'));
  if (accepted !== undefined) return accepted;
  const types = declaredTypes(schema);
  const typed = nonTextReadings(text).find((reading) => matchesTypes(reading, types));
  return typed === undefined ? text : typed;
}

/** An object or list within a parameter: OpenAPI defines no serialization, and clients commonly write it as JSON. */
export function coercePart(text: string, schema: Schema | undefined): Json {
  const types: ReadonlySet<string> = schema === undefined ? new Set<string>() : declaredTypes(schema);
  const mayBeJson = /^\s*[[{]/.test(text) && (types.has('object') || types.has('array'));
  const parsed = mayBeJson ? parseJson(text) : undefined;
  return parsed?.ok === true ? parsed.value : coerce(text, schema);
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Longer numbers are not used in practice and are slow to parse. */
const MAX_NUMBER_LENGTH = 400;

function nonTextReadings(text: string): readonly Json[] {
  if (text === 'true') return [true];
  if (text === 'false') return [false];
  if (text === 'null') return [null];
  if (text.length > MAX_NUMBER_LENGTH || !jsonNumber.test(text)) return [];
  return [numberOrText(text)];
}

/** The exponent may be too large to compute. */
function numberOrText(text: string): Json {
  try {
    return numberFromSource(text);
  } catch {
    return text;
  }
}

function matchesTypes(value: Json, types: ReadonlySet<string>): boolean {
  if (typeof value === 'boolean') return types.has('boolean');
  if (value === null) return types.has('null');
  return types.has('integer') || types.has('number');
}

/** Longer numbers are shortened in messages. */
const MAX_DIGITS = 60;

/** Restores the original spelling of the number in a violation, if it reports one. */
export function withOriginalNumber(violation: Violation, numberText: string | undefined): Violation {
  const [, type] = /^(number|integer) /.exec(violation.received) ?? [];
  if (type === undefined || numberText === undefined) return violation;
  const shortened = numberText.length > MAX_DIGITS ? `${numberText.slice(0, MAX_DIGITS - 10)}...` : numberText;
  return { ...violation, received: `${type} ${shortened}` };
}

/** Finds the original spelling of the number at a path in a JSON text; undefined if it is not needed. */
export function createNumberLookup(text: string): (at: readonly (string | number)[]) => string | undefined {
  if (!mayBeRounded.test(text)) return () => undefined;
  const tree = numbersAsText(text);
  return (at) => {
    const found = at.reduce<Json | undefined>(childValue, tree);
    return typeof found === 'string' ? found : undefined;
  };
}

/** Matches more digits than a double can represent, or an exponent. */
const mayBeRounded = /\d[.\d]{15}|\d[eE]/;

/**
 * Replaces every number by its source text and every string by null, so that a string of digits is not taken for a
 * number.
 */
function numbersAsText(text: string): Json | undefined {
  try {
    return JSON.parse(text, (_key, value: Json, { source }) => {
      if (typeof value === 'string') return null;
      return typeof value === 'number' && source !== undefined ? source : value;
    });
  } catch {
    return undefined;
  }
}

function childValue(value: Json | undefined, step: string | number): Json | undefined {
  if (isJsonArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

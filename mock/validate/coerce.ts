/** From the text of a parameter or form field to the JSON value that its schema means, and back to the spelling of a number. */
import { isJsonArray, isJsonObject, type Json, numberFromSource } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredTypes } from '../../spec/model/schema-view.ts';
import { isValid, type Violation } from '../../spec/validation/validate.ts';

/** The first reading that the schema accepts; where it accepts none, the one that says best what is wrong. */
export function coerce(text: string, schema: Schema | undefined): Json {
  if (schema === undefined) return text;
  const readings = [text, ...nonTextReadings(text)];
  const accepted = readings.find((reading) => isValid(schema, reading, 'request'));
  if (accepted !== undefined) return accepted;
  const types = declaredTypes(schema);
  const typed = nonTextReadings(text).find((reading) => matchesTypes(reading, types));
  return typed === undefined ? text : typed;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Longer ones are no numbers that anybody means, and cost time. */
const MAX_NUMBER_LENGTH = 400;

function nonTextReadings(text: string): readonly Json[] {
  if (text === 'true') return [true];
  if (text === 'false') return [false];
  if (text === 'null') return [null];
  if (text.length > MAX_NUMBER_LENGTH || !jsonNumber.test(text)) return [];
  return [numberOrText(text)];
}

/** An exponent can be too large to compute. */
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

/** Longer ones are cut in the message. */
const MAX_DIGITS = 60;

/** The violation with the number's own spelling, where it tells of a number. */
export function withOriginalNumber(violation: Violation, numberText: string | undefined): Violation {
  const [, type] = /^(number|integer) /.exec(violation.received) ?? [];
  if (type === undefined || numberText === undefined) return violation;
  const shortened = numberText.length > MAX_DIGITS ? `${numberText.slice(0, MAX_DIGITS - 10)}...` : numberText;
  return { ...violation, received: `${type} ${shortened}` };
}

/** Finds the spelling of the number at a path into a JSON text; undefined where the message needs none. */
export function createNumberLookup(text: string): (at: readonly (string | number)[]) => string | undefined {
  if (!mayBeRounded.test(text)) return () => undefined;
  const tree = numbersAsText(text);
  return (at) => {
    const found = at.reduce<Json | undefined>(childValue, tree);
    return typeof found === 'string' ? found : undefined;
  };
}

/** Digits that a double may not hold, or an exponent. */
const mayBeRounded = /\d[.\d]{15}|\d[eE]/;

/** Every number as the text that it came in, and no other text: a digit string is no number. */
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

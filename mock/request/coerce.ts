/** From the text of a parameter or form field to the JSON value that its schema means. */
import type { Json } from '../../spec/json/exact-json.ts';
import { numberFromSource } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { typesOf } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';

/** The first reading that the schema accepts; where it accepts none, the one that says best what is wrong. */
export function coerce(text: string, schema: Schema | undefined): Json {
  if (schema === undefined) return text;
  const readings = [text, ...otherReadings(text)];
  const accepted = readings.find((reading) => isValid(schema, reading, 'request'));
  if (accepted !== undefined) return accepted;
  const types = typesOf(schema);
  const typed = otherReadings(text).find((reading) => isOfTypes(reading, types));
  return typed === undefined ? text : typed;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Longer ones are no numbers that anybody means, and cost time. */
const MAX_NUMBER_LENGTH = 400;

function otherReadings(text: string): readonly Json[] {
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

function isOfTypes(value: Json, types: ReadonlySet<string>): boolean {
  if (typeof value === 'boolean') return types.has('boolean');
  if (value === null) return types.has('null');
  return types.has('integer') || types.has('number');
}

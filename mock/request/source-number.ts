/** A number as the client wrote it: what is judged can be a stand-in, since doubles round 1.00000000000000000001 to 1. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { Violation } from '../../spec/validation/validate.ts';

/** Longer ones are cut in the message. */
const MOST_DIGITS = 60;

/** The violation with the number's own spelling, where it tells of a number. */
export function withSpelling(violation: Violation, spelling: string | undefined): Violation {
  const [, type] = /^(number|integer) /.exec(violation.received) ?? [];
  if (type === undefined || spelling === undefined) return violation;
  const told = spelling.length > MOST_DIGITS ? `${spelling.slice(0, MOST_DIGITS - 10)}...` : spelling;
  return { ...violation, received: `${type} ${told}` };
}

/** Finds the spelling of the number at a path into a JSON text; undefined where the message needs none. */
export function spellingsIn(text: string): (at: readonly (string | number)[]) => string | undefined {
  if (!mayBeRounded.test(text)) return () => undefined;
  const tree = spelled(text);
  return (at) => {
    const found = at.reduce<Json | undefined>(stepInto, tree);
    return typeof found === 'string' ? found : undefined;
  };
}

/** Digits that a double may not hold, or an exponent. */
const mayBeRounded = /\d[.\d]{15}|\d[eE]/;

/** Every number as the text that it came in, and no other text: a digit string is no number. */
function spelled(text: string): Json | undefined {
  try {
    return JSON.parse(text, (_key, value: Json, { source }) => {
      if (typeof value === 'string') return null;
      return typeof value === 'number' && source !== undefined ? source : value;
    });
  } catch {
    return undefined;
  }
}

function stepInto(value: Json | undefined, step: string | number): Json | undefined {
  if (isJsonArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

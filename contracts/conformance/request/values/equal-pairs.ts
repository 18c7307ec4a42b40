/** Properties that repeat another one: `confirmPassword`, `emailConfirmation`. Implementations reject different values. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';

const confirmation = /confirm(?:ation|ed)?|repeat(?:ed)?|again|retype[d]?|verif(?:y|ication)/;

/** The value with equal pairs, if that is valid. */
export function withEqualPairs(value: Json, schema: Schema): Json {
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value);
  let result: Json = value;
  for (const name of names) {
    const original = originalName(name, names);
    const [current, expected] = [value[name], original === undefined ? undefined : value[original]];
    if (current === undefined || expected === undefined || typeof expected !== 'string') continue;
    if (typeof current !== 'string' || isEqualJson(current, expected)) continue;
    const changed: Json = { ...(isJsonObject(result) ? result : {}), [name]: expected };
    if (isValid(schema, changed, 'request')) result = changed;
  }
  return result;
}

/** The property that this one repeats: its name without the word. */
function originalName(name: string, names: readonly string[]): string | undefined {
  const normalized = normalizeName(name);
  if (!confirmation.test(normalized)) return undefined;
  const rest = normalized.replace(confirmation, '');
  return names.find((one) => one !== name && normalizeName(one) === rest);
}

function normalizeName(name: string): string {
  return name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();
}

/** Which supplied values look like secrets, so that no output shows them. */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { variablesIn } from '../environment.ts';

/**
 * The values of variables with a secret name, and what stands under a secret name. Short values are not treated as
 * secrets, since masking them would hide unrelated text.
 */
export function secretsIn(value: Json, name = ''): readonly string[] {
  return [...findSecrets(value, name)].filter(({ length }) => length >= MIN_LENGTH);
}

const MIN_LENGTH = 6;

const SECRET_NAME =
  /token|secret|passw|passphrase|passcode|pwd|(?:api|access|private)[-_]?key|jwt|bearer|authori[sz]ation|cookie|session|credential|otp$/i;

function* findSecrets(value: Json, name: string): Generator<string> {
  if (isJsonArray(value)) for (const item of value) yield* findSecrets(item, name);
  else if (isJsonObject(value)) for (const [key, part] of Object.entries(value)) yield* findSecrets(part, key);
  else if (typeof value === 'string') {
    const variables = variablesIn(value);
    const isSecret = SECRET_NAME.test(name);
    for (const variable of variables) if (isSecret || SECRET_NAME.test(variable)) yield process.env[variable] ?? '';
    if (isSecret && variables.length === 0) yield value;
  }
}

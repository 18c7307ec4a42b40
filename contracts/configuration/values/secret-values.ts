/** Which supplied values look like secrets, so that no output shows them. */
import type { NamedSecret } from '../../../shell/credential-text.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { variablesIn } from '../environment.ts';

/**
 * The values of variables with a secret name, and what stands under a secret name, each with the variable that commands
 * show in its place. Short values are not treated as secrets, since masking them would hide unrelated text.
 */
export function secretsIn(value: Json, name = ''): readonly NamedSecret[] {
  return [...findSecrets(value, name)].filter(({ secret }) => secret.length >= MIN_LENGTH);
}

const MIN_LENGTH = 6;

const SECRET_NAME =
  /token|secret|passw|passphrase|passcode|pwd|(?:api|access|private)[-_]?key|jwt|bearer|authori[sz]ation|cookie|session|credential|otp$/i;

function* findSecrets(value: Json, name: string): Generator<NamedSecret> {
  if (isJsonArray(value)) for (const item of value) yield* findSecrets(item, name);
  else if (isJsonObject(value)) for (const [key, part] of Object.entries(value)) yield* findSecrets(part, key);
  else if (typeof value === 'string') {
    const variables = variablesIn(value);
    const isSecret = SECRET_NAME.test(name);
    for (const variable of variables)
      if (isSecret || SECRET_NAME.test(variable)) yield { variable, secret: process.env[variable] ?? '' };
    if (isSecret && variables.length === 0) yield { variable: variableOfValue(name), secret: value };
  }
}

/** For a secret that the file itself contains: `PLANT_STORE_VALUE_PASSWORD`. */
function variableOfValue(name: string): string {
  return `PLANT_STORE_VALUE_${name.toUpperCase().replaceAll(/\W/g, '_')}`;
}

/** Two properties of one name may have different values. */
export function withDistinctVariables(secrets: Iterable<NamedSecret>): readonly NamedSecret[] {
  const bySecret = new Map<string, string>();
  const used = new Set<string>();
  for (const { variable, secret } of secrets) {
    if (bySecret.has(secret)) continue;
    let [name, count] = [variable, 1];
    while (used.has(name)) name = `${variable}_${++count}`;
    used.add(name);
    bySecret.set(secret, name);
  }
  return [...bySecret].map(([secret, variable]) => ({ variable, secret }));
}

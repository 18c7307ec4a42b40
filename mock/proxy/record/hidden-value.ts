/** A value without the secrets in it: `***` in place of each, whatever its type was. */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { SecretNames } from '../../journal/secrets/names.ts';
import { MASK } from '../../request/credential-places.ts';

export interface HiddenValue {
  readonly value: Json;
  /** What was hidden, as text. */
  readonly secrets: readonly string[];
}

/** Of members with these names at any depth; or all of it. */
export function hiddenValue(value: Json, names: SecretNames, isWhole: boolean): HiddenValue {
  const secrets: string[] = [];
  const leaf = (text: string) => {
    secrets.push(text);
    return MASK;
  };
  const hide = (one: Json, isSecret: boolean): Json => {
    if (isJsonArray(one)) return one.map((item) => hide(item, isSecret));
    if (isJsonObject(one)) return membersOf(one, (name, member) => hide(member, isSecret || names.has(name)));
    return isSecret && one !== null && one !== '' ? leaf(String(one)) : one;
  };
  return { value: hide(value, isWhole), secrets };
}

/** A name may be `__proto__`. */
function membersOf(
  object: Readonly<Record<string, Json>>,
  change: (name: string, member: Json) => Json,
): Json {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(name, member)]));
}

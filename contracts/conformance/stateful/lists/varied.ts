/** Records that differ in what a list can be asked by. */
import { isJsonObject, type Json } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { Fresh } from '../../model/draft.ts';
import type { TwinBody } from '../../request/twin.ts';
import { choicesFor } from '../../request/values/choices.ts';
import { freshenAll } from '../../request/values/fresh.ts';
import { replaceAt } from '../../request/values/sites.ts';

export interface Variation {
  /** The properties that are to differ. */
  readonly names: readonly string[];
  readonly index: number;
  readonly fresh: Fresh;
}

export function varied({ full, schema }: TwinBody, { names, index, fresh }: Variation): Json {
  const { properties } = flatten(schema);
  const start = freshenAll(full, schema, fresh);
  return names.reduce((value, name) => {
    const declared = properties.get(name);
    const now = isJsonObject(value) ? value[name] : undefined;
    const choices = declared === undefined ? [] : choicesFor(declared, now);
    const choice = choices[index % Math.max(choices.length, 1)];
    if (choice === undefined || !isJsonObject(value)) return value;
    const changed = replaceAt(value, [name], choice);
    return isValid(schema, changed, 'request') ? changed : value;
  }, start);
}

/** The one place where the mock makes up a value. Faker is loaded with the first one. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { DEFAULT_LOCALE, loadFaker } from './faker.ts';
import { makeUp } from './make-up.ts';
import type { MakeUpOptions } from './place.ts';

type MakeUpRequest = Partial<Pick<MakeUpOptions, 'seed' | 'key' | 'mode' | 'objectNames' | 'findReference'>>;

export interface MadeUpValues {
  /** A valid value with realistic parts; undefined if none is found. The same object for the same schema. */
  readonly sample: (schema: Schema) => Json | undefined;
  /** The valid `value`, with realistic parts where the contract describes none. */
  readonly makeUp: (value: Json, schema: Schema, request?: MakeUpRequest) => Json;
}

export interface MadeUpOptions {
  readonly seed: string | undefined;
  readonly locale: string | undefined;
}

export function createMadeUpValues({ seed = '', locale = DEFAULT_LOCALE }: MadeUpOptions): MadeUpValues {
  const makeUpWith: MadeUpValues['makeUp'] = (value, schema, request = {}) => {
    if (!hasText(value)) return value;
    const defaults = { mode: 'plain', objectNames: [] } as const;
    return makeUp(value, schema, { ...defaults, seed, ...request, faker: loadFaker(locale), locale });
  };
  const sample = memoize((schema: Schema): { readonly value: Json | undefined } => {
    const value = sampleValue(schema, 'response');
    return { value: value === undefined ? undefined : makeUpWith(value, schema) };
  });
  return { sample: (schema) => sample(schema).value, makeUp: makeUpWith };
}

/** Whether the value has any part that can be made up; if not, Faker is not needed. */
function hasText(value: Json): boolean {
  if (isJsonArray(value)) return value.some(hasText);
  if (isJsonObject(value)) return Object.values(value).some(hasText);
  return value !== null;
}

/** The one place where the mock makes up a value. All that this needs is loaded before the first one, not at the start. */
import { isJsonArray, isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { DEFAULT_LOCALE, loadFaker } from './faker.ts';
import type { MakeUpOptions } from './place.ts';

type MakeUpRequest = Partial<
  Pick<MakeUpOptions, 'seed' | 'key' | 'mode' | 'direction' | 'objectNames' | 'known' | 'findReference'>
>;

export interface MadeUpValues {
  /** Await it once before the others. */
  readonly load: () => Promise<void>;
  /** A valid value with realistic parts; undefined if none is found. The same object for the same schema. */
  readonly sample: (schema: Schema) => Json | undefined;
  /** The valid `value`, with realistic parts where the contract describes none. */
  readonly makeUp: (value: Json, schema: Schema, request?: MakeUpRequest) => Json;
}

export interface MadeUpOptions {
  readonly seed: string | undefined;
  readonly locale: string | undefined;
}

/** Shared by all mock servers of the process. */
let loaded: typeof import('./make-up.ts') | undefined;

export function createMadeUpValues({ seed = '', locale = DEFAULT_LOCALE }: MadeUpOptions): MadeUpValues {
  const makeUp: MadeUpValues['makeUp'] = (value, schema, request = {}) => {
    if (!hasParts(value)) return value;
    if (loaded === undefined) throw new Error('made-up values are used before they are loaded');
    const defaults = { mode: 'plain', direction: 'response', objectNames: [], seed } as const;
    return loaded.makeUp(value, schema, { ...defaults, ...request, faker: loadFaker(locale), locale });
  };
  const sample = memoize((schema: Schema): { readonly value: Json | undefined } => {
    const value = sampleValue(schema, 'response');
    return { value: value === undefined ? undefined : makeUp(value, schema) };
  });
  const load = async () => {
    loaded ??= await import('./make-up.ts');
  };
  return { load, makeUp, sample: (schema) => sample(schema).value };
}

/** Whether the value has any part that can be made up; if not, Faker is not needed. */
function hasParts(value: Json): boolean {
  if (isJsonArray(value)) return value.some(hasParts);
  if (isJsonObject(value)) return Object.values(value).some(hasParts);
  return value !== null;
}

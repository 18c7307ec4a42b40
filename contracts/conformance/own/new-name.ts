import type { Json } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Fresh } from '../draft.ts';
import type { ParameterValue } from '../request/parameters.ts';

/** A name that no record has; undefined where the schema allows none of ours. */
export function newName({ parameter: { schema } }: ParameterValue, fresh: Fresh): Json | undefined {
  const [number, uuid, word] = [fresh.number(), fresh.uuid(), fresh.word()];
  // Some want a letter first.
  const names: readonly Json[] = [number, uuid, word, `n${word}`];
  return names.find((value) => schema === undefined || isValid(schema, value, 'request'));
}

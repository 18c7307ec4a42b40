/** What stands in for a schema where the contract gives none. */
import { schemaBuilder } from '../../compiling/build-schema.ts';
import type { Schema } from '../../model/schema.ts';
import type { Place } from '../../source/place.ts';

const file = { url: '', name: '', text: '', value: {}, lines: new Map<string, number>(), lineAt: () => 1 };
const anywhere = schemaBuilder(new Map(), '3.1').build({ file, pointer: '', value: {} });

/** The schema that everything satisfies, said to stand at a place. */
export function anything(place: Place): Schema {
  return { ...anywhere, place };
}

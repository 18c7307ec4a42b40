import type { Json } from '../../spec/json/exact-json.ts';
import type { Direction, Schema } from '../../spec/model/schema.ts';
import { type Violation, validate } from '../../spec/validation/validate.ts';

/**
 * How a value of the document breaks its schema. A schema that goes both ways is met by a value that is right in one:
 * a record has its readOnly id, a request the password that no answer shows.
 */
export function violationOf(
  schema: Schema,
  value: Json,
  directions: ReadonlySet<Direction>,
): Violation | undefined {
  const firsts = [...directions].map((direction) => validate(schema, value, direction)[0]);
  return firsts.includes(undefined) ? undefined : firsts[0];
}

/** The matchers of Pact for scalars, as far as none refuses a right value. */
import type { Json, JsonObject } from '../../../../spec/json/exact-json.ts';
import type { TypeName } from '../../../../spec/model/schema.ts';
import type { Shape } from './shape.ts';
import { valuesRule } from './text-rules.ts';

/** The verifier's `boolean` takes the text "true", and its `integer` neither 4.0 nor 2^64, so both go by `type` and `number`. */
export function matchersFor(type: TypeName, shape: Shape): readonly JsonObject[] {
  const { isNarrow } = shape;
  if (type === 'null') return [{ match: 'null' }];
  if (type === 'number') return [{ match: 'number' }];
  if (type === 'integer') return [{ match: 'number' }, ...(isNarrow ? [wholeNumber] : [])];
  const patterns = type === 'string' ? textsOf(shape).map(regex) : [];
  return [{ match: 'type' }, ...patterns];
}

/** The declared values say all that their pattern says. */
function textsOf({ texts, values }: Shape): readonly string[] {
  const rule = valuesRule(values);
  return rule === undefined ? texts : [rule];
}

const wholeNumber: JsonObject = { match: 'regex', regex: '^-?[0-9]+(?:\\.0+)?$' };

/** One matcher, since OR has no AND within it. `type` is that of the example. */
export function alternativeFor(type: TypeName, shape: Shape, sample: Json): JsonObject {
  if (type === 'null') return { match: 'null' };
  if (type === 'number' || type === 'integer') return { match: 'number' };
  if (type === 'boolean') return { match: typeof sample === 'boolean' ? 'type' : 'boolean' };
  const [text] = textsOf(shape);
  if (text !== undefined) return regex(text);
  return typeof sample === 'string' ? { match: 'type' } : regex('(?s)^.*$');
}

function regex(pattern: string): JsonObject {
  return { match: 'regex', regex: pattern };
}

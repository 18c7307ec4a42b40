import type { Json, JsonObject } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import { isValid } from '../../../../spec/validate.ts';
import { isAgreed } from '../../request/parameters/parameter-styles.ts';
import { isValidText } from '../../request/parameters/parameters.ts';
import type { ParameterProbe } from './probe.ts';
import { type Scalar, wrongTexts } from './scalars.ts';

export interface Members extends Omit<Scalar, 'value'> {
  readonly value: JsonObject;
}

/** An object: each required property left out, each property as what it cannot be, one property more. */
export function* objectProbes(members: Members): Generator<ParameterProbe> {
  const { parameter, schema, flat, value } = members;
  yield* oneMore(members);
  for (const [property, declared] of flat.properties) {
    if (!Object.hasOwn(value, property)) continue;
    const rest = Object.entries(value).filter(([name]) => name !== property);
    if (rest.length > 0) {
      const words = `an object without ${property}`;
      yield* unlessValid(members, `without ${property}`, words, Object.fromEntries(rest));
    }
    const [text] = wrongTexts(flatten(declared)).filter((one) => !isValidText(declared, one));
    if (text === undefined || isValid(schema, { ...value, [property]: text }, 'request')) continue;
    const changed = { ...value, [property]: text };
    const expectation = isAgreed(parameter, changed) ? 'reject' : 'silent';
    const words = `an object whose ${property} is ${text}`;
    yield { name: `wrong ${property} ${text}`, words, expectation, value: changed, keyword: 'properties' };
  }
}

/** Where each member has a name of its own in the query, one that is not declared need not be of this object. */
function* oneMore({ parameter, schema, flat, value }: Members): Generator<ParameterProbe> {
  const { style, explode, in: place } = parameter;
  const isSpread = explode && style === 'form' && (place === 'query' || place === 'cookie');
  const changed = { ...value, unknown: '1' };
  if (flat.properties.has('unknown') || isValid(schema, changed, 'request')) return;
  const keyword = flat.unevaluatedProperties === undefined ? 'additionalProperties' : 'unevaluatedProperties';
  const expectation = isSpread || !isAgreed(parameter, changed) ? 'silent' : 'reject';
  const words = 'an object with a property more that the contract does not allow';
  yield { name: 'unknown property', words, expectation, value: changed, keyword };
}

function* unlessValid(
  { parameter, schema }: Members,
  name: string,
  words: string,
  value: Json,
): Generator<ParameterProbe> {
  if (isValid(schema, value, 'request')) return;
  const expectation = isAgreed(parameter, value) ? 'reject' : 'silent';
  yield { name, words, expectation, value, keyword: 'required' };
}

/** Test values of parameters that are a JSON document. */
import { percentEncode } from '../../../../sanitize.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { isJsonType, type Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { sampleValue } from '../../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { findLocations, flattenSchemaFor, removeAt, replaceAt } from '../../request/values/value-locations.ts';
import { jsonMemberProbes } from './members.ts';
import { canBeSentIn, type ParameterProbe, toleratesUnusualValue } from './probe.ts';

const wrongDocuments: readonly Json[] = [null, 7, 'seven', [], {}];

/** Documents of other types, malformed JSON, and documents with one value at or beyond a bound. */
export function* contentProbes(parameter: Parameter): Generator<ParameterProbe> {
  const [media] = parameter.content;
  if (media?.schema === undefined || !isJsonType(media.range)) return;
  for (const value of wrongDocuments) {
    const text = stringifyJson(value);
    if (isValid(media.schema, value, 'request') || !canBeSentIn(parameter, text)) continue;
    yield { name: `wrong ${text}`, description: `the JSON ${text}`, expectation: 'reject', value };
  }
  const serialized = parameter.in === 'query' ? { serialized: `${percentEncode(parameter.name)}=%7B` } : undefined;
  if (serialized !== undefined) {
    yield { name: 'no json', description: 'not valid JSON: {', expectation: 'reject', value: '{', ...serialized };
  }
  for (const probe of documentProbes(media.schema)) if (canBeSentIn(parameter, stringifyJson(probe.value))) yield probe;
}

function* documentProbes(schema: Schema): Generator<ParameterProbe> {
  const whole = sampleValue(schema, 'request', { optional: 'all' });
  if (whole === undefined) return;
  if (isJsonObject(whole)) {
    const value = { ...whole, unknown: '1' };
    const keyword =
      flattenSchemaFor(schema, whole).unevaluatedProperties === undefined
        ? 'additionalProperties'
        : 'unevaluatedProperties';
    const description = 'JSON with an extra property that the contract does not allow';
    if (!isValid(schema, value, 'request'))
      yield { name: 'unknown property', description, expectation: 'reject', value, keyword };
  }
  for (const { path, name: location, schema: declared, value: current, isRequired } of findLocations(schema, whole)) {
    const name = location.replace(/^body\.?/, '');
    const without = removeAt(whole, path);
    if (isRequired && typeof path.at(-1) === 'string' && !isValid(schema, without, 'request'))
      yield {
        ...{ name: `without ${name}`, description: `JSON without ${name}` },
        ...{ expectation: 'reject', value: without, keyword: 'required' },
      };
    const wrongType = wrongValues.find((value) => !isValid(schema, replaceAt(whole, path, value), 'request'));
    if (wrongType !== undefined)
      yield {
        ...{ name: `wrong ${name}`, description: `JSON whose ${name} is ${stringifyJson(wrongType)}` },
        ...{ expectation: 'reject', value: replaceAt(whole, path, wrongType), keyword: 'type' },
      };
    for (const probe of jsonMemberProbes(declared, current)) {
      const value = replaceAt(whole, path, probe.value);
      if (isValid(schema, value, 'request') !== probe.isValid) continue;
      yield {
        ...{ name: `${name} ${probe.name}`, description: `JSON whose ${name} is ${probe.description}` },
        ...{ expectation: probe.isValid ? 'accept' : 'reject', value, keyword: probe.keyword },
        tolerated: probe.isValid ? toleratesUnusualValue : [],
      };
    }
  }
}

const wrongValues: readonly Json[] = [{ value: 7 }, 'seven', 7, null];

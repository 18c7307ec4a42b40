import type { Parameter } from '../../../../spec/contract.ts';
import { isJsonArray, isJsonObject, type Json } from '../../../../spec/exact-json.ts';
import { isValid } from '../../../../spec/validate.ts';
import { isAgreed, plainText } from '../../request/parameters/parameter-styles.ts';
import { flatFor } from '../../request/values/sites.ts';
import { alternativesOf } from '../shared/mutation-points/alternatives.ts';
import { sampleWith } from '../shared/sample-with.ts';
import { canCarry, type ParameterProbe, unusual } from './probe.ts';

/** What the contract gives as examples of a parameter; `value` is one that is sent anyway. */
export function* exampleProbes(parameter: Parameter, value: Json): Generator<ParameterProbe> {
  const [media] = parameter.content;
  const schema = parameter.schema ?? media?.schema;
  const declared = [...parameter.examples, ...(media?.examples ?? [])].map(
    (example) => [`example ${example.name}`, example.value] as const,
  );
  const ofSchema = (schema === undefined ? [] : flatFor(schema, value).examples).map(
    (example, index) => [`example of the schema ${index + 1}`, example] as const,
  );
  for (const [name, example] of [...declared, ...ofSchema]) {
    if (schema === undefined || !isValid(schema, example, 'request')) continue;
    yield valid(parameter, name, example);
  }
}

/** A value of each alternative. */
export function* alternativeProbes(parameter: Parameter): Generator<ParameterProbe> {
  const { schema } = parameter;
  for (const [index, alternative] of (schema === undefined ? [] : alternativesOf(schema)).entries()) {
    const value = schema === undefined ? undefined : sampleWith(schema, [alternative]);
    if (value === undefined || !partsOf(value).every((part) => canCarry(parameter, plainText(part))))
      continue;
    yield { ...valid(parameter, `alternative ${index + 1}`, value), open: unusual };
  }
}

function valid(parameter: Parameter, name: string, value: Json): ParameterProbe {
  const expectation = isAgreed(parameter, value) ? 'accept' : 'silent';
  return { name, words: plainText(value), expectation, value };
}

function partsOf(value: Json): readonly Json[] {
  return isJsonArray(value) || isJsonObject(value) ? Object.values(value) : [value];
}

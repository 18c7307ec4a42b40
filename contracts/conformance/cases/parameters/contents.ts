import { percentEncoded } from '../../../../spec/http/percent.ts';
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { isJsonType, type Parameter } from '../../../../spec/model/contract.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { canCarry, type ParameterProbe } from './probe.ts';

const others: readonly Json[] = [null, 7, 'seven', [], {}];

/** A parameter that is a JSON document: one of another kind, and no document at all. */
export function* contentProbes(parameter: Parameter): Generator<ParameterProbe> {
  const [media] = parameter.content;
  if (media?.schema === undefined || !isJsonType(media.range)) return;
  for (const value of others) {
    const text = stringifyJson(value);
    if (isValid(media.schema, value, 'request') || !canCarry(parameter, text)) continue;
    yield { name: `wrong ${text}`, words: `the JSON ${text}`, expectation: 'reject', value };
  }
  const written = parameter.in === 'query' ? { written: `${percentEncoded(parameter.name)}=%7B` } : undefined;
  if (written !== undefined) {
    yield { name: 'no json', words: 'no JSON: {', expectation: 'reject', value: '{', ...written };
  }
}

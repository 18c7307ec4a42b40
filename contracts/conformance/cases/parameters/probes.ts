/** All values of a parameter to send. */
import type { Parameter } from '../../../../spec/contract.ts';
import { isJsonArray, isJsonObject } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import { isAgreed, plainText } from '../../request/parameters/parameter-styles.ts';
import { type ParameterValue, parameterText } from '../../request/parameters/parameters.ts';
import { flatFor } from '../../request/values/sites.ts';
import { contentProbes } from './contents.ts';
import { alternativeProbes, exampleProbes } from './examples.ts';
import { listProbes } from './lists.ts';
import { objectProbes } from './objects.ts';
import { type ParameterProbe, unusual } from './probe.ts';
import { scalarProbes } from './scalars.ts';
import { openSpellings } from './spellings.ts';

/** In bytes, as written, with the name: longer ones run into limits that HTTP leaves to servers (RFC 9110, section 4.1). */
const LONGEST = { path: 2_000, query: 2_000, header: 1_000, cookie: 1_000 } as const;

/** Each way to write it once, beside the one of the valid request. */
export function* probesFor(valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter } = valid;
  const sent = new Set(parameter.required ? [parameterText(valid)] : []);
  for (const probe of everyProbeFor(valid)) {
    const text = parameterText(changedBy(parameter, probe));
    if (sent.has(text) || text.length > LONGEST[parameter.in]) continue;
    sent.add(text);
    yield probe;
  }
}

function* everyProbeFor(valid: ParameterValue): Generator<ParameterProbe> {
  const { parameter, value } = valid;
  if (!parameter.required) yield given(valid);
  yield* exampleProbes(parameter, value);
  yield* contentProbes(parameter);
  yield* alternativeProbes(parameter);
  const { schema } = parameter;
  if (schema === undefined) return;
  const flat = flatFor(schema, value);
  if (isJsonArray(value)) yield* listProbes({ parameter, schema, flat, value });
  else if (isJsonObject(value)) yield* objectProbes({ parameter, schema, flat, value });
  else yield* scalarProbes({ parameter, schema, flat, value });
  yield* openSpellings(parameter, flat, value);
}

function given({ parameter, value }: ParameterValue): ParameterProbe {
  return {
    name: 'given',
    words: plainText(value),
    expectation: isAgreed(parameter, value) ? 'accept' : 'silent',
    value,
    open: isMadeUp(parameter) ? unusual : [],
  };
}

/** A text that only this kit thought of: the schema says nothing of what it means, or only an answer can give one. */
export function isMadeUp({ name, in: place, examples, schema }: Parameter): boolean {
  if (schema === undefined || examples.length > 0) return false;
  const flat = flatten(schema);
  if (place === 'query' && pageNames.test(name) && flat.types?.has('string') === true) return true;
  const says = [flat.enum, flat.const, flat.format, flat.pattern, flat.default].some(
    (keyword) => keyword !== undefined,
  );
  return flat.types?.has('string') === true && !says && flat.examples.length === 0;
}

/** The place of a page that an answer has named before: `cursor`, `page_token`, `startingAfter`. */
const pageNames =
  /^(?:(?:page|next)?[_-]?cursor|(?:next)?[_-]?(?:page|continuation)?[_-]?token|(?:starting|page)[_-]?after|ending[_-]?before)$/i;

/** What a probe sends. */
export function changedBy(parameter: Parameter, { value, written }: ParameterProbe): ParameterValue {
  return written === undefined ? { parameter, value } : { parameter, value, written };
}

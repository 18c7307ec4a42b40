/** Path parameters that name a record which the request uses up: no value may name another one. */
import { isValidText, type ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { parameterProbes } from './parameter-probes.ts';
import type { ParameterProbe } from './probe.ts';

/**
 * For the name of a record that the request uses up: values that name nothing, however leniently they are parsed, and
 * the name of the record with a suffix, which lenient parsers read as that record.
 */
export function* recordNameProbes(valid: ParameterValue, recordName: string): Generator<ParameterProbe> {
  for (const probe of parameterProbes(valid)) {
    if (probe.expectation === 'reject' && !mayBeReadAsNumber(probe)) yield probe;
  }
  yield* nameSuffixProbes(valid, recordName);
}

/** The serialized name of an existing record with a suffix. */
export function* nameSuffixProbes({ parameter, value }: ParameterValue, recordName: string): Generator<ParameterProbe> {
  // After an array or an object, a suffix would only extend the last item.
  if (typeof value === 'object') return;
  for (const [suffix, description] of nameSuffixes) {
    if (parameter.schema === undefined || isValidText(parameter.schema, `${value}${suffix}`)) continue;
    yield {
      name: `own name${suffix}`,
      description,
      expectation: 'reject',
      value,
      serialized: `${recordName}${suffix}`,
      keyword: 'type',
    };
  }
}

const nameSuffixes = [
  ['abc', 'the name of a record followed by letters'],
  ['.5', 'the name of a record followed by a fraction'],
] as const;

/** As a number, as a text that begins with one, or as a wrapped number. */
function mayBeReadAsNumber({ value, serialized }: ParameterProbe): boolean {
  const text = serialized ?? (typeof value === 'object' ? '' : String(value));
  return /^\s*\+?\d/.test(text);
}

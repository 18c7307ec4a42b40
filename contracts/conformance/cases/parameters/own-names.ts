import { isValidText, type ParameterValue } from '../../request/parameters/parameters.ts';
import type { ParameterProbe } from './probe.ts';
import { probesFor } from './probes.ts';

/**
 * For the name of a record that a request uses up: what names nothing, however leniently it is read, and the own name
 * with something behind it, which is that record to those who read as far as they understand.
 */
export function* ownNameProbes(valid: ParameterValue, own: string): Generator<ParameterProbe> {
  for (const probe of probesFor(valid)) {
    if (probe.expectation === 'reject' && !mayBeRead(probe)) yield probe;
  }
  yield* endingProbes(valid, own);
}

/** The name of what is there, as it is written, with something behind it. */
export function* endingProbes({ parameter, value }: ParameterValue, own: string): Generator<ParameterProbe> {
  // Behind a list or an object there is one more letter of its last part.
  if (typeof value === 'object') return;
  for (const [end, words] of endings) {
    if (parameter.schema === undefined || isValidText(parameter.schema, `${value}${end}`)) continue;
    yield {
      name: `own name${end}`,
      words,
      expectation: 'reject',
      value,
      written: `${own}${end}`,
      keyword: 'type',
    };
  }
}

const endings = [
  ['abc', 'the name of a record with letters behind it'],
  ['.5', 'the name of a record with a fraction behind it'],
] as const;

/** As a number, as the beginning of one, or as one that has wrapped. */
function mayBeRead({ value, written }: ParameterProbe): boolean {
  const text = written ?? (typeof value === 'object' ? '' : String(value));
  return /^\s*\+?\d/.test(text);
}

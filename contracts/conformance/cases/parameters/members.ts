/** Test values at the bounds of an item or a property of a parameter: fewer than for a parameter of its own. */
import { isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { integerRanges } from '../../../../spec/validation/formats.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { plainText } from '../../../../spec/wire/parameter-styles.ts';
import { isValidText } from '../../request/parameters/serialize-parameters.ts';
import { formatProbes } from '../boundary-values/formats.ts';
import { numberProbes } from '../boundary-values/numbers.ts';
import { type BoundaryProbe, describeProbe, enumProbes } from '../boundary-values/probe.ts';
import { textProbes } from '../boundary-values/texts.ts';
import { canBeSentIn } from './probe.ts';

export interface MemberProbe {
  readonly name: string;
  /** Completes "the item is". */
  readonly description: string;
  readonly value: Json;
  readonly isValid: boolean;
  readonly keyword: string;
}

/** For each keyword the last value within its bound, and the first beyond it. */
export function* memberProbes(parameter: Parameter, schema: Schema, current: Json): Generator<MemberProbe> {
  const sent = new Set<string>();
  for (const probe of boundsOf(flattenSchema(schema), current)) {
    const text = plainText(probe.value);
    const valid = isValidText(schema, text);
    const key = `${probe.keyword} ${valid}`;
    const isIntended = probe.side === undefined || (probe.side === 'within') === valid;
    if (sent.has(key) || !isIntended || !canBeSentIn(parameter, text)) continue;
    sent.add(key);
    yield memberProbe(probe, valid);
  }
}

/** The same in JSON, where a number is not a text. */
export function* jsonMemberProbes(schema: Schema, current: Json): Generator<MemberProbe> {
  const sent = new Set<string>();
  for (const probe of boundsOf(flattenSchema(schema), current)) {
    const valid = isValid(schema, probe.value, 'request');
    const key = `${probe.keyword} ${valid}`;
    const isIntended = probe.side === undefined || (probe.side === 'within') === valid;
    if (sent.has(key) || !isIntended) continue;
    sent.add(key);
    yield memberProbe(probe, valid);
  }
}

function memberProbe(probe: BoundaryProbe, valid: boolean): MemberProbe {
  const { keyword, name, value } = probe;
  return { keyword, name: `${keyword}/${name}`, description: describeProbe(probe), value, isValid: valid };
}

function* boundsOf(flat: Schema, current: Json): Generator<BoundaryProbe> {
  if (typeof current === 'string') {
    yield* textProbes(flat, current);
    yield* formatProbes(flat.format, current);
  }
  if (isNumeric(current)) {
    const isWhole = flat.types?.has('number') !== true;
    yield* numberProbes(flat, isWhole);
    if (isWhole) yield* integerRangeProbes(flat);
  }
  if (flat.enum !== undefined) yield* enumProbes('enum', flat.enum);
}

/** Beyond the integers of the format on both sides, where no other bound is closer. */
function* integerRangeProbes({ format = '', minimum, maximum }: Schema): Generator<BoundaryProbe> {
  const range = integerRanges.get(format);
  if (range === undefined) return;
  const beyond = [
    ...(maximum === undefined ? [range.max + 1n] : []),
    ...(minimum === undefined ? [range.min - 1n] : []),
  ];
  for (const value of beyond)
    yield { keyword: 'format', name: `${value}`, description: `${value} (${format})`, value, side: 'beyond' };
}

/** What the bounds of a place give to send, each value once. */
import {
  canonicalText,
  isInteger,
  isJsonArray,
  isJsonObject,
  isNumeric,
  type Json,
} from '../../../../spec/json/exact-json.ts';
import { allows } from '../shared/allowed.ts';
import { isConstant, type MutationPoint } from '../shared/mutation-points.ts';
import { arrayProbes } from './arrays.ts';
import { enumProbes } from './enums.ts';
import { formatProbes } from './formats.ts';
import { numberProbes } from './numbers.ts';
import { objectProbes } from './objects.ts';
import type { Probe } from './probe.ts';
import { textProbes } from './texts.ts';

export interface JudgedProbe extends Probe {
  readonly side: 'within' | 'beyond';
}

/** Those that are on the side they are meant to be on. */
export function* probesFor(point: MutationPoint): Generator<JudgedProbe> {
  const own = isConstant(point) ? canonicalText(point.value) : undefined;
  const sent = new Set<string>();
  for (const probe of probesOf(point)) {
    const text = canonicalText(probe.value);
    const side = allows(point, probe.value) ? 'within' : 'beyond';
    // The values that a contract lists are all tried by their name.
    if (text === own && probe.keyword !== 'enum' && probe.keyword !== 'const') continue;
    if (sent.has(text) || (probe.side !== undefined && probe.side !== side)) continue;
    sent.add(text);
    yield { ...probe, side };
  }
}

const known = new WeakMap<MutationPoint, ReadonlySet<string>>();
/** What other families send is shorter than that. */
const SHORT = 100;

/** Whether a value is sent here for a bound, or in every valid request: other families need not send it again. */
export function isSentForBounds(point: MutationPoint, value: Json): boolean {
  const sent = known.get(point) ?? new Set(shortTexts(point));
  known.set(point, sent);
  return sent.has(canonicalText(value));
}

function* shortTexts(point: MutationPoint): Generator<string> {
  if (isConstant(point)) yield canonicalText(point.value);
  for (const { value } of probesFor(point)) {
    const text = canonicalText(value);
    if (text.length < SHORT) yield text;
  }
}

function* probesOf({ value, flat }: MutationPoint): Generator<Probe> {
  if (typeof value === 'string') {
    yield* textProbes(flat, value);
    yield* formatProbes(flat.format, value);
  }
  if (isNumeric(value)) yield* numberProbes(flat, isInteger(value) && flat.types?.has('number') !== true);
  if (isJsonArray(value)) yield* arrayProbes(flat, value);
  if (isJsonObject(value)) yield* objectProbes(flat, value);
  if (flat.enum !== undefined) yield* enumProbes('enum', flat.enum);
  if (flat.const !== undefined) yield* enumProbes('const', [flat.const.value]);
}

import { isInteger, isJsonArray, isJsonObject, isNumeric } from '../../../spec/exact-json.ts';
import type { Case } from '../case.ts';
import { caseOf, jsonDraft, type Twin } from '../twin.ts';
import { placeOfKeyword } from './bearer.ts';
import type { Family } from './family.ts';
import { arrayProbes } from './limits/arrays.ts';
import { enumProbes } from './limits/enums.ts';
import { formatProbes } from './limits/formats.ts';
import { numberProbes } from './limits/numbers.ts';
import { objectProbes } from './limits/objects.ts';
import type { Probe } from './limits/probe.ts';
import { textProbes } from './limits/texts.ts';
import { allows, allSpotsOf, freshWith, type Spot } from './spots.ts';

/** Every bound that the contract sets: the last value within it, and the first outside. */
export const limits: Family = {
  name: 'limits',
  summary: 'values are taken up to the bounds of the contract and not beyond',
  *generate(twin): Generator<Case> {
    if (twin.body === undefined) return;
    for (const spot of allSpotsOf(twin.body)) {
      for (const probe of probesFor(spot)) yield* caseFor(twin, spot, probe);
    }
  },
};

function* caseFor(twin: Twin, spot: Spot, { keyword, words, value, side, open }: Probe): Generator<Case> {
  const found = allows(spot, value) ? 'within' : 'beyond';
  if (side !== undefined && side !== found) return;
  yield caseOf(twin, {
    family: 'limits',
    name: `${spot.name}/${keyword}/${words}`,
    topic: `${spot.name} ${keyword} ${found}`,
    expectation: found === 'within' ? 'accept' : 'reject',
    mutation: `${spot.name} is ${words}`,
    place: placeOfKeyword(spot.schema, keyword),
    open: open === undefined ? [] : [{ status: 'declared client error', because: open }],
    fixed: isNumeric(value) ? 'number' : 'text',
    build: (fresh) => jsonDraft(twin, freshWith(spot, value, fresh)),
  });
}

function* probesFor({ value, flat }: Spot): Generator<Probe> {
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

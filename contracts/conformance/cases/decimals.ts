import { isNumeric } from '../../../spec/json/exact-json.ts';
import type { Expectation } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { createCase } from '../request/create-case.ts';
import { isBoundaryValue } from './boundary-values/boundary-probes.ts';
import { allowsValue } from './shared/allowed-changes.ts';
import { spelledRequestSpec } from './shared/json-spelling.ts';
import { type MutationPoint, mutationPoints } from './shared/mutation-points.ts';
import type { TestCategory } from './test-category.ts';

/** Numbers with fractions and exponents where the type allows them, in every spelling of JSON. */
export const decimals: TestCategory = {
  name: 'decimals',
  summary: 'numbers with fractions and exponents are returned as sent',
  *generate({ baseline }): Generator<TestCase> {
    if (baseline.body === undefined) return;
    for (const point of mutationPoints(baseline.body)) {
      if (!isNumeric(point.value) || point.flat.types?.has('number') !== true) continue;
      for (const { spelling, support } of decimalSamples) {
        const value = Number(spelling);
        // A boundary value in the same spelling would be sent twice.
        const isPlain = `${value}` === spelling;
        if (!allowsValue(point, value) || (isPlain && isBoundaryValue(point, value))) continue;
        yield decimalCase(baseline, point, spelling, expectationFor(point, support));
      }
      if (point.flat.format === 'double') yield beyondDoubleCase(baseline, point);
    }
  },
};

/** Which number types represent the value exactly, or convert it back to the same decimal digits. */
type NumberSupport = 'all types' | 'decimal and double' | 'double only';

const decimalSamples: readonly { readonly spelling: string; readonly support: NumberSupport }[] = [
  { spelling: '0', support: 'all types' },
  { spelling: '-1', support: 'all types' },
  { spelling: '0.5', support: 'all types' },
  { spelling: '-0.25', support: 'all types' },
  { spelling: '1.50', support: 'all types' },
  { spelling: '1E2', support: 'all types' },
  { spelling: '25e-1', support: 'all types' },
  { spelling: '0.1', support: 'decimal and double' },
  { spelling: '-19.99', support: 'decimal and double' },
  { spelling: '16777217', support: 'decimal and double' },
  { spelling: '1e-7', support: 'double only' },
  { spelling: '0.30000000000000004', support: 'double only' },
  { spelling: '9007199254740991', support: 'double only' },
  { spelling: '1.7976931348623157e308', support: 'double only' },
  { spelling: '2.2250738585072014e-308', support: 'double only' },
  { spelling: '5e-324', support: 'double only' },
];

/**
 * Without a format the contract does not define the precision: only values that no common type changes are required.
 */
function expectationFor({ flat: { format } }: MutationPoint, support: NumberSupport): Expectation {
  if (support === 'all types' || format === 'double') return 'accept';
  return support === 'decimal and double' && format === undefined ? 'accept' : 'unspecified';
}

function decimalCase(
  baseline: BaselineRequest,
  point: MutationPoint,
  spelling: string,
  expectation: Expectation,
): TestCase {
  return createCase(baseline, {
    ...decimalSeed(point, spelling),
    expectation,
    mutation: `${point.name} is the number ${spelling}`,
    constantPart: 'number',
    buildRequest: (fresh) => spelledRequestSpec(baseline, point, { spelling, value: Number(spelling) }, fresh),
  });
}

function beyondDoubleCase(baseline: BaselineRequest, point: MutationPoint): TestCase {
  return createCase(baseline, {
    ...decimalSeed(point, '1e400'),
    expectation: 'unspecified',
    mutation: `${point.name} is 1e400, which exceeds the range of a double`,
    buildRequest: (fresh) => spelledRequestSpec(baseline, point, { spelling: '1e400', value: undefined }, fresh),
  });
}

function decimalSeed(point: MutationPoint, name: string) {
  const topic = `${point.name} as a decimal`;
  return { category: 'decimals', name: `${point.name}/${name}`, topic, place: point.schema.place };
}

import fc from 'fast-check';
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import type { ParameterValue } from '../request/parameters/serialize-parameters.ts';
import { toleratesUnusualValue } from './parameters/probe.ts';
import { invalidBodyKind, validBodyKind } from './random/bodies.ts';
import { caseAtPosition, type DrawPosition, drawCases, drawName, type RandomKind } from './random/random-kind.ts';
import { arbitraryForSchema } from './random/schema-arbitrary.ts';
import type { TestCategory } from './test-category.ts';

/** Requests drawn from the schemas: valid ones, and ones with a single error. Failing requests are shrunk. */
export const random: TestCategory = {
  name: 'random',
  summary: 'random requests are accepted when valid, and rejected with one error',
  *generate({ baseline, randomOptions: { seed, caseCount } }): Generator<TestCase> {
    const { body } = baseline;
    const parameters = randomParametersKind(baseline);
    const parameterCount =
      parameters === undefined ? 0 : shareOfCases(caseCount, body === undefined ? 1 : SHARE_PARAMETERS);
    if (parameters !== undefined) yield* drawCases(parameters, seed, parameterCount);
    if (body === undefined) return;
    const validCount = shareOfCases(caseCount - parameterCount, SHARE_VALID);
    yield* drawCases(validBodyKind(baseline, body), seed, validCount);
    yield* drawCases(invalidBodyKind(baseline, body), seed, caseCount - parameterCount - validCount);
  },
  findCase({ baseline }, name) {
    const [kind, seed = '', path = ''] = name.split('/');
    if (!/^-?\d+$/.test(seed) || !/^\d+(\.\d+)*$/.test(path)) return undefined;
    return caseForKind(baseline, kind, { seed: Number(seed), path: path.split('.').map(Number) });
  },
};

const SHARE_PARAMETERS = 0.2;
const SHARE_VALID = 0.6;

function shareOfCases(cases: number, part: number): number {
  return Math.ceil(cases * part);
}

function caseForKind(
  baseline: BaselineRequest,
  kind: string | undefined,
  drawPosition: DrawPosition,
): TestCase | undefined {
  const { body } = baseline;
  const parameters = kind === 'parameters' ? randomParametersKind(baseline) : undefined;
  if (parameters !== undefined) return caseAtPosition(parameters, drawPosition);
  if (body === undefined) return undefined;
  if (kind === 'valid') return caseAtPosition(validBodyKind(baseline, body), drawPosition);
  return kind === 'wrong' ? caseAtPosition(invalidBodyKind(baseline, body), drawPosition) : undefined;
}

/** Keyed by location and name. */
type ParameterValues = Readonly<Record<string, Json | undefined>>;

/** Each parameter is valid, but the contract does not say that they may be combined. */
const toleratesCombinedParameters: readonly ToleratedResponse[] = [
  {
    status: 'declared client error',
    reason: 'parameters that are each valid may contradict each other',
  },
];

/**
 * Draws several optional parameters from their schemas; undefined for an operation without parameters that can be
 * drawn.
 */
function randomParametersKind(baseline: BaselineRequest): RandomKind<ParameterValues> | undefined {
  const { operation } = baseline;
  const generatable = operation.parameters.filter(canGenerate);
  if (generatable.length === 0) return undefined;
  const name = 'parameters';
  const arbitraries = Object.fromEntries(
    generatable.map(({ name: key, in: location, schema }) => [`${location} ${key}`, arbitraryForSchema(schema)]),
  );
  return {
    name,
    arbitrary: fc.record(arbitraries, { requiredKeys: [], noNullPrototype: true }),
    caseFor(values, drawPosition) {
      const generated = generatable.flatMap((parameter) => {
        const value = values[`${parameter.in} ${parameter.name}`];
        return value === undefined ? [] : [{ parameter, value }];
      });
      if (!generated.every(({ parameter, value }) => isValid(parameter.schema, value, 'request'))) return undefined;
      const others = baseline.parameters.filter(
        (current) => !generated.some(({ parameter }) => parameter === current.parameter),
      );
      const changed = { ...baseline, parameters: [...others, ...generated] };
      const testCase = createCase(baseline, {
        category: 'random',
        name: drawName({ name }, drawPosition),
        topic: name,
        expectation: 'accept',
        mutation: `the parameters are generated randomly: ${Object.keys(values).join(', ') || 'none'}`,
        place: operation.place,
        tolerated: generated.some(hasUnstatedMeaning)
          ? [...toleratesCombinedParameters, ...toleratesUnusualValue]
          : toleratesCombinedParameters,
        buildRequest: (fresh) => validRequestSpec(changed, fresh),
      });
      return { testCase, value: generated.map(({ value }) => value) };
    },
  };
}

/** A number without bounds: the same request has the same severity in the category "parameters". */
function hasUnstatedMeaning({ parameter: { schema } }: ParameterValue): boolean {
  if (schema === undefined) return false;
  const { types, enum: values, const: only, ...bounds } = flattenSchema(schema);
  if (values !== undefined || only !== undefined) return false;
  const hasLimits =
    (bounds.minimum ?? bounds.exclusiveMinimum) !== undefined &&
    (bounds.maximum ?? bounds.exclusiveMaximum) !== undefined;
  return types?.has('number') === true || (types?.has('integer') === true && !hasLimits);
}

/** The category "parameters" covers free text in URLs, and a path has to name an existing record. */
function canGenerate(parameter: Parameter): parameter is Parameter & { readonly schema: Schema } {
  const { schema, in: location, style } = parameter;
  if (schema === undefined || location === 'path' || location === 'cookie' || style === 'deepObject') return false;
  const { types, enum: enumValues } = flattenSchema(schema);
  const isPlain = types !== undefined && [...types].every((type) => plainTypes.has(type));
  return isPlain || enumValues !== undefined;
}

const plainTypes: ReadonlySet<string> = new Set(['integer', 'number', 'boolean']);

/** Generates the requests of a recording: valid requests, invalid requests, and requests without valid credentials. */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { findResponse, type Operation, type SecurityScheme } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { boundaryValues } from '../../conformance/cases/boundary-values.ts';
import { extraProperties } from '../../conformance/cases/extra-properties.ts';
import { integerLimits } from '../../conformance/cases/integer-limits.ts';
import { malformedBodies } from '../../conformance/cases/malformed-bodies.ts';
import { mediaTypes } from '../../conformance/cases/media-types.ts';
import { missingProperties } from '../../conformance/cases/missing-properties.ts';
import { isArbitraryText } from '../../conformance/cases/parameters/parameter-probes.ts';
import { parameters } from '../../conformance/cases/parameters.ts';
import type { TestCategory } from '../../conformance/cases/test-category.ts';
import { createGeneratorContext } from '../../conformance/cases/test-category.ts';
import { validBodies } from '../../conformance/cases/valid-bodies.ts';
import { wrongShapes } from '../../conformance/cases/wrong-shapes.ts';
import { wrongTypes } from '../../conformance/cases/wrong-types.ts';
import type { CredentialPlan, FreshValues, RequestSpec } from '../../conformance/model/request-spec.ts';
import type { RequestCase, TestCase } from '../../conformance/model/test-case.ts';
import type { BaselineBody, BaselineRequest } from '../../conformance/request/baseline-request.ts';
import { jsonRequestSpec, validRequestSpec } from '../../conformance/request/build-request-spec.ts';
import { credentialValue } from '../../conformance/request/credentials/apply-credentials.ts';
import { type ParameterValue, serializeParameters } from '../../conformance/request/parameters/serialize-parameters.ts';
import { findLocations, replaceAt, valueAt } from '../../conformance/request/values/value-locations.ts';
import { requiresCredential } from '../../options/credentials.ts';
import { pactPath } from './recording-model.ts';
import { buildVariants, isReference, providerStateGenerator, stateValue } from './request/fresh-values.ts';

/** The valid requests of an operation; the first one has all properties. */
export function* generateValidCases(baseline: BaselineRequest): Generator<ValidCase> {
  yield { mutation: undefined, build: (fresh) => validRequestSpec(baseline, fresh) };
  for (const one of validBodies.generate(createGeneratorContext(baseline)))
    if (one.kind === 'request' && isRecordableVariant(one)) yield { mutation: one.mutation, build: one.buildRequest };
  if (baseline.body !== undefined) yield* generateLargeNumberCases(baseline, baseline.body);
}

interface ValidCase {
  /** Completes "a request to OPERATION: "; undefined for the unchanged request. */
  readonly mutation: string | undefined;
  readonly bodyGenerators?: JsonObject;
  build(fresh: FreshValues): RequestSpec;
}

/**
 * Leaves out requests that are the same in every run, since they may be duplicates, and requests whose outcome the
 * contract leaves open.
 */
function isRecordableVariant({ expectation, tolerated, constantPart, id }: TestCase): boolean {
  return expectation === 'accept' && tolerated.length === 0 && constantPart === undefined && !id.endsWith('/full');
}

/** Beyond 2^53: implementations that parse it as a double return another number. */
const LARGE_INTEGER = 4_611_686_018_427_387_905n;

function* generateLargeNumberCases(baseline: BaselineRequest, body: BaselineBody): Generator<ValidCase> {
  const { frozen, first } = buildVariants((fresh) => validRequestSpec(baseline, fresh));
  for (const location of findLocations(body.schema, body.full)) {
    const fullBody = frozen.value;
    if (location.flat.format !== 'int64' || fullBody === undefined || first.value === undefined) continue;
    const isFresh = valueAt(fullBody, location.path) !== valueAt(first.value, location.path);
    const value = replaceAt(fullBody, location.path, LARGE_INTEGER);
    const path = pactPath(location.path);
    if (!isFresh || path === undefined || !isValid(body.schema, value, 'request')) continue;
    const withLargeNumber = (requestSpec: RequestSpec) =>
      jsonRequestSpec(baseline, replaceAt(requestSpec.value ?? null, location.path, LARGE_INTEGER));
    yield {
      mutation: `${location.name} is an integer beyond 2^53`,
      bodyGenerators: { [path]: providerStateGenerator(stateValue('freshLargeId')) },
      build: (fresh) => withLargeNumber(validRequestSpec(baseline, fresh)),
    };
  }
}

/**
 * Whether the response to the valid request depends on existing data: a record that the path or the body names, the
 * target of a JSON Patch, or a value whose meaning the contract does not define.
 */
export function dependsOnState({ operation, body }: BaselineRequest): boolean {
  const isPatch = body?.media.range === 'application/json-patch+json';
  const isNamed = operation.parameters.some((one) => one.in === 'path' || (one.required && isArbitraryText(one)));
  return isNamed || isPatch || (body !== undefined && referencesOtherRecord(body.full));
}

function referencesOtherRecord(value: Json): boolean {
  if (isJsonArray(value)) return value.some(referencesOtherRecord);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, part]) => isReference(name) || referencesOtherRecord(part));
}

/**
 * The path with `${name}` for each parameter, so that a provider state can supply the values. Undefined without path
 * parameters.
 */
export function pathExpression(baseline: BaselineRequest): string | undefined {
  const simpleParameters = baseline.parameters.filter(isSimplePathParameter);
  if (simpleParameters.length === 0) return undefined;
  const marked = baseline.parameters.map((parameterValue): ParameterValue => {
    const index = simpleParameters.indexOf(parameterValue);
    return index < 0 ? parameterValue : { parameter: parameterValue.parameter, value: pathMarker(index) };
  });
  const [path = ''] = serializeParameters(baseline.operation, marked).path.split('?');
  return simpleParameters.reduce(
    (text, { parameter }, index) => text.replaceAll(pathMarker(index), stateValue(parameter.name)),
    path,
  );
}

function isSimplePathParameter({ parameter, value }: ParameterValue): boolean {
  return parameter.in === 'path' && parameter.style === 'simple' && typeof value !== 'object';
}

function pathMarker(index: number): string {
  return `STATE-VALUE-${index}-`;
}

/** The invalid requests that every conforming implementation rejects with a declared client error. */
export function* generateInvalidCases(baseline: BaselineRequest): Generator<RequestCase> {
  for (const { category, idPattern, onlyFirstPerTopic = false } of categorySelections) {
    const topics = new Set<string>();
    for (const one of category.generate(createGeneratorContext(baseline))) {
      if (one.kind === 'sequence' || !hasCertainOutcome(one, baseline) || idPattern?.test(one.id) === false) continue;
      if (onlyFirstPerTopic && topics.has(one.topic)) continue;
      topics.add(one.topic);
      yield one;
    }
  }
}

/** Selects some of the verifier's invalid requests: people read pacts, so only a few of each kind are recorded. */
interface CategorySelection {
  readonly category: TestCategory;
  /** Selects cases by their ids; all if undefined. */
  readonly idPattern?: RegExp;
  /** Only the first case of each topic. */
  readonly onlyFirstPerTopic?: boolean;
}

const categorySelections: readonly CategorySelection[] = [
  { category: parameters },
  { category: missingProperties, idPattern: /\/missing-properties\/[^/]+(?:\/all-required)?$/ },
  {
    category: wrongTypes,
    idPattern: /\/(?:null|true|an-integer|a-fraction|a-text|an-empty-array|an-empty-object|its-value-as-text)$/,
  },
  { category: boundaryValues },
  { category: integerLimits },
  { category: extraProperties, onlyFirstPerTopic: true },
  { category: wrongShapes, onlyFirstPerTopic: true },
  { category: malformedBodies, onlyFirstPerTopic: true },
  { category: mediaTypes, onlyFirstPerTopic: true, idPattern: /\/text\/plain$/ },
];

function hasCertainOutcome({ expectation, tolerated, sendMode }: TestCase, { operation }: BaselineRequest): boolean {
  const isDeclared = tolerated.every(
    ({ status }) => typeof status !== 'number' || (status >= 400 && isDeclaredStatus(operation, status)),
  );
  return expectation === 'reject' && isDeclared && sendMode === undefined;
}

/** 404 is handled for the operation as a whole. */
function isDeclaredStatus(operation: Operation, status: number): boolean {
  return status === 404 || findResponse(operation, status) !== undefined;
}

/** Requests without valid credentials for each scheme; none for an operation without required credentials. */
export function* generateUnauthorizedCases(baseline: BaselineRequest): Generator<UnauthorizedCase> {
  const { operation } = baseline;
  if (!requiresCredential(operation)) return;
  const seen = new Set<SecurityScheme>();
  for (const { schemes } of operation.security) {
    for (const scheme of schemes.filter((one) => one.type !== 'mutualTLS' && !seen.has(one))) {
      seen.add(scheme);
      for (const { description, text } of invalidCredentials(scheme)) {
        const value = text === undefined ? ({ kind: 'none' } as const) : ({ kind: 'literal', text } as const);
        // A valid credential of another scheme might be sufficient.
        const credentials: CredentialPlan = { schemes: [scheme], scheme, value };
        yield {
          mutation: `the credential of "${scheme.name}" is ${description}`,
          schemes: [scheme],
          build: (fresh) => ({ ...validRequestSpec(baseline, fresh), credentials }),
        };
      }
    }
  }
}

interface UnauthorizedCase {
  readonly mutation: string;
  readonly schemes: readonly SecurityScheme[];
  build(fresh: FreshValues): RequestSpec;
}

interface InvalidCredential {
  readonly description: string;
  readonly text: string | undefined;
}

function invalidCredentials(scheme: SecurityScheme): readonly InvalidCredential[] {
  const common = [
    { description: 'missing', text: undefined },
    { description: 'unknown', text: credentialValue(scheme, UNKNOWN_CREDENTIAL) },
  ];
  if (scheme.type === 'apiKey') return common;
  const [schemeName = ''] = credentialValue(scheme, UNKNOWN_CREDENTIAL).split(' ');
  const other = schemeName === 'Basic' ? 'Bearer' : 'Basic';
  return [
    ...common,
    { description: `only the word ${schemeName}`, text: schemeName },
    {
      description: `one with the scheme ${other}`,
      text: `${other} ${Buffer.from(UNKNOWN_CREDENTIAL).toString('base64')}`,
    },
  ];
}

/** In the form `user:password`, so that it is a credential for every scheme. */
const UNKNOWN_CREDENTIAL = 'unknown:never-issued';

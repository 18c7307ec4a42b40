import { isEqualJson, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { FreshValues } from '../model/request-spec.ts';
import type { RequestCase, TestCase } from '../model/test-case.ts';
import { type BaselineBody, type BaselineRequest, mainPayload, withPayload } from '../request/baseline-request.ts';
import { jsonRequestSpec, rawRequestSpec, validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { literalExamples, payloadVariants } from '../request/payload/create-payloads.ts';
import type { Payload } from '../request/payload/payload.ts';
import { freshen } from '../request/values/freshen.ts';
import {
  findLocations,
  flattenSchemaFor,
  type Path,
  removeAt,
  replaceAt,
  valueAt,
} from '../request/values/value-locations.ts';
import { allowsRemoval, allowsValue } from './shared/allowed-changes.ts';
import type { TestCategory } from './test-category.ts';

/**
 * Requests that the contract allows: its examples, all properties, only the required ones, each optional one missing.
 */
export const validBodies: TestCategory = {
  name: 'valid-bodies',
  summary: 'valid requests are accepted, with and without optional properties',
  *generate({ baseline }) {
    yield plainValidCase(baseline);
    yield* otherMediaTypeCases(baseline);
    const { body } = baseline;
    if (body === undefined) return;
    const whole = [...bodyVariants(body)];
    for (const { name, mutation, value, isExample = false } of whole) {
      // Examples are sent unchanged.
      const build = (fresh: FreshValues) =>
        jsonRequestSpec(baseline, isExample ? value : freshen(value, body.schema, fresh));
      yield createCase(baseline, {
        ...commonSeed(baseline),
        name,
        mutation,
        buildRequest: build,
        constantPart: isExample ? 'number' : undefined,
      });
    }
    for (const { name, mutation, apply } of bodyChanges(body, whole)) {
      const build = (fresh: FreshValues) => jsonRequestSpec(baseline, freshen(apply(), body.schema, fresh));
      yield createCase(baseline, { ...commonSeed(baseline), name, mutation, buildRequest: build });
    }
    yield* equalTextCases(baseline, body);
  },
};

/** For categories that start from a simple valid case. */
export function plainValidCase(baseline: BaselineRequest): RequestCase {
  return createCase(baseline, {
    ...commonSeed(baseline),
    name: 'full',
    mutation: 'a valid request',
    buildRequest: (fresh) => validRequestSpec(baseline, fresh),
  });
}

function commonSeed(baseline: BaselineRequest) {
  const place = (baseline.body ?? mainPayload(baseline))?.media.place ?? baseline.operation.place;
  return { category: 'valid-bodies', topic: 'valid', expectation: 'accept' as const, place };
}

/** Bodies of the other declared media types, and the examples of all types, unchanged. */
function* otherMediaTypeCases(baseline: BaselineRequest): Generator<TestCase> {
  const main = mainPayload(baseline);
  for (const payload of baseline.payloads) {
    const typedBaseline = withPayload(baseline, payload);
    const typeSeed = { ...commonSeed(typedBaseline), topic: `as ${payload.media.range}` };
    if (payload !== main)
      yield createCase(typedBaseline, {
        ...typeSeed,
        name: `as ${payload.type}`,
        mutation: `a valid body of the media type ${payload.type}`,
        buildRequest: (fresh) => validRequestSpec(typedBaseline, fresh),
      });
    yield* literalExampleCases(typedBaseline, payload, typeSeed);
    yield* otherValueCases(typedBaseline, payload, typeSeed);
  }
  if (main !== undefined && baseline.operation.requestBody?.required !== true) yield noBodyCase(baseline);
}

function* literalExampleCases(
  baseline: BaselineRequest,
  payload: Payload,
  typeSeed: ReturnType<typeof commonSeed>,
): Generator<TestCase> {
  const { media, type } = payload;
  const others = payload.full === undefined ? literalExamples(media).slice(1) : [];
  for (const [index, text] of others.entries()) {
    yield createCase(baseline, {
      ...typeSeed,
      name: `as ${type}/example ${index + 2}`,
      mutation: `the body is example ${index + 2} of ${media.range} in the contract`,
      buildRequest: () => rawRequestSpec(baseline, { content: text, contentType: type }),
    });
  }
}

/** The examples of the contract, unchanged, and only the required properties. */
function* otherValueCases(
  baseline: BaselineRequest,
  payload: Payload,
  typeSeed: ReturnType<typeof commonSeed>,
): Generator<TestCase> {
  for (const [index, other] of payloadVariants(payload).entries()) {
    // A form does not send empty arrays and objects, so that required ones would be missing.
    if (payload.form !== undefined && isJsonObject(other.full) && Object.values(other.full).some(isEmptyContainer))
      continue;
    yield createCase(baseline, {
      ...typeSeed,
      name: `as ${payload.type}/value ${index + 2}`,
      mutation: `the body is an example of ${payload.media.range}, or has only the required properties`,
      constantPart: 'number',
      buildRequest: () => rawRequestSpec(baseline, other.write(other.full)),
    });
  }
}

/** An empty array or an empty object. */
function isEmptyContainer(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function noBodyCase(baseline: BaselineRequest): TestCase {
  return createCase(baseline, {
    ...commonSeed(baseline),
    name: 'no body',
    mutation: 'no body is sent, which the contract allows',
    tolerated: [{ status: 'declared client error', reason: 'a request without a body may have no effect' }],
    buildRequest: () => rawRequestSpec({ ...baseline, payloads: [] }, { content: undefined }),
  });
}

/** Detects implementations that confuse two properties with equal values. */
function* equalTextCases(baseline: BaselineRequest, body: BaselineBody): Generator<TestCase> {
  const texts = isJsonObject(body.full)
    ? Object.entries(body.full).filter(([, value]) => typeof value === 'string')
    : [];
  for (const [index, [second, later]] of texts.entries()) {
    const [first, earlier] = texts[index - 1] ?? [];
    if (first === undefined || earlier === undefined || earlier === later) continue;
    if (!allowsValue({ body, path: [second] }, earlier) && !allowsValue({ body, path: [first] }, later)) continue;
    const copied = (whole: Json, from: string, to: string) =>
      replaceAt(whole, [to], (isJsonObject(whole) && whole[from]) || '');
    // A pattern may apply to only one of the two properties.
    const apply = (whole: Json) =>
      [copied(whole, first, second), copied(whole, second, first)].find((one) =>
        isValid(body.schema, one, 'request'),
      ) ?? whole;
    yield createCase(baseline, {
      ...commonSeed(baseline),
      name: `same text in body.${first} and body.${second}`,
      mutation: `body.${second} is the same string as body.${first}`,
      tolerated: [{ status: 'declared client error', reason: 'the two values may have to differ' }],
      buildRequest: (fresh) => jsonRequestSpec(baseline, apply(freshen(body.full, body.schema, fresh))),
    });
  }
}

/** A valid body other than the one with all properties. */
interface BodyVariant {
  readonly name: string;
  readonly mutation: string;
  readonly value: Json;
  readonly isExample?: boolean;
}

/** Examples, and only the required properties: each of them valid, without duplicates. */
function* bodyVariants(body: BaselineBody): Generator<BodyVariant> {
  const sent = new Set([stringifyJson(body.full)]);
  for (const variant of bodyCandidates(body)) {
    const text = stringifyJson(variant.value);
    if (sent.has(text) || !isValid(body.schema, variant.value, 'request')) continue;
    sent.add(text);
    yield variant;
  }
}

function* bodyCandidates({ media, schema, full }: BaselineBody): Generator<BodyVariant> {
  for (const { name, value } of media.examples) {
    yield {
      name: `example ${name}`,
      mutation: `the body is the example "${name}" of the contract`,
      value,
      isExample: true,
    };
  }
  for (const [index, value] of flattenSchemaFor(schema, full).examples.entries()) {
    const mutation = 'the body is an example of its schema';
    yield { name: `example of the schema ${index + 1}`, mutation, value, isExample: true };
  }
  const minimal = sampleValue(schema, 'request', { optional: 'none' });
  if (minimal !== undefined)
    yield { name: 'only required', mutation: 'only the required properties are sent', value: minimal };
}

/** A change to the body with all properties. Applied lazily: large bodies have thousands of changes. */
interface BodyChange {
  readonly name: string;
  readonly mutation: string;
  apply(): Json;
}

/** Changes whose result is not sent as a variant already. */
function* bodyChanges(body: BaselineBody, whole: readonly BodyVariant[]): Generator<BodyChange> {
  const { schema, full } = body;
  for (const location of findLocations(schema, full)) {
    const { path, name } = location;
    if (location.isRequired || location.parentSchema === undefined || !allowsRemoval({ body, path })) continue;
    const apply = () => removeAt(full, path);
    const remainingCount = memberCount(full, path.slice(0, -1)) - 1;
    const mayBeSame = (value: Json) => memberCount(value, path.slice(0, -1)) === remainingCount;
    const isSent = whole.some(({ value }) => mayBeSame(value) && isSameJsonText(value, apply()));
    if (!isSent) yield { name: `without ${name}`, mutation: `the optional property ${name} is missing`, apply };
  }
  for (const { path, name, flat, value } of findLocations(schema, full)) {
    const declared = flat.default?.value;
    if (declared === undefined || isEqualJson(declared, value) || !allowsValue({ body, path }, declared)) continue;
    const apply = () => replaceAt(full, path, declared);
    if (!whole.some((variant) => isSameJsonText(variant.value, apply())))
      yield { name: `default of ${name}`, mutation: `${name} is the default of its schema`, apply };
  }
  for (const location of findLocations(schema, full)) {
    const { path, name } = location;
    // Where values are listed, boundary-values sends null.
    const isListed = location.flat.enum !== undefined;
    if (location.value === null || location.flat.types?.has('null') !== true || isListed) continue;
    const apply = () => replaceAt(full, path, null);
    const mayBeSame = (value: Json) => valueAt(value, path) === null;
    const isSent = whole.some(({ value }) => mayBeSame(value) && isSameJsonText(value, apply()));
    if (isSent || !allowsValue({ body, path }, null)) continue;
    yield { name: `null ${name}`, mutation: `${name} is null, which its schema allows`, apply };
  }
}

function memberCount(value: Json, path: Path): number {
  const object = valueAt(value, path);
  return isJsonObject(object) ? Object.keys(object).length : 0;
}

function isSameJsonText(a: Json, b: Json): boolean {
  return isEqualJson(a, b) && stringifyJson(a) === stringifyJson(b);
}

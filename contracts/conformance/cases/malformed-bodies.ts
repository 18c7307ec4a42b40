import { parseJson, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import type { FreshValues, ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineBody, BaselineRequest } from '../request/baseline-request.ts';
import { rawRequestSpec } from '../request/build-request-spec.ts';
import { type CaseSeed, createCase } from '../request/create-case.ts';
import { freshen } from '../request/values/freshen.ts';
import { flattenSchemaFor } from '../request/values/value-locations.ts';
import { malformedPayloads } from './malformed-bodies/payloads.ts';
import {
  type BodyText,
  createBodyText,
  findSlotPaths,
  type JsonSlotPaths,
  type MalformedKind,
} from './malformed-json/body-text.ts';
import { invalidUtf8, utf16 } from './malformed-json/encoding.ts';
import { implementationDefined } from './malformed-json/implementation-defined.ts';
import { malformedNumbers, nonNumbers } from './malformed-json/numbers.ts';
import { colons, commas, comments, unknownWords } from './malformed-json/punctuation.ts';
import { controlCharacters, escapes, quotes } from './malformed-json/strings.ts';
import { nesting, structures, whiteSpace } from './malformed-json/structures.ts';
import { surroundingContent, truncated } from './malformed-json/truncation.ts';
import type { TestCategory } from './test-category.ts';

/** Missing and empty bodies, and bytes that are not JSON or that a parser may reject. */
export const malformedBodies: TestCategory = {
  name: 'malformed-bodies',
  summary: 'missing, empty and malformed bodies are rejected',
  *generate({ baseline }): Generator<TestCase> {
    const { body } = baseline;
    yield* malformedPayloads(baseline);
    if (body === undefined) return;
    yield* absentBodies(baseline, body);
    const slotPaths = findSlotPaths(body);
    for (const kind of malformedKinds) yield* malformedBodyCases(baseline, body, slotPaths, kind);
    yield* implementationDefinedBodies(baseline, body, slotPaths);
    // Deep nesting comes last: an implementation that crashes on it has passed through all other cases.
    yield* malformedBodyCases(baseline, body, slotPaths, nesting);
  },
};

function* absentBodies(baseline: BaselineRequest, body: BaselineBody): Generator<TestCase> {
  const { requestBody } = baseline.operation;
  const isRequired = requestBody?.required === true;
  const place = requestBody?.place ?? body.media.place;
  const common = { category: 'malformed-bodies', topic: 'no body', place } as const;
  yield createCase(baseline, {
    ...common,
    ...(isRequired ? absentWhereRequired : absentWhereOptional(baseline, body)),
    name: 'none',
    buildRequest: () => rawRequestSpec(baseline, { content: undefined, contentType: undefined }),
  });
  // An empty body is not JSON. Where no body is required, the contract does not say that an empty one is not a missing
  // one.
  const expectation = isRequired ? 'reject' : 'unspecified';
  for (const { name, mutation, text } of emptyBodies)
    yield createCase(baseline, {
      ...common,
      name,
      expectation,
      mutation,
      buildRequest: () => rawRequestSpec(baseline, { content: text }),
    });
}

type AbsentBody = Pick<CaseSeed, 'expectation' | 'mutation' | 'tolerated'>;

/** A missing body has no media type: 415 is as correct as the declared error. */
const absentWhereRequired: AbsentBody = {
  expectation: 'reject',
  mutation: 'the body and the media type are missing',
  tolerated: [{ status: 415, reason: 'a body without a media type may be reported as an unsupported type' }],
};

function absentWhereOptional(baseline: BaselineRequest, body: BaselineBody): AbsentBody {
  const mutation = 'no body is sent, which the contract allows';
  return { expectation: 'accept', mutation, tolerated: toleratedWithoutBody(baseline, body) };
}

const emptyBodies = [
  { name: 'empty', mutation: 'the body is empty, but has a media type', text: '' },
  { name: 'blank', mutation: 'the body is only white space', text: ' \n ' },
];

/** Documents often forget to declare that a body is required; the default is optional. */
function toleratedWithoutBody(
  { operation }: BaselineRequest,
  { schema, full }: BaselineBody,
): readonly ToleratedResponse[] {
  const reason = 'a request without a body has no effect';
  const isChange = operation.method === 'PATCH' || operation.method === 'PUT';
  const hasRequiredProperties = flattenSchemaFor(schema, full).required.size > 0;
  return isChange || hasRequiredProperties ? [{ status: 'declared client error', reason }] : [];
}

function* malformedBodyCases(
  baseline: BaselineRequest,
  body: BaselineBody,
  slotPaths: JsonSlotPaths,
  { topic, malformations }: MalformedKind,
): Generator<TestCase> {
  const sample = createBodyText(slotPaths, body.full);
  const tolerated = topic === utf16.topic ? toleratedSuccesses(baseline) : [];
  const isRequired = baseline.operation.requestBody?.required === true;
  for (const malformation of malformations) {
    const malformed = malformation.apply(sample);
    // Some malformations need a text, a number or a second property, which the body may lack; a short body may become
    // empty.
    if (malformed === undefined || malformed.length === 0 || isJson(malformed)) continue;
    yield createCase(baseline, {
      category: 'malformed-bodies',
      name: malformation.name,
      topic,
      expectation: malformation.mayCountAsEmpty === true && !isRequired ? 'unspecified' : 'reject',
      mutation: `the body is not valid JSON: ${malformation.description}`,
      place: body.media.place,
      tolerated,
      buildRequest: (fresh) =>
        rawRequestSpec(baseline, { content: malformation.apply(freshText(body, slotPaths, fresh)) }),
    });
  }
}

function* implementationDefinedBodies(
  baseline: BaselineRequest,
  body: BaselineBody,
  slotPaths: JsonSlotPaths,
): Generator<TestCase> {
  const sample = createBodyText(slotPaths, body.full);
  for (const { name, topic, mutation, apply } of implementationDefined) {
    if (apply(sample) === undefined) continue;
    yield createCase(baseline, {
      category: 'malformed-bodies',
      name,
      topic,
      expectation: 'unspecified',
      mutation,
      place: body.media.place,
      buildRequest: (fresh) => rawRequestSpec(baseline, { content: apply(freshText(body, slotPaths, fresh)) }),
    });
  }
}

function freshText(body: BaselineBody, slotPaths: JsonSlotPaths, fresh: FreshValues): BodyText {
  return createBodyText(slotPaths, freshen(body.full, body.schema, fresh));
}

function isJson(malformed: string | Uint8Array): boolean {
  return (typeof malformed === 'string' ? parseJson(malformed) : parseJsonBytes(malformed)).ok;
}

function toleratedSuccesses({ operation }: BaselineRequest): readonly ToleratedResponse[] {
  return operation.responses
    .map(({ status }) => Number(status))
    .filter((status) => status >= 200 && status < 300)
    .map((status) => ({ status, reason: 'RFC 7159, which OpenAPI 3.0 references, allowed UTF-16' }));
}

export const malformedKinds: readonly MalformedKind[] = [
  truncated,
  surroundingContent,
  commas,
  colons,
  quotes,
  comments,
  malformedNumbers,
  nonNumbers,
  unknownWords,
  controlCharacters,
  escapes,
  whiteSpace,
  invalidUtf8,
  utf16,
  structures,
];

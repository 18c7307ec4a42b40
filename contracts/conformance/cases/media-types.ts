import type { Json } from '../../../spec/json/exact-json.ts';
import { isJsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { findMediaType } from '../../../spec/model/contract.ts';
import { declaresStatus } from '../../../spec/resources/record-views.ts';
import type { FreshValues, ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import { type BaselineRequest, mainPayload } from '../request/baseline-request.ts';
import { payloadRequestSpec, rawRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import type { Payload, RequestBodySpec } from '../request/payload/payload.ts';
import { freshen } from '../request/values/freshen.ts';
import type { TestCategory } from './test-category.ts';

/** The same body with an undeclared media type, or without one. */
export const mediaTypes: TestCategory = {
  name: 'media-types',
  summary: 'bodies of an undeclared media type are rejected',
  *generate({ baseline }): Generator<TestCase> {
    const { body, operation } = baseline;
    const payload = mainPayload(baseline);
    if (payload !== undefined) yield* undeclaredTypeCases(baseline, payload, toleratesUnsupportedType);
    if (body === undefined) return;
    const declared = operation.requestBody?.content ?? [];
    for (const variant of contentTypeVariants) {
      const { type, name = type, description = name, write = stringifyJson, unspecifiedBecause } = variant;
      if (unspecifiedBecause === undefined && findMediaType(declared, type) !== undefined) continue;
      // A body that is not an object has no form fields: it would be empty, and an empty body has no media type.
      if (write === serializeForm && bodyFields(body.full).length === 0) continue;
      yield createCase(baseline, {
        category: 'media-types',
        name,
        topic: type === '' ? 'none' : type.replace(/;.*/, ''),
        expectation: unspecifiedBecause === undefined ? 'reject' : 'unspecified',
        mutation: unspecifiedBecause ?? `the media type is ${description}`,
        place: body.media.place,
        tolerated: unspecifiedBecause === undefined ? toleratesUnsupportedType : [],
        buildRequest: (fresh) => {
          const contentType = type === '' ? undefined : type;
          return rawRequestSpec(baseline, {
            content: write(freshen(body.full, body.schema, fresh)),
            contentType,
          });
        },
      });
    }
  },
};

const toleratesUnsupportedType: readonly ToleratedResponse[] = [
  { status: 415, reason: 'HTTP defines a status for an unsupported media type' },
];

interface ContentTypeVariant {
  /** The Content-Type; empty omits the header. */
  readonly type: string;
  readonly name?: string;
  /** Completes "the media type is"; by default the name. */
  readonly description?: string;
  write?(body: Json): string;
  /** Why the implementation may accept or reject it. */
  readonly unspecifiedBecause?: string;
}

const FORM = 'application/x-www-form-urlencoded';
const BOUNDARY = 'boundary-of-the-parts';

const contentTypeVariants: readonly ContentTypeVariant[] = [
  { type: 'text/plain' },
  { type: 'application/xml' },
  { type: FORM, write: serializeForm },
  { type: FORM, name: `${FORM} around JSON`, description: `${FORM}, but the body is JSON` },
  { type: 'text/html' },
  { type: 'application/octet-stream' },
  { type: 'application/jsonp' },
  {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    name: 'multipart/form-data',
    write: serializeMultipart,
  },
  {
    type: 'multipart/form-data',
    name: 'multipart/form-data around JSON',
    description: 'multipart/form-data, but the body is JSON',
  },
  {
    type: '',
    name: 'none',
    unspecifiedBecause: 'the media type is missing; RFC 9110, section 8.3, lets the server guess',
  },
  { type: 'json', name: 'malformed', unspecifiedBecause: 'the media type is malformed: json' },
  {
    type: 'application/json/x',
    name: 'malformed, two slashes',
    unspecifiedBecause: 'the media type has two slashes',
  },
  { type: ';', name: 'malformed, empty', unspecifiedBecause: 'the media type is only a semicolon' },
  {
    type: 'application/json, text/plain',
    name: 'two types',
    unspecifiedBecause: 'the Content-Type header has two media types',
  },
  {
    type: 'application/json; charset',
    name: 'malformed parameter',
    unspecifiedBecause: 'the media type has a parameter without a value',
  },
  {
    type: 'application/vnd.x+json',
    unspecifiedBecause: 'the media type is application/vnd.x+json, which RFC 6839 lets a server parse as JSON',
  },
  {
    type: 'text/json',
    unspecifiedBecause: 'the media type is text/json, which WHATWG defines as a JSON type',
  },
  {
    type: 'application/json; charset=utf-16',
    unspecifiedBecause:
      'the media type has charset=utf-16, but the body is UTF-8; RFC 8259 gives the parameter no meaning',
  },
  {
    type: 'application/json; charset=iso-8859-1',
    unspecifiedBecause: 'the media type has charset=iso-8859-1; RFC 8259 gives the parameter no meaning',
  },
  {
    type: 'application/json; charset=unknown-8bit',
    unspecifiedBecause: 'the media type has an unknown charset; RFC 8259 gives the parameter no meaning',
  },
];

function serializeForm(body: Json): string {
  return new URLSearchParams(bodyFields(body)).toString();
}

/** RFC 7578. */
function serializeMultipart(body: Json): string {
  const written = bodyFields(body).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${written.join('')}--${BOUNDARY}--\r\n`;
}

function bodyFields(body: Json): [name: string, value: string][] {
  const members = isJsonObject(body) ? Object.entries(body) : [];
  return members.map(([name, value]) => [name, String(value)]);
}

/** `tolerated` applies to every undeclared media type. */
function* undeclaredTypeCases(
  baseline: BaselineRequest,
  payload: Payload,
  tolerated: readonly ToleratedResponse[],
): Generator<TestCase> {
  const declared = baseline.operation.requestBody?.content ?? [];
  for (const { type, name = type, description = name, isJson = false } of undeclaredTypes) {
    if (findMediaType(declared, type) !== undefined || (isJson && payload.full === undefined)) continue;
    // An empty body is none, whatever its media type.
    const isEmpty = !isJson && Buffer.from(payload.write(payload.full).content ?? '').byteLength === 0;
    const mayBeNone = isEmpty && baseline.operation.requestBody?.required !== true;
    yield createCase(baseline, {
      category: 'media-types',
      name,
      topic: type,
      expectation: mayBeNone ? 'unspecified' : 'reject',
      mutation: `the media type is ${description}`,
      place: payload.media.place,
      tolerated: [...tolerated, ...toleratesAnyBytes(baseline, payload)],
      buildRequest: (fresh) =>
        rawRequestSpec(baseline, { ...bodyForType(baseline, { payload, fresh, isJson }), contentType: type }),
    });
  }
  for (const { name, mutation, contentType } of unspecifiedTypes) {
    yield createCase(baseline, {
      category: 'media-types',
      name,
      topic: name,
      expectation: 'unspecified',
      mutation,
      place: payload.media.place,
      buildRequest: (fresh) =>
        rawRequestSpec(baseline, { content: payloadRequestSpec(baseline, payload, fresh).body, contentType }),
    });
  }
}

interface BodyInput {
  readonly payload: Payload;
  readonly fresh: FreshValues;
  readonly isJson: boolean;
}

function bodyForType(baseline: BaselineRequest, { payload, fresh, isJson }: BodyInput): RequestBodySpec {
  const { body: text, value } = payloadRequestSpec(baseline, payload, fresh);
  return { content: isJson ? stringifyJson(value ?? payload.full ?? null) : text };
}

interface UndeclaredType {
  readonly type: string;
  readonly name?: string;
  /** Completes "the media type is"; by default the name. */
  readonly description?: string;
  /** Sends the value as JSON, so that only the media type is wrong. */
  readonly isJson?: boolean;
}

const undeclaredTypes: readonly UndeclaredType[] = [
  { type: 'application/json', isJson: true },
  {
    type: 'application/json',
    name: 'application/json around something else',
    description: 'application/json, but the body is not JSON',
  },
  { type: 'text/plain' },
  { type: 'text/html' },
  { type: 'application/xml' },
  { type: 'application/x-www-form-urlencoded' },
  { type: 'multipart/form-data; boundary=boundary-of-the-parts', name: 'multipart/form-data' },
  { type: 'application/octet-stream' },
  { type: 'image/png' },
];

const unspecifiedTypes = [
  {
    name: 'none',
    mutation: 'the media type is missing; RFC 9110, section 8.3, lets the server guess',
    contentType: undefined,
  },
  { name: 'malformed', mutation: 'the media type is malformed: form', contentType: 'form' },
] as const;

/** An implementation that stores arbitrary bytes may accept any media type, unless the contract names some and 415. */
function toleratesAnyBytes({ operation }: BaselineRequest, { type }: Payload): readonly ToleratedResponse[] {
  const isRestricted = (operation.requestBody?.content.length ?? 0) > 1 && declaresStatus(operation, 415);
  if (!type.startsWith('application/octet-stream') || isRestricted) return [];
  return operation.responses
    .map(({ status }) => Number(status))
    .filter((status) => status >= 200 && status < 300)
    .map((status) => ({ status, reason: 'an implementation that stores any bytes may accept any media type' }));
}

/** Multipart forms whose parts cannot be separated, or can be in more than one way. */
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ToleratedResponse } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { rawRequestSpec } from '../../request/build-request-spec.ts';
import { type CaseSeed, createCase } from '../../request/create-case.ts';
import { formParts } from '../../request/payload/forms.ts';
import { BOUNDARY, type FormPart, type MultipartFormat, multipartBody } from '../../request/payload/multipart.ts';
import type { Payload } from '../../request/payload/payload.ts';

export function* malformedParts(baseline: BaselineRequest, payload: Payload): Generator<TestCase> {
  const parts = partsOfPayload(payload);
  for (const { name, mutation, expectation, tolerated = [], contentType = CONTENT_TYPE, write } of multipartVariants) {
    yield createCase(baseline, {
      category: 'malformed-bodies',
      name: `multipart/${name}`,
      topic: 'malformed multipart',
      expectation,
      mutation,
      place: payload.media.place,
      tolerated: [
        ...tolerated,
        ...(name === 'not closed' || mayBeEmpty(payload) ? toleratedByLenientParsers(baseline) : []),
      ],
      buildRequest: () => rawRequestSpec(baseline, { content: write(parts), contentType }),
    });
  }
}

function partsOfPayload({ form, full }: Payload): readonly FormPart[] {
  if (form === undefined || full === undefined) return [];
  return formParts(form, full);
}

const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface MultipartVariant extends Pick<CaseSeed, 'mutation' | 'expectation' | 'tolerated'> {
  readonly name: string;
  readonly contentType?: string;
  write(parts: readonly FormPart[]): string | Uint8Array;
}

const serializeWith = (format: MultipartFormat) => (parts: readonly FormPart[]) => multipartBody(parts, format);

const toleratedWithoutBoundary: readonly ToleratedResponse[] = [
  { status: 415, reason: 'a multipart form without a boundary may be reported as an unsupported type' },
];

const multipartVariants: readonly MultipartVariant[] = [
  {
    name: 'no boundary',
    mutation: 'the media type does not declare the boundary',
    expectation: 'reject',
    tolerated: toleratedWithoutBoundary,
    contentType: 'multipart/form-data',
    write: serializeWith({}),
  },
  {
    name: 'another boundary',
    mutation: 'the media type declares a boundary that the body does not use',
    expectation: 'reject',
    write: serializeWith({ boundary: 'somewhere-else' }),
  },
  {
    name: 'not closed',
    mutation: 'the closing boundary is missing',
    expectation: 'reject',
    write: serializeWith({ isUnclosed: true }),
  },
  {
    name: 'no parts',
    mutation: 'the body is text without any part',
    expectation: 'reject',
    write: () => 'neither boundary nor part',
  },
  {
    name: 'preamble',
    mutation: 'there is text before the first boundary and after the last one, which RFC 2046 lets parsers ignore',
    expectation: 'unspecified',
    write: serializeWith({ preamble: 'before\r\n', epilogue: 'behind' }),
  },
  {
    name: 'line feeds',
    mutation: 'lines end with a line feed only',
    expectation: 'unspecified',
    write: serializeWith({ lineEnd: '\n' }),
  },
  {
    name: 'bare names',
    mutation: 'the names of the parts are not quoted',
    expectation: 'unspecified',
    write: serializeWith({ areNamesUnquoted: true }),
  },
  {
    name: 'part without a name',
    mutation: 'an extra part has no name',
    expectation: 'unspecified',
    write: (parts) => multipartBody([...parts, { name: '', content: 'nameless' }]),
  },
];

/** The schema allows a form without fields, and an unreadable body has none. */
function mayBeEmpty({ schema }: Payload): boolean {
  return schema === undefined || isValid(schema, {}, 'request');
}

/** Many parsers accept the readable parts of a truncated message. */
function toleratedByLenientParsers({ operation }: BaselineRequest): readonly ToleratedResponse[] {
  return operation.responses
    .map(({ status }) => Number(status))
    .filter((status) => status >= 200 && status < 300)
    .map((status) => ({ status, reason: 'many parsers accept the parts that they can separate' }));
}

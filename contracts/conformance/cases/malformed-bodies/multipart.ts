/** Multipart forms whose parts cannot be separated, or can be in more than one way. */
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ToleratedResponse } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { rawRequestSpec } from '../../request/build-request-spec.ts';
import { type CaseSeed, createCase } from '../../request/create-case.ts';
import { fieldValues, findField } from '../../request/payload/forms.ts';
import {
  BOUNDARY,
  createParts,
  type FormPart,
  type MultipartFormat,
  multipartBody,
} from '../../request/payload/multipart.ts';
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
  return fieldValues(form, full).flatMap((fieldValue) => createParts(fieldValue, findField(form.fields, fieldValue)));
}

const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface MultipartVariant extends Pick<CaseSeed, 'mutation' | 'expectation' | 'tolerated'> {
  readonly name: string;
  readonly contentType?: string;
  write(parts: readonly FormPart[]): string | Uint8Array;
}

const serializeWith = (format: MultipartFormat) => (parts: readonly FormPart[]) => multipartBody(parts, format);

const toleratedWithoutBoundary: readonly ToleratedResponse[] = [
  { status: 415, reason: 'a form in parts without its boundary may be called an unsupported type' },
];

const multipartVariants: readonly MultipartVariant[] = [
  {
    name: 'no boundary',
    mutation: 'the media type does not name the boundary of the parts',
    expectation: 'reject',
    tolerated: toleratedWithoutBoundary,
    contentType: 'multipart/form-data',
    write: serializeWith({}),
  },
  {
    name: 'another boundary',
    mutation: 'the media type names a boundary that is not that of the parts',
    expectation: 'reject',
    write: serializeWith({ boundary: 'somewhere-else' }),
  },
  {
    name: 'not closed',
    mutation: 'the boundary that ends the last part is missing',
    expectation: 'reject',
    write: serializeWith({ isUnclosed: true }),
  },
  {
    name: 'no parts',
    mutation: 'the body is a text without any part',
    expectation: 'reject',
    write: () => 'neither boundary nor part',
  },
  {
    name: 'preamble',
    mutation: 'a text stands before the first boundary and behind the last, which RFC 2046 lets readers pass over',
    expectation: 'unspecified',
    write: serializeWith({ preamble: 'before\r\n', epilogue: 'behind' }),
  },
  {
    name: 'line feeds',
    mutation: 'lines end in a line feed alone',
    expectation: 'unspecified',
    write: serializeWith({ lineEnd: '\n' }),
  },
  {
    name: 'bare names',
    mutation: 'names of parts stand without quotes',
    expectation: 'unspecified',
    write: serializeWith({ areNamesUnquoted: true }),
  },
  {
    name: 'part without a name',
    mutation: 'one part more has no name',
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
    .map((status) => ({ status, reason: 'many readers take the parts that they can tell apart' }));
}

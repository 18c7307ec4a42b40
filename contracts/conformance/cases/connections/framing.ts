/** Requests whose header section contradicts itself about where the body ends (RFC 9112, sections 6.1 and 6.3). */
import type { HeaderLine } from '../../../http/headers.ts';
import type { ToleratedResponse } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { validRequestSpec } from '../../request/build-request-spec.ts';
import { createCase } from '../../request/create-case.ts';

interface FramingVariant {
  readonly name: string;
  readonly mutation: string;
  /** `length`: of the body, in bytes. */
  lines(length: number): readonly HeaderLine[];
}

const variants: readonly FramingVariant[] = [
  {
    name: 'length that is no number',
    mutation: 'the Content-Length is not a number',
    lines: (length) => [['Content-Length', `${length}x`]],
  },
  {
    name: 'two lengths',
    mutation: 'there are two Content-Length headers with different values',
    lines: (length) => [
      ['Content-Length', `${length}`],
      // With a larger one, a server would wait for more.
      ['Content-Length', `${length - 1}`],
    ],
  },
  {
    name: 'length that is too small',
    mutation: 'the Content-Length is smaller than the body',
    lines: (length) => [['Content-Length', `${Math.floor(length / 2)}`]],
  },
  {
    name: 'unknown transfer coding',
    mutation: 'the Transfer-Encoding is unknown',
    lines: () => [['Transfer-Encoding', 'x-unknown']],
  },
];

const toleratesUnknownCoding: readonly ToleratedResponse[] = [
  { status: 501, reason: 'HTTP defines 501 for a transfer coding that a server does not know', isExpected: true },
];

/** For JSON objects: half of one is not JSON. */
export function* framingCases(baseline: BaselineRequest): Generator<TestCase> {
  const { body, operation } = baseline;
  if (body === undefined) return;
  for (const { name, mutation, lines } of variants)
    yield createCase(baseline, {
      category: 'connections',
      name: `framing/${name}`,
      topic: 'framing',
      place: body.media.place ?? operation.place,
      mutation,
      expectation: 'unspecified',
      tolerated: toleratesUnknownCoding,
      buildRequest: (fresh) => {
        const requestSpec = validRequestSpec(baseline, fresh);
        const length = Buffer.byteLength(requestSpec.body ?? '');
        return { ...requestSpec, headers: [...requestSpec.headers, ...lines(length)], delivery: 'verbatim head' };
      },
    });
}

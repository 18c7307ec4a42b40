/** A declared header in lines that other requests do not have: empty, twice, long, with spaces around, or beyond ASCII. */
import type { HeaderLine } from '../../../http/headers.ts';
import type { Expectation, RequestSpec, ToleratedResponse } from '../../model/request-spec.ts';
import { isValidText, type ParameterValue } from '../../request/parameters/serialize-parameters.ts';

export interface HeaderVariant {
  /** Unique within the parameter. */
  readonly name: string;
  /** Completes "the header parameter is". */
  readonly description: string;
  readonly expectation: Expectation;
  readonly tolerated?: readonly ToleratedResponse[];
  /** Changes the request, which has the header in one line. */
  change(requestSpec: RequestSpec): RequestSpec;
}

/** For a header that is sent in every case with this value. */
export function* headerVariants({ parameter }: ParameterValue): Generator<HeaderVariant> {
  const { name: header, schema, required } = parameter;
  const variant = (one: Omit<HeaderVariant, 'change'>, lines: (value: string) => readonly string[]): HeaderVariant => ({
    ...one,
    change: (requestSpec) => ({
      ...requestSpec,
      headers: requestSpec.headers.flatMap(([name, value]): readonly HeaderLine[] =>
        name.toLowerCase() === header.toLowerCase() ? lines(value).map((line) => [name, line]) : [[name, value]],
      ),
    }),
  });
  // An optional header without a value may count as missing.
  const isInvalid = required && schema !== undefined && !isValidText(schema, '');
  yield variant({ name: 'empty', description: 'empty', expectation: isInvalid ? 'reject' : 'unspecified' }, () => ['']);
  // RFC 9110, section 5.5: white space around a value is not part of it.
  const spaces = 'surrounded by spaces and a tab, which are not part of it';
  yield variant({ name: 'spaces around', description: spaces, expectation: 'accept' }, (value) => [`  ${value} \t`]);
  // RFC 9110, section 5.3, lets services differ.
  yield variant({ name: 'twice', description: 'sent in two lines', expectation: 'unspecified' }, (value) => [
    value,
    value,
  ]);
  yield variant(
    { name: 'long', description: 'a text of 10,000 characters', expectation: 'unspecified', tolerated: toleratesLimit },
    () => ['x'.repeat(10_000)],
  );
  // RFC 9110, section 5.5: such bytes may be rejected or kept.
  yield variant(
    { name: 'beyond ASCII', description: 'a text in UTF-8 beyond ASCII', expectation: 'unspecified' },
    (value) => [`緑 क्षि a\u0301\u0302 ${value} \u200b🎈👩🏽‍🚀\u3000`],
  );
  // Clients cannot send these by accident: HTTP libraries reject them (RFC 9110, section 5.5).
  for (const [kind, text] of [
    ['control characters', '\u0001\u0008a\u001f\u007f'],
    ['a line break', 'a\rb'],
    ['nul', 'a\u0000b'],
  ] as const)
    yield withVerbatimHead(
      variant({ name: kind, description: `a text with ${kind}`, expectation: 'unspecified' }, () => [text]),
    );
}

function withVerbatimHead({ change, ...rest }: HeaderVariant): HeaderVariant {
  return { ...rest, change: (requestSpec) => ({ ...change(requestSpec), delivery: 'verbatim head' }) };
}

const toleratesLimit: readonly ToleratedResponse[] = [
  { status: 431, reason: 'a server may limit the size of headers', isExpected: true },
];

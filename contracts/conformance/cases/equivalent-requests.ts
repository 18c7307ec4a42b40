import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { HeaderLine } from '../../http/headers.ts';
import type { RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { BaselineBody, BaselineRequest } from '../request/baseline-request.ts';
import { rawRequestSpec, validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { credentialTemplate, schemePrefix } from '../request/credentials/apply-credentials.ts';
import { freshen } from '../request/values/freshen.ts';
import { escapeAllStrings } from './shared/json-spelling.ts';
import type { TestCategory } from './test-category.ts';

/** The same request in other spellings: by the JSON and HTTP standards they are equivalent. */
export const equivalentRequests: TestCategory = {
  name: 'equivalent-requests',
  summary: 'alternative spellings of a request are accepted',
  *generate({ baseline }) {
    if (baseline.body !== undefined) yield* bodySpellingCases(baseline, baseline.body);
    yield* schemeSpellingCases(baseline);
    yield* clientCases(baseline);
  },
};

interface BodySpelling {
  readonly name: string;
  readonly mutation: string;
  write?(value: Json): string;
  contentType?(range: string): string;
}

const bodyVariants: readonly BodySpelling[] = [
  { name: 'pretty', mutation: 'the JSON is indented', write: (value) => stringifyJson(value, 2) },
  {
    name: 'white space',
    mutation: 'the JSON is surrounded by white space',
    write: (value) => ` \r\n\t${stringifyJson(value)}\n `,
  },
  { name: 'escaped', mutation: 'every letter is written as a \\u escape', write: escapeAllStrings },
  {
    name: 'keys reversed',
    mutation: 'the properties are in reverse order',
    write: (value) => stringifyJson(reverseKeys(value)),
  },
  {
    name: 'charset',
    mutation: 'the media type has charset=utf-8',
    contentType: (range) => `${range}; charset=utf-8`,
  },
  {
    name: 'charset case',
    mutation: 'the media type has charset=UTF-8',
    contentType: (range) => `${range}; charset=UTF-8`,
  },
  {
    name: 'charset quoted',
    mutation: 'the media type has charset="utf-8", in quotes',
    contentType: (range) => `${range}; charset="utf-8"`,
  },
  {
    name: 'media type case',
    mutation: 'the media type is in uppercase',
    contentType: (range) => range.toUpperCase(),
  },
];

function* bodySpellingCases(baseline: BaselineRequest, { media, schema, full }: BaselineBody) {
  for (const { name, mutation, write = stringifyJson, contentType = (range: string) => range } of bodyVariants) {
    // With a single property, reversing changes nothing.
    const isUnchanged = write(full) === stringifyJson(full) && contentType(media.range) === media.range;
    if (isUnchanged) continue;
    yield createCase(baseline, {
      category: 'equivalent-requests',
      name,
      topic: name,
      expectation: 'accept',
      mutation,
      place: media.place,
      buildRequest: (fresh) => {
        const value = freshen(full, schema, fresh);
        return rawRequestSpec(baseline, {
          content: write(value),
          jsonValue: value,
          contentType: contentType(media.range),
        });
      },
    });
  }
}

/** RFC 9110, section 11.1: the name of the scheme is case-insensitive. */
function* schemeSpellingCases(baseline: BaselineRequest) {
  const { schemes } = baseline;
  const scheme = schemes.find(({ type }) => type !== 'apiKey' && type !== 'mutualTLS');
  if (scheme === undefined) return;
  const schemeName = schemePrefix(scheme);
  const [, ...credential] = credentialTemplate(scheme);
  for (const spelledScheme of [schemeName.toLowerCase(), schemeName.toUpperCase()]) {
    yield createCase(baseline, {
      category: 'equivalent-requests',
      name: `scheme ${spelledScheme}`,
      topic: 'scheme',
      expectation: 'accept',
      mutation: `the authentication scheme is written as "${spelledScheme}"`,
      place: scheme.place,
      buildRequest: (fresh) => ({
        ...validRequestSpec(baseline, fresh),
        credentials: {
          schemes,
          scheme,
          value: { kind: 'derived', template: [`${spelledScheme} `, ...credential] },
        },
      }),
    });
  }
}

interface ClientVariant {
  readonly name: string;
  readonly mutation: string;
  readonly change: Pick<RequestSpec, 'headerNames' | 'omitsUserAgent'>;
  readonly header?: HeaderLine;
  readonly tolerated?: readonly ToleratedResponse[];
}

/** What other clients send. RFC 9110, sections 5.1 (names are case-insensitive) and 10.1.5 (User-Agent is optional). */
const clientVariants: readonly ClientVariant[] = [
  {
    name: 'with an unknown header',
    mutation: 'the request has a header that the contract does not declare',
    change: {},
    header: ['X-Unknown-Header', 'unknown'],
  },
  {
    name: 'in an unknown language',
    mutation: 'Accept-Language names a language that does not exist',
    change: {},
    header: ['Accept-Language', 'x-unknown'],
    tolerated: [{ status: 406, reason: 'a server may have no representation in the language', isExpected: true }],
  },
  {
    name: 'header names in lower case',
    mutation: 'all header names are in lower case',
    change: { headerNames: 'lower case' },
  },
  {
    name: 'header names in upper case',
    mutation: 'all header names are in upper case',
    change: { headerNames: 'upper case' },
  },
  {
    name: 'without user agent',
    mutation: 'the User-Agent header is missing',
    change: { omitsUserAgent: true },
  },
  {
    name: 'from a browser',
    mutation: 'the request has the Origin header of a browser',
    change: {},
    header: ['Origin', 'https://app.example.com'],
    tolerated: [{ status: 403, reason: 'a server may reject requests from unknown origins', isExpected: true }],
  },
];

function* clientCases(baseline: BaselineRequest) {
  const { operation } = baseline;
  const declared = new Set(operation.parameters.map(({ in: location, name }) => `${location} ${name.toLowerCase()}`));
  for (const { name, mutation, change, header, tolerated = [] } of clientVariants) {
    if (declared.has('header user-agent') && change.omitsUserAgent) continue;
    if (header !== undefined && declared.has(`header ${header[0].toLowerCase()}`)) continue;
    yield createCase(baseline, {
      category: 'equivalent-requests',
      name,
      topic: name,
      expectation: 'accept',
      mutation,
      place: operation.place,
      tolerated,
      buildRequest: (fresh) => {
        const requestSpec = validRequestSpec(baseline, fresh);
        const headers = header === undefined ? requestSpec.headers : [...requestSpec.headers, header];
        return { ...requestSpec, ...change, headers };
      },
    });
  }
}

/** Applies at every depth. */
function reverseKeys(value: Json): Json {
  if (isJsonArray(value)) return value.map(reverseKeys);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, part]) => [name, reverseKeys(part)] as const);
  return Object.fromEntries(members.toReversed());
}

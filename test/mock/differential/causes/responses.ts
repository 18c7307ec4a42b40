/** Differences in what an answer of the same status holds. */
import { isEqualJson, isJsonObject, parseJson } from '../../../../spec/json/exact-json.ts';
import { type ResponsePair, validityOf } from '../compare.ts';
import type { Probe } from '../probe.ts';
import { isLifecycleProbe } from '../record-lifecycle.ts';
import { type Cause, isSuccess } from './cause.ts';

export const responseCauses: readonly Cause[] = [
  {
    id: 'created records exist',
    prismBehavior: 'stores nothing: created records do not exist, deleted ones still do (prism#1706)',
    reason: 'goal of the mock: create, then read; 404 after the record was deleted',
    explains: (aspect, { probe, mockResponse, prismResponse }) =>
      isLifecycleProbe(probe) &&
      (aspect === 'body' || (aspect === 'status' && (mockResponse.status === 404) !== (prismResponse.status === 404))),
  },
  {
    id: 'no body, no media type',
    prismBehavior: 'sends a media type with a response without a body',
    reason: '`Content-Type` describes content (RFC 9110, 8.3), and there is none',
    explains: (aspect, { mockResponse }) =>
      aspect === 'type' && mockResponse.text === '' && mockResponse.headers['content-type'] === undefined,
  },
  {
    id: 'errors have the declared shape',
    prismBehavior: 'returns its own problem document, whatever the contract declares for errors',
    reason:
      'goal of the mock: one parser for all errors of an operation; a 401 or 406 without its own shape uses that of the 400',
    explains: (aspect, pair) =>
      (aspect === 'type' || aspect === 'validity') &&
      pair.mockResponse.status >= 400 &&
      validityOf(pair.probe, pair.mockResponse) !== 'invalid',
  },
  {
    id: 'errors say what is wrong',
    prismBehavior: 'fills the declared Error with samples: `{"code":0,"message":"string"}` (prism#807)',
    reason: 'goal of the mock: the message names the place and the violated rule, the number is stable',
    explains: (aspect, { mockResponse }) =>
      aspect === 'body' && mockResponse.status >= 400 && !mockResponse.text.includes('"string"'),
  },
  {
    id: 'violations are listed in every rejection',
    prismBehavior: 'omits `sl-violations` in its own rejections',
    reason: 'goal of the mock: the full list of violations, also for routes, credentials and preferences',
    explains: (aspect, { mockResponse }) =>
      aspect === 'header sl-violations' && mockResponse.status >= 400 && isArray(mockResponse.headers['sl-violations']),
  },
  {
    id: 'only the request is reported',
    prismBehavior: 'returns a sample that violates its own schema, and reports this to the client in `sl-violations`',
    reason: 'our samples are valid; the header is about the request',
    explains: (aspect, pair) =>
      aspect === 'header sl-violations' &&
      isSuccess(pair.mockResponse) &&
      pair.mockResponse.headers['sl-violations'] === undefined,
  },
  {
    id: 'responses conform to their schema',
    prismBehavior: 'returns static samples, examples and rounded integers that violate their schema',
    reason: 'a response that violates the contract misleads every client; it is repaired',
    explains: (aspect, pair) =>
      (aspect === 'validity' || aspect === 'body') &&
      isSuccess(pair.mockResponse) &&
      validityOf(pair.probe, pair.mockResponse) === 'valid' &&
      validityOf(pair.probe, pair.prismResponse) === 'invalid',
  },
  {
    id: 'responses have no writeOnly property',
    prismBehavior: 'puts writeOnly properties into its samples',
    reason:
      'such a property must not be sent in a response (OpenAPI 3.1, JSON Schema 2020-12, 9.4): it is usually a password',
    explains: (aspect, pair) => aspect === 'body' && showsHidden(pair) && isSettled(pair),
  },
  {
    id: 'the response has the values that were sent',
    prismBehavior: 'responds to a create with its sample, whatever was sent (prism#1706, #2390)',
    reason: 'goal of the mock: the name that was sent is returned, and nothing that was not sent is added',
    explains: (aspect, pair) =>
      aspect === 'body' && isSuccess(pair.mockResponse) && pair.probe.body !== undefined && isSettled(pair),
  },
  {
    id: 'samples are plain numbers',
    prismBehavior: 'returns -9007199254740991 for an int64',
    reason: 'both are valid; the lowest double is not a useful sample (prism#2418)',
    explains: (aspect, pair) => aspect === 'body' && pair.prismResponse.text.includes(LOWEST) && isSettled(pair),
  },
  {
    id: 'dynamic values are generated for each request',
    prismBehavior: 'uses bounds that the contract does not have, and one seed affects later responses (prism#2590)',
    reason: "the same seed gives the same bytes whatever came before; they differ from Prism's",
    explains: (aspect, { probe, mockResponse }) =>
      aspect === 'body' && probe.kind === 'Prefer dynamic' && isSuccess(mockResponse),
  },
  {
    id: 'XML has its own root',
    prismBehavior: 'wraps XML in an element `<xml>`, and merges the items of a list into one',
    reason:
      'names that begin with "xml" are reserved (XML 1.0, 2.3); OpenAPI names the element after the schema (4.8.26)',
    explains: (aspect, { mockResponse }) => aspect === 'body' && /xml/.test(mockResponse.headers['content-type'] ?? ''),
  },
];

function isArray(text: string | undefined): boolean {
  const parsed = parseJson(text ?? '');
  return parsed.ok && Array.isArray(parsed.value);
}

const LOWEST = '-9007199254740991';

/**
 * Nothing else differs: every property that Prism's answer has otherwise was sent, or was not sent and is gone, or is
 * Prism's lowest integer, or is for requests only.
 */
function isSettled({ probe, mockResponse, prismResponse }: ResponsePair): boolean {
  const [mine, other] = [parseJson(mockResponse.text), parseJson(prismResponse.text.replaceAll(LOWEST, '0'))];
  if (!mine.ok || !other.ok || !isJsonObject(mine.value) || !isJsonObject(other.value)) return false;
  const [a, b] = [mine.value, other.value];
  const sent = probe.body?.toString('utf8') ?? '';
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => {
    if (!Object.hasOwn(a, name)) return !sent.includes(name) || isForRequests(probe, name);
    return sent.includes(name) || (Object.hasOwn(b, name) && isEqualJson(a[name] ?? null, b[name] ?? null));
  });
}

function showsHidden({ probe, mockResponse, prismResponse }: ResponsePair): boolean {
  const [mine, other] = [parseJson(mockResponse.text), parseJson(prismResponse.text)];
  if (!mine.ok || !other.ok || !isJsonObject(mine.value) || !isJsonObject(other.value)) return false;
  const shown = new Set(Object.keys(mine.value));
  return Object.keys(other.value).some((name) => !shown.has(name) && isForRequests(probe, name));
}

function isForRequests({ operation }: Probe, name: string): boolean {
  return operation?.requestBody?.content.some(({ schema }) => schema?.properties.get(name)?.writeOnly) === true;
}

/** Differences in the content of responses with the same status. */
import { isEqualJson, isJsonObject, type Json, parseJson } from '../../../../spec/json/exact-json.ts';
import { type ResponsePair, validityOf } from '../compare.ts';
import type { Probe } from '../probe.ts';
import { isLifecycleProbe } from '../record-lifecycle.ts';
import { type Cause, isSuccess } from './cause.ts';

export const responseCauses: readonly Cause[] = [
  {
    id: 'created records exist',
    prismBehavior: 'stores nothing: created records do not exist, deleted ones still do (prism#1706)',
    reason: 'the goal: create, then read; 404 after the deletion',
    explains: (aspect, { probe, mockResponse, prismResponse }) =>
      isLifecycleProbe(probe) &&
      (aspect === 'body' || (aspect === 'status' && (mockResponse.status === 404) !== (prismResponse.status === 404))),
  },
  {
    id: 'no body has no media type',
    prismBehavior: 'sends a media type without a body',
    reason: '`Content-Type` describes content (RFC 9110, 8.3), which is absent',
    explains: (aspect, { mockResponse }) =>
      aspect === 'type' && mockResponse.text === '' && mockResponse.headers['content-type'] === undefined,
  },
  {
    id: 'errors have the declared schema',
    prismBehavior: 'returns its own problem document, whatever error schema the contract declares',
    reason:
      'the goal: one parser for all errors of an operation; a 401 or 406 without its own schema uses that of the 400',
    explains: (aspect, pair) =>
      (aspect === 'type' || aspect === 'validity') &&
      pair.mockResponse.status >= 400 &&
      validityOf(pair.probe, pair.mockResponse) !== 'invalid',
  },
  {
    id: 'errors describe the violation',
    prismBehavior: 'fills the declared Error with samples: `{"code":0,"message":"string"}` (prism#807)',
    reason: 'the goal: the message names the location and the violated rule, the code is stable',
    explains: (aspect, { mockResponse }) =>
      aspect === 'body' && mockResponse.status >= 400 && !mockResponse.text.includes('"string"'),
  },
  {
    id: 'violations are reported in every rejection',
    prismBehavior: 'omits `sl-violations` in its own rejections',
    reason: 'the goal: the full list of violations, also for routes, credentials and preferences',
    explains: (aspect, { mockResponse }) =>
      aspect === 'header sl-violations' && mockResponse.status >= 400 && isArray(mockResponse.headers['sl-violations']),
  },
  {
    id: 'only request violations are reported',
    prismBehavior: 'returns a sample that violates its own schema, and reports that to the client in `sl-violations`',
    reason: 'our samples are valid; the header concerns the request',
    explains: (aspect, pair) =>
      aspect === 'header sl-violations' &&
      isSuccess(pair.mockResponse) &&
      pair.mockResponse.headers['sl-violations'] === undefined,
  },
  {
    id: 'responses conform to their schema',
    prismBehavior: 'returns static samples, examples and rounded integers that violate their schema',
    reason: 'a response that does not conform misleads every client; ours is repaired',
    explains: (aspect, pair) =>
      (aspect === 'validity' || aspect === 'body') &&
      isSuccess(pair.mockResponse) &&
      validityOf(pair.probe, pair.mockResponse) === 'valid' &&
      validityOf(pair.probe, pair.prismResponse) === 'invalid',
  },
  {
    id: 'responses contain no writeOnly property',
    prismBehavior: 'includes writeOnly properties in its samples',
    reason:
      'such a property must not be sent in a response (OpenAPI 3.1, JSON Schema 2020-12, 9.4): it is usually a password',
    explains: (aspect, pair) => aspect === 'body' && showsHidden(pair) && isSettled(pair),
  },
  {
    id: 'sent values are returned',
    prismBehavior: 'returns its sample for a create, whatever was sent (prism#1706, #2390)',
    reason: 'the goal: the sent name is returned, and unsent properties are not generated',
    explains: (aspect, pair) =>
      aspect === 'body' && isSuccess(pair.mockResponse) && pair.probe.body !== undefined && isSettled(pair),
  },
  {
    id: 'samples are small numbers',
    prismBehavior: 'returns -9007199254740991 for an int64',
    reason: 'both are valid; the lowest double is never intended (prism#2418)',
    explains: (aspect, pair) => aspect === 'body' && pair.prismResponse.text.includes(LOWEST) && isSettled(pair),
  },
  {
    id: 'samples are realistic',
    prismBehavior: 'returns `string`, 0 and the same few dates and addresses where the contract has no example',
    reason: 'the goal: names, prices and times that a page can show; each is valid, and the same each time',
    explains: (aspect, pair) => aspect === 'body' && isSuccess(pair.mockResponse) && isSettled(pair),
  },
  {
    id: 'dynamic values are generated independently',
    prismBehavior: 'generates within undeclared bounds, and one seed affects later responses (prism#2590)',
    reason: "the same seed gives the same bytes, regardless of earlier requests; they differ from Prism's",
    explains: (aspect, { probe, mockResponse }) =>
      aspect === 'body' && probe.kind === 'Prefer dynamic' && isSuccess(mockResponse),
  },
  {
    id: 'XML has the declared root',
    prismBehavior: 'wraps XML in an element `<xml>`, and merges the items of an array into one',
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
 * Nothing else differs: every different property of Prism's response was sent, or was not sent and is absent, or is
 * a placeholder of Prism, or is writeOnly.
 */
function isSettled({ probe, mockResponse, prismResponse }: ResponsePair): boolean {
  const [mine, other] = [parseJson(mockResponse.text), parseJson(prismResponse.text.replaceAll(LOWEST, '0'))];
  if (!mine.ok || !other.ok || !isJsonObject(mine.value) || !isJsonObject(other.value)) return false;
  const [a, b] = [mine.value, other.value];
  const sent = probe.body?.toString('utf8') ?? '';
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => {
    if (!Object.hasOwn(a, name)) return !sent.includes(name) || isForRequests(probe, name);
    if (sent.includes(name) || isPlaceholder(b[name])) return true;
    return Object.hasOwn(b, name) && isEqualJson(a[name] ?? null, b[name] ?? null);
  });
}

/** What Prism returns where the contract has no example. */
function isPlaceholder(value: Json | undefined): boolean {
  return (
    value === 0 ||
    (typeof value === 'string' && /^(?:string|2019-08-24.*|user@example\.com|https?:\/\/example\.com)$/.test(value))
  );
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

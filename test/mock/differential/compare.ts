/** In what two answers to the same request differ. */

import { canonicalJson, parseJson } from '../../../spec/json/exact-json.ts';
import { findMediaType, findResponse } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Probe, ReceivedOutcome } from './probe.ts';

/** `status` covers all that follows from it: type, body and headers are compared only where the status is the same. */
export type Aspect = 'no response' | 'crashed' | 'status' | 'type' | 'validity' | 'body' | `header ${string}`;

export interface ResponsePair {
  readonly probe: Probe;
  readonly mockResponse: ReceivedOutcome;
  readonly prismResponse: ReceivedOutcome;
}

const compared = ['allow', 'www-authenticate', 'retry-after', 'location', 'x-total', 'x-remaining'] as const;

export function aspectsOf({ probe, mockResponse, prismResponse }: ResponsePair): readonly Aspect[] {
  if (prismResponse.outcome === 'no response') return ['no response'];
  if (prismResponse.outcome === 'crashed') return ['crashed'];
  if (mockResponse.status !== prismResponse.status) return ['status'];
  return [
    ...(typeOf(mockResponse) === typeOf(prismResponse) ? [] : (['type'] as const)),
    ...(validityOf(probe, mockResponse) === validityOf(probe, prismResponse) ? [] : (['validity'] as const)),
    ...(sameText(mockResponse, prismResponse) ? [] : (['body'] as const)),
    ...compared
      .filter((name) => mockResponse.headers[name] !== prismResponse.headers[name])
      .map((name) => `header ${name}` as const),
    ...(hasViolations(mockResponse) === hasViolations(prismResponse) ? [] : (['header sl-violations'] as const)),
    ...(probe.headers['Origin'] === undefined ? [] : corsAspects(mockResponse, prismResponse)),
  ];
}

/** Without parameters. */
export function typeOf({ headers }: ReceivedOutcome): string {
  return headers['content-type']?.split(';')[0]?.trim() ?? '';
}

/** Of the body by the response that the contract declares for the status. */
export function validityOf(
  { operation, method }: Probe,
  received: ReceivedOutcome,
): 'valid' | 'invalid' | 'not declared' {
  if (operation === undefined) return 'not declared';
  const response = findResponse(operation, received.status);
  if (response === undefined) return 'not declared';
  if (response.content.length === 0 || method === 'HEAD') return received.text === '' ? 'valid' : 'invalid';
  const media = findMediaType(response.content, typeOf(received));
  if (media === undefined) return 'invalid';
  if (media.schema === undefined || /xml/.test(media.range)) return 'valid';
  if (media.range.startsWith('text/')) return isValid(media.schema, received.text, 'response') ? 'valid' : 'invalid';
  const parsed = parseJson(received.text);
  return parsed.ok && isValid(media.schema, parsed.value, 'response') ? 'valid' : 'invalid';
}

function sameText(mockResponse: ReceivedOutcome, prismResponse: ReceivedOutcome): boolean {
  const [a, b] = [parseJson(mockResponse.text), parseJson(prismResponse.text)];
  return a.ok && b.ok ? canonicalJson(a.value) === canonicalJson(b.value) : mockResponse.text === prismResponse.text;
}

function hasViolations({ headers }: ReceivedOutcome): boolean {
  return headers['sl-violations'] !== undefined;
}

/** What a page on another origin may read: a list of names, or `*`, which does not count with credentials. */
function corsAspects(mockResponse: ReceivedOutcome, prismResponse: ReceivedOutcome): readonly Aspect[] {
  const name = 'access-control-expose-headers';
  const isSame = (mockResponse.headers[name] === '*') === (prismResponse.headers[name] === '*');
  return isSame ? [] : [`header ${name}`];
}

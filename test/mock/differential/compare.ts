/** In what two answers to the same request differ. */

import { canonicalText, parseJson } from '../../../spec/json/exact-json.ts';
import { mediaTypeFor, responseFor } from '../../../spec/model/contract.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Probe, Received } from './request.ts';

/** `status` covers all that follows from it: type, body and headers are compared only where the status is the same. */
export type Aspect = 'no answer' | 'died' | 'status' | 'type' | 'validity' | 'body' | `header ${string}`;

export interface Pair {
  readonly probe: Probe;
  readonly ours: Received;
  readonly prisms: Received;
}

const compared = ['allow', 'www-authenticate', 'retry-after', 'location', 'x-total', 'x-remaining'] as const;

export function aspectsOf({ probe, ours, prisms }: Pair): readonly Aspect[] {
  if (prisms.outcome === 'no answer') return ['no answer'];
  if (prisms.outcome === 'died') return ['died'];
  if (ours.status !== prisms.status) return ['status'];
  return [
    ...(typeOf(ours) === typeOf(prisms) ? [] : (['type'] as const)),
    ...(validityOf(probe, ours) === validityOf(probe, prisms) ? [] : (['validity'] as const)),
    ...(sameText(ours, prisms) ? [] : (['body'] as const)),
    ...compared
      .filter((name) => ours.headers[name] !== prisms.headers[name])
      .map((name) => `header ${name}` as const),
    ...(hasViolations(ours) === hasViolations(prisms) ? [] : (['header sl-violations'] as const)),
    ...(probe.headers['Origin'] === undefined ? [] : corsAspects(ours, prisms)),
  ];
}

/** Without parameters. */
export function typeOf({ headers }: Received): string {
  return headers['content-type']?.split(';')[0]?.trim() ?? '';
}

/** Of the body by the response that the contract declares for the status. */
export function validityOf(
  { operation, method }: Probe,
  received: Received,
): 'valid' | 'invalid' | 'not declared' {
  if (operation === undefined) return 'not declared';
  const response = responseFor(operation, received.status);
  if (response === undefined) return 'not declared';
  if (response.content.length === 0 || method === 'HEAD') return received.text === '' ? 'valid' : 'invalid';
  const media = mediaTypeFor(response.content, typeOf(received));
  if (media === undefined) return 'invalid';
  if (media.schema === undefined || /xml/.test(media.range)) return 'valid';
  if (media.range.startsWith('text/'))
    return isValid(media.schema, received.text, 'response') ? 'valid' : 'invalid';
  const parsed = parseJson(received.text);
  return parsed.ok && isValid(media.schema, parsed.value, 'response') ? 'valid' : 'invalid';
}

function sameText(ours: Received, prisms: Received): boolean {
  const [a, b] = [parseJson(ours.text), parseJson(prisms.text)];
  return a.ok && b.ok ? canonicalText(a.value) === canonicalText(b.value) : ours.text === prisms.text;
}

function hasViolations({ headers }: Received): boolean {
  return headers['sl-violations'] !== undefined;
}

/** What a page on another origin may read: a list of names, or `*`, which does not count with credentials. */
function corsAspects(ours: Received, prisms: Received): readonly Aspect[] {
  const name = 'access-control-expose-headers';
  const isSame = (ours.headers[name] === '*') === (prisms.headers[name] === '*');
  return isSame ? [] : [`header ${name}`];
}

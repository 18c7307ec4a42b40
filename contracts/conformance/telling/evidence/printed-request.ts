/** The request of a case as it is shown and printed: credentials are variables, and nothing else in it can become one. */
import type { Mask } from '../../../../secrets/masking.ts';
import { type CurlHeader, type CurlRequest, curlLine } from '../../../../shell/curl.ts';
import { concat, mapLiterals, type Text } from '../../../../shell/text.ts';
import type { Draft } from '../../model/draft.ts';
import type { Delivery } from '../../model/exchange.ts';
import { type CredentialSource, requestText } from '../../request/credentials/place.ts';
import type { ShownCase } from '../shown-case.ts';

export interface PrintedRequest
  extends Pick<CurlRequest, 'method' | 'origin' | 'target' | 'headers' | 'body'> {
  readonly delivery: Delivery;
  /** A credential stands in it where none belongs, such as in an id that the implementation made: it is masked. */
  readonly isMasked: boolean;
}

export interface PrintedFacts extends CredentialSource {
  readonly draft: Draft;
  readonly method: string;
  /** Of the operation, without a slash at the end. */
  readonly baseUrl: string;
  readonly mask: Mask;
}

export function printedRequest({ draft, method, baseUrl, mask, ...source }: PrintedFacts): PrintedRequest {
  const { path, headers, body } = requestText(draft, source);
  const { origin, pathname } = new URL(baseUrl);
  const { masked, hasMasked } = noting(mask);
  const shown = {
    target: mapLiterals(concat(pathname.replace(/\/+$/, ''), path), masked),
    headers: headers.map(([name, value]) => [masked(name), mapLiterals(value, masked)] as const),
    body: maskedBody(body, masked),
  };
  return { ...shown, method, origin, delivery: draft.delivery ?? 'whole', isMasked: hasMasked() };
}

/** A mask that knows whether it has hidden anything. */
export function noting(mask: Mask): { readonly masked: Mask; readonly hasMasked: () => boolean } {
  let isMasked = false;
  const masked = (literal: string) => {
    const shown = mask(literal);
    isMasked ||= shown !== literal;
    return shown;
  };
  return { masked, hasMasked: () => isMasked };
}

function maskedBody(body: Text | Uint8Array | undefined, mask: Mask): Text | Uint8Array | undefined {
  if (body === undefined) return undefined;
  return body instanceof Uint8Array ? maskedBytes(body, mask) : mapLiterals(body, mask);
}

/** Of bytes that are no text each stands for itself, so that a credential among them is found too. */
export function maskedBytes(body: Uint8Array, mask: Mask): Uint8Array {
  const text = Buffer.from(body).toString('latin1');
  const masked = mask(text);
  return masked === text ? body : Buffer.from(masked, 'latin1');
}

export function printedCurl({ delivery, ...request }: PrintedRequest): string {
  const framing = delivery === 'chunked' ? [] : lengthOfNothing(request);
  const headers = [...request.headers, ...deliveryHeaders(delivery), ...framing];
  return curlLine({ ...request, headers, isComplete: true });
}

function deliveryHeaders(delivery: Delivery): readonly CurlHeader[] {
  if (delivery === 'chunked') return [['Transfer-Encoding', 'chunked']];
  return delivery === 'expecting 100' ? [['Expect', '100-continue']] : [];
}

/** Sent where a body is expected and there is none (RFC 9110, section 8.6); curl leaves it out. */
function lengthOfNothing({ method, body }: Pick<CurlRequest, 'method' | 'body'>): readonly CurlHeader[] {
  return body === undefined && /^(?:POST|PUT|PATCH)$/.test(method) ? [['Content-Length', '0']] : [];
}

/** What the printed command leaves out of the case; undefined where they do the same. */
export function curlLacks(
  { company, isOfSequence }: Pick<ShownCase, 'company' | 'isOfSequence'>,
  delivery: Delivery,
): string | undefined {
  if (isOfSequence) return 'this request alone, about a record of that run; replay sends the whole sequence';
  if (company?.kind === 'preceded' || company?.kind === 'at once' || company?.kind === 'in a row')
    return 'this request alone; replay sends all that the case is made of';
  if (company?.kind === 'watched')
    return 'curl does not look at what comes on the connection after the response; replay does';
  return byDelivery[delivery];
}

const byDelivery: Readonly<Partial<Record<Delivery, string>>> = {
  'in pieces': 'curl sends the body in one piece; replay sends it in two',
  'read slowly': 'curl reads the response immediately; replay leaves it waiting for a while',
};

/** The request of a case as it is shown and printed: credentials are variables, and nothing else in it can become one. */
import type { Mask } from '../../../../secrets/masking.ts';
import { type CredentialText, concatTexts, mapLiterals } from '../../../../shell/credential-text.ts';
import { type CurlHeader, type CurlRequest, curlCommand } from '../../../../shell/curl.ts';
import type { Delivery } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import { type CredentialSource, createRequestTemplate } from '../../request/credentials/apply-credentials.ts';
import type { ShownCase } from '../shown-case.ts';

export interface PrintedRequest extends Pick<CurlRequest, 'method' | 'origin' | 'target' | 'headers' | 'body'> {
  readonly delivery: Delivery;
  /** A credential stands in it where none belongs, such as in an id that the implementation made: it is masked. */
  readonly isMasked: boolean;
}

export interface PrintedRequestInput extends CredentialSource {
  readonly requestSpec: RequestSpec;
  readonly method: string;
  /** Of the operation, without a slash at the end. */
  readonly baseUrl: string;
  readonly mask: Mask;
}

export function printRequest({ requestSpec, method, baseUrl, mask, ...source }: PrintedRequestInput): PrintedRequest {
  const { path, headers, body } = createRequestTemplate(requestSpec, source);
  const { origin, pathname } = new URL(baseUrl);
  const { masked, hasMasked } = trackMasking(mask);
  const shown = {
    target: mapLiterals(concatTexts(pathname.replace(/\/+$/, ''), path), masked),
    headers: headers.map(([name, value]) => [masked(name), mapLiterals(value, masked)] as const),
    body: maskBody(body, masked),
  };
  return { ...shown, method, origin, delivery: requestSpec.delivery ?? 'whole', isMasked: hasMasked() };
}

/** A mask that knows whether it has hidden anything. */
export function trackMasking(mask: Mask): { readonly masked: Mask; readonly hasMasked: () => boolean } {
  let isMasked = false;
  const masked = (literal: string) => {
    const shown = mask(literal);
    isMasked ||= shown !== literal;
    return shown;
  };
  return { masked, hasMasked: () => isMasked };
}

function maskBody(body: CredentialText | Uint8Array | undefined, mask: Mask): CredentialText | Uint8Array | undefined {
  if (body === undefined) return undefined;
  return body instanceof Uint8Array ? maskBytes(body, mask) : mapLiterals(body, mask);
}

/** Of bytes that are no text each stands for itself, so that a credential among them is found too. */
export function maskBytes(body: Uint8Array, mask: Mask): Uint8Array {
  const text = Buffer.from(body).toString('latin1');
  const masked = mask(text);
  return masked === text ? body : Buffer.from(masked, 'latin1');
}

export function printCurl({ delivery, ...request }: PrintedRequest): string {
  const framing = delivery === 'chunked' ? [] : emptyBodyLength(request);
  const headers = [...request.headers, ...deliveryHeaders(delivery), ...framing];
  return curlCommand({ ...request, headers, isComplete: true });
}

function deliveryHeaders(delivery: Delivery): readonly CurlHeader[] {
  if (delivery === 'chunked') return [['Transfer-Encoding', 'chunked']];
  return delivery === 'expecting 100' ? [['Expect', '100-continue']] : [];
}

/** Sent where a body is expected and there is none (RFC 9110, section 8.6); curl leaves it out. */
function emptyBodyLength({ method, body }: Pick<CurlRequest, 'method' | 'body'>): readonly CurlHeader[] {
  return body === undefined && /^(?:POST|PUT|PATCH)$/.test(method) ? [['Content-Length', '0']] : [];
}

/** What the printed command leaves out of the case; undefined where they do the same. */
export function describeCurlLimitations(
  { sendMode, isOfSequence }: Pick<ShownCase, 'sendMode' | 'isOfSequence'>,
  delivery: Delivery,
): string | undefined {
  if (isOfSequence) return 'this request alone, about a record of that run; replay sends the whole sequence';
  if (sendMode?.kind === 'preceded' || sendMode?.kind === 'at once' || sendMode?.kind === 'in a row')
    return 'this request alone; replay sends all that the case is made of';
  if (sendMode?.kind === 'watched')
    return 'curl does not look at what comes on the connection after the response; replay does';
  return curlLimitationsByDelivery[delivery];
}

const curlLimitationsByDelivery: Readonly<Partial<Record<Delivery, string>>> = {
  'in pieces': 'curl sends the body in one piece; replay sends it in two',
  'read slowly': 'curl reads the response immediately; replay leaves it waiting for a while',
};

/** The request of a case as it is shown and printed: credentials are variables, and nothing else in it can become one. */
import type { Mask } from '../../../../secrets/masking.ts';
import { type CurlHeader, type CurlRequest, curlLine } from '../../../../shell/curl.ts';
import { concat, mapLiterals, type Text } from '../../../../shell/text.ts';
import type { Draft } from '../../case.ts';
import type { Delivery } from '../../exchange.ts';
import { type CredentialSource, requestText } from '../../request/place-credentials.ts';

export interface PrintedRequest {
  readonly method: string;
  readonly origin: string;
  readonly target: Text;
  readonly headers: readonly CurlHeader[];
  readonly body: Text | Uint8Array | undefined;
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
  const { origin } = new URL(baseUrl);
  let isMasked = false;
  const masked = (literal: string) => {
    const shown = mask(literal);
    isMasked ||= shown !== literal;
    return shown;
  };
  const shown = {
    target: mapLiterals(concat(baseUrl.slice(origin.length), path), masked),
    headers: headers.map(([name, value]) => [masked(name), mapLiterals(value, masked)] as const),
    body: maskedBody(body, masked),
  };
  return { ...shown, method, origin, delivery: draft.delivery ?? 'whole', isMasked };
}

/** Of bytes that are no text each stands for itself, so that a credential among them is found too. */
function maskedBody(body: Text | Uint8Array | undefined, mask: Mask): Text | Uint8Array | undefined {
  if (body === undefined) return undefined;
  if (!(body instanceof Uint8Array)) return mapLiterals(body, mask);
  const text = Buffer.from(body).toString('latin1');
  const masked = mask(text);
  return masked === text ? body : Buffer.from(masked, 'latin1');
}

export function printedCurl({ delivery, ...request }: PrintedRequest): string {
  const headers = [...request.headers, ...deliveryHeaders(delivery), ...lengthOfNothing(request)];
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

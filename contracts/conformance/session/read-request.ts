/** Reads what another request has written. */
import type { Exchange, SentRequest } from '../model/exchange.ts';

/** With the same credentials. */
export function readRequest({ headers }: SentRequest, url: string): SentRequest {
  const kept = headers.filter(([name]) => !/^(?:content-|transfer-|if-|expect$|idempotency)/i.test(name));
  return { method: 'GET', url, headers: kept, body: undefined, delivery: 'whole' };
}

export function withoutQuery({ request: { url } }: Exchange): string {
  return url.split('?')[0] ?? '';
}

/** Undefined where it is not correctly encoded. */
export function lastSegment(url: string): string | undefined {
  try {
    return decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
  } catch {
    return undefined;
  }
}

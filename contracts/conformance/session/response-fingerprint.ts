/** Compares responses to different paths: those of a server that does not know the paths are the same. */
import { headerValue } from '../../http/headers.ts';
import type { ReceivedResponse } from '../model/exchange.ts';

/** No implementation has it. */
export const unknownPath = '/plant-store-checks-an-unknown-path';

/** Equal for responses that differ only in the requested path, dates and ids; for pages of the same status. */
export function responseFingerprint({ status, headers, body }: ReceivedResponse, path: string): string {
  const [pathname = ''] = path.split('?');
  const type = headerValue(headers, 'content-type') ?? '';
  if (/^text\/html\b/i.test(type)) return JSON.stringify([status, type]);
  const text = Buffer.from(body.subarray(0, MAX_COMPARED_BYTES))
    .toString('utf8')
    .replaceAll(path, '')
    .replaceAll(pathname, '')
    .replaceAll(/\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b|[\da-f-]{12,}|\d+/gi, '');
  return JSON.stringify([status, type, text]);
}

const MAX_COMPARED_BYTES = 20_000;

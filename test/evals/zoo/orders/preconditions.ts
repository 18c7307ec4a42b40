/** ETags and the headers that compare them (RFC 9110, section 13.1). */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../json.ts';

export interface Preconditions {
  /** Of the record as it is shown. */
  etagOf(shown: JsonObject): string;
  /** Compares strongly: a weak ETag never matches. */
  matchesIfMatch(header: string, etag: string): boolean;
  matchesIfNoneMatch(header: string, etag: string): boolean;
}

export const preconditions: Preconditions = {
  etagOf: (shown) => `"${createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 20)}"`,
  matchesIfMatch: (header, etag) => header.trim() === '*' || (!etag.startsWith('W/') && etagsIn(header).includes(etag)),
  matchesIfNoneMatch: (header, etag) =>
    header.trim() === '*' || etagsIn(header).map(withoutWeakness).includes(withoutWeakness(etag)),
};

/** A comma may be part of an ETag. */
export function etagsIn(header: string): readonly string[] {
  return header.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

function withoutWeakness(etag: string): string {
  return etag.replace(/^W\//, '');
}

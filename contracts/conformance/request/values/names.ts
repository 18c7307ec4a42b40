/** What a property or a record is by its name. */
import type { Json } from '../../../../spec/exact-json.ts';
import { textOf } from '../../../../spec/resources/paths.ts';

/** By its name: what a store gives out itself. */
export function isIdentifier(name: string): boolean {
  return /(^|_)(id|uuid|key|code|slug|etag|url|href)$|Id$/.test(name);
}

export function isVersion(name: string): boolean {
  return /^_?(?:version|revision|rev|etag|lock_?version)$/i.test(name);
}

/** Capitals and small letters are one to many a store, and a number may be written as text. */
export function isSameName(a: Json, b: Json): boolean {
  return textOf(a).toLowerCase() === textOf(b).toLowerCase();
}

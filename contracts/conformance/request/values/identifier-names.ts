/** Recognizes properties and records by their names. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { toPathText } from '../../../../spec/resources/path-templates.ts';

/** Whether implementations usually assign such a property themselves. */
export function isIdentifier(name: string): boolean {
  return /(^|_)(id|uuid|key|code|slug|etag|url|href)$|Id$/.test(name);
}

/** Idempotency keys, request ids and nonces: implementations may reject another request with the same value. */
export function isOnceOnlyName(name: string): boolean {
  return /(?:^|[-_])nonce$|[a-z]Nonce$/.test(name) || onceOnlyName.test(name.replaceAll(/[-_]/g, ''));
}

const onceOnlyName = /^(?:client)?(?:idempoten(?:cy|t)(?:key|token|id)|requestid)$/i;

export function isVersion(name: string): boolean {
  return /^_?(?:version|revision|rev|etag|lock_?version)$/i.test(name);
}

/** Many implementations ignore case, and numbers may be written as text. */
export function isSameName(a: Json, b: Json): boolean {
  return toPathText(a).toLowerCase() === toPathText(b).toLowerCase();
}

/** A readable id without characters that shells interpret. */
export function toSlug(text: string): string {
  if (/^[\w.[\]/-]+$/.test(text)) return text;
  const readable = text
    .replace(/ /g, '-')
    .replace(/[^\w.[\]/-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}`);
  return readable === '' ? '~' : readable;
}

/**
 * A slug that is unique among the operations of the contract: equal slugs are numbered in the order of the document.
 */
export function uniqueSlug(operation: Operation, operations: readonly Operation[]): string {
  const slug = toSlug(operation.id);
  const withSameSlug = operations.filter(({ id }) => toSlug(id) === slug);
  const at = withSameSlug.findIndex(({ id }) => id === operation.id);
  return at <= 0 ? slug : `${slug}~~${at + 1}`;
}

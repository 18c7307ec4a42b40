/** What a property or a record is by its name. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Operation } from '../../../../spec/model/contract.ts';
import { toPathText } from '../../../../spec/resources/path-templates.ts';

/** By its name: what a store gives out itself. */
export function isIdentifier(name: string): boolean {
  return /(^|_)(id|uuid|key|code|slug|etag|url|href)$|Id$/.test(name);
}

export function isVersion(name: string): boolean {
  return /^_?(?:version|revision|rev|etag|lock_?version)$/i.test(name);
}

/** Capitals and small letters are one to many a store, and a number may be written as text. */
export function isSameName(a: Json, b: Json): boolean {
  return toPathText(a).toLowerCase() === toPathText(b).toLowerCase();
}

/** Readable, without characters that a shell would touch. */
export function toSlug(text: string): string {
  if (/^[\w.[\]/-]+$/.test(text)) return text;
  const readable = text
    .replace(/ /g, '-')
    .replace(/[^\w.[\]/-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}`);
  return readable === '' ? '~' : readable;
}

/** Of an operation among all of its contract: those whose ids would look the same are numbered, as they stand there. */
export function uniqueSlug(operation: Operation, operations: readonly Operation[]): string {
  const slug = toSlug(operation.id);
  const withSameSlug = operations.filter(({ id }) => toSlug(id) === slug);
  const at = withSameSlug.findIndex(({ id }) => id === operation.id);
  return at <= 0 ? slug : `${slug}~~${at + 1}`;
}

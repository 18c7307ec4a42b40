/** Names of a document as the parts of a case id. */
import type { Operation } from '../../../spec/model/contract.ts';

/** Readable, without characters that a shell would touch. */
export function slug(text: string): string {
  if (/^[\w.[\]/-]+$/.test(text)) return text;
  const readable = text
    .replace(/ /g, '-')
    .replace(/[^\w.[\]/-]/gu, (character) => `~${character.codePointAt(0)?.toString(16)}`);
  return readable === '' ? '~' : readable;
}

/** Of an operation among all of its contract: those whose ids would look the same are numbered, as they stand there. */
export function slugAmong(operation: Operation, operations: readonly Operation[]): string {
  const own = slug(operation.id);
  const alike = operations.filter(({ id }) => slug(id) === own);
  const at = alike.findIndex(({ id }) => id === operation.id);
  return at <= 0 ? own : `${own}~~${at + 1}`;
}

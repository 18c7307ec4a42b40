import { combineErrors, KitError } from '../../errors.ts';

/** Further parts are not read: in a large document, each can take long. */
const MAX_FAILED_PARTS = 20;

/** Reads all parts, also after an error. Throws the errors of all parts as one. */
export function readAllParts<From, To>(parts: readonly From[], read: (part: From) => To): readonly To[] {
  const errors: KitError[] = [];
  const results: To[] = [];
  for (const [index, part] of parts.entries()) {
    try {
      results.push(read(part));
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      errors.push(error);
      if (errors.length === MAX_FAILED_PARTS && index < parts.length - 1) break;
    }
  }
  const combined = combineErrors(errors, errors.length < MAX_FAILED_PARTS || errors.length === parts.length);
  if (combined !== undefined) throw combined;
  return results;
}

/** Collects the errors of one document, so that all of them are reported together. */
import { KitError } from '../../errors.ts';

/** Further errors are only counted. */
const MAX_REPORTED = 10;

/** Further parts are not read: in a large document, each can take long. */
const MAX_FAILED_PARTS = 20;

/** Several errors of one document: code, place and fix are those of the first. */
class CombinedError extends KitError {
  readonly errors: readonly KitError[];
  /** False if some parts were not read. */
  readonly isComplete: boolean;

  constructor(first: KitError, errors: readonly KitError[], isComplete: boolean) {
    const reported = errors.slice(1, MAX_REPORTED).map(describeFurtherError);
    const remaining = errors.length - 1 - reported.length;
    const count = isComplete ? `${remaining} more` : 'more';
    const { code, where, fix, cause } = first;
    super(code, `${first.detail}${reported.join('')}${remaining > 0 || !isComplete ? `; and ${count}` : ''}`, {
      fix,
      ...(where !== undefined && { where }),
      ...(cause !== undefined && { cause }),
    });
    this.errors = errors;
    this.isComplete = isComplete;
  }
}

function describeFurtherError({ detail, where }: KitError): string {
  return `; also ${detail}${where === undefined ? '' : ` (${where})`}`;
}

/** Returns one error for all of them; equal ones count once. Undefined if there are none. */
export function combineErrors(errors: readonly KitError[], isComplete = true): KitError | undefined {
  const byText = Map.groupBy(errors.flatMap(splitError), ({ detail, where = '' }) => `${where} ${detail}`);
  const distinct = [...byText.values()].flatMap(([error]) => error ?? []);
  const [first] = distinct;
  const areAllKnown = isComplete && errors.every((error) => !(error instanceof CombinedError) || error.isComplete);
  return first === undefined || (distinct.length === 1 && areAllKnown)
    ? first
    : new CombinedError(first, distinct, areAllKnown);
}

/** Returns the errors that `combineErrors` combined, or the error itself. */
export function splitError(error: KitError): readonly KitError[] {
  return error instanceof CombinedError ? error.errors : [error];
}

export interface ErrorCollector {
  /** Undefined if it throws a KitError, which is collected. */
  attempt<T>(read: () => T): T | undefined;
  /** Throws all collected errors as one. */
  throwCollected(): void;
}

export function createErrorCollector(): ErrorCollector {
  const errors: KitError[] = [];
  return {
    attempt: (read) => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof KitError)) throw error;
        errors.push(error);
        return undefined;
      }
    },
    throwCollected: () => {
      const combined = combineErrors(errors);
      if (combined !== undefined) throw combined;
    },
  };
}

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

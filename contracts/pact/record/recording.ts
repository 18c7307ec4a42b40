/** A recording that holds something, by names that can be: what `plant-store pact record` and the import write. */
import { KitError } from '../../../errors.ts';
import type { Recording } from './record.ts';

/** The name of a consumer or provider; `source` is the option. Throws `option-invalid`. */
export function participantName(given: string | undefined, source: string): string | undefined {
  if (given === undefined || /^[^\p{Cc}]*[^\s\p{Cc}][^\p{Cc}]*$/u.test(given)) return given;
  throw new KitError('option-invalid', `${source} ${JSON.stringify(given)}: expected a name`);
}

/** Whether there is no interaction in it, which would be verified without a word. */
export function isEmpty({ operations }: Recording): boolean {
  return operations.every(({ interactions }) => interactions.length === 0);
}

/** Of an empty one; `reasons` are told before. */
export function nothingRecorded(reasons: string): KitError {
  return new KitError('nothing-judged', `nothing of this contract can be recorded${reasons}`, {
    fix: 'Give examples where values cannot be derived; bodies have to be JSON.',
  });
}

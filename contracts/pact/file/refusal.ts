import { KitError } from '../../../errors.ts';
import type { Place } from '../../../spec/model/contract.ts';

/** A pact, at that place, of which a verdict would mean nothing. */
export function refusal({ file, line }: Place, detail: string): KitError {
  return new KitError('pact-unverifiable', detail, { where: `${file}:${line}` });
}

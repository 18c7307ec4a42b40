/** The one place that knows @pactflow/openapi-pact-comparator. */
import { Comparator, type Result } from '@pactflow/openapi-pact-comparator';
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/contract.ts';
import { mergeAllOfDocument } from '../../../spec/merge-all-of.ts';
import { withDoubles } from '../../../spec/source.ts';
import type { PactFile } from '../file/pact-file.ts';

export interface ComparatorResult {
  readonly type: 'error' | 'warning' | 'info';
  /** Such as `response.status.unknown`. */
  readonly code: string;
  readonly message: string;
  /** `[root].interactions[0].request.body.id`; empty where it gives none. */
  readonly pactLocation: string;
  /** `[root].paths./plants.post.responses`; empty where it gives none. */
  readonly specLocation: string;
}

/** Throws `pact-unverifiable` for a pact that the comparator does not understand. */
export async function runComparator(
  pact: PactFile,
  contract: Contract,
): Promise<readonly ComparatorResult[]> {
  // By itself it merges the `required` lists of an allOf index by index, so that a missing property passes.
  const comparator = new Comparator({ oas: mergeAllOfDocument(contract.document) });
  const results: ComparatorResult[] = [];
  try {
    for await (const result of comparator.compare(withDoubles(pact.value))) results.push(toData(result));
    return results;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new KitError('pact-unverifiable', `the comparator refuses it: ${reason}`, {
      where: pact.file,
      cause,
    });
  }
}

function toData({ type, code, message, mockDetails, specDetails }: Result): ComparatorResult {
  return {
    type,
    code,
    message,
    pactLocation: mockDetails?.location ?? '',
    specLocation: specDetails?.location ?? '',
  };
}

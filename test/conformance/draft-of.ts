import type { Case } from '../../contracts/conformance/model/case.ts';
import type { Draft, Fresh } from '../../contracts/conformance/model/draft.ts';

/** The request of a case that is one request; throws for a sequence, which is several. */
export function draftOf(tried: Case, fresh: Fresh): Draft {
  if (tried.kind === 'sequence') throw new Error(`${tried.id} is a sequence of requests`);
  return tried.build(fresh);
}

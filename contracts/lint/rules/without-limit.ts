/** Values of requests of which the contract does not say how large they may be. */
import type { Contract } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { byPlace } from '../by-place.ts';
import type { LintProblem } from '../problem.ts';
import { sitesOf } from '../schemas/sites.ts';

/** What is asked for, such as `a limit on`, and what may come in its absence. */
export interface Limitless {
  readonly wanted: string;
  readonly received: string;
  isFree(schema: Schema): boolean;
}

/** One at each place that a schema stands at. */
export function withoutLimit(
  contract: Contract,
  { wanted, received, isFree }: Limitless,
): Iterable<LintProblem> {
  const free = sitesOf(contract).filter(({ direction, flat }) => direction === 'request' && isFree(flat));
  return byPlace(
    free.map(({ subject, name, flat }) => ({
      subject,
      name,
      place: flat.place,
      expected: `${wanted} ${name}`,
      received,
    })),
  );
}

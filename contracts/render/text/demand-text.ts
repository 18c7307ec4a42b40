/** What an operation never does although the contract demands it: where that is so, every other finding follows from it. */
import { visible } from '../../../text.ts';
import type { Coverage, DemandCount } from '../../report/coverage.ts';
import type { Style } from './style.ts';
import { indented } from './words.ts';

/** Fewer may be refused for no reason but one. */
const FEWEST = 5;

/** A line for each operation that rejects nothing, and for each that refuses nobody. */
export function demandLines({ operations }: Coverage, style: Style): readonly string[] {
  return operations
    .flatMap(({ operation, demands: { reject, refuse } }) => [
      ...(isNeverKept(reject)
        ? [`${operation} rejects none of ${reject.answered} invalid requests: its input may not be validated`]
        : []),
      ...(isNeverKept(refuse)
        ? [
            `${operation} lets in all of ${refuse.answered} requests without the right credentials: they may not be checked`,
          ]
        : []),
    ])
    .flatMap((line) => indented(visible(line)).map((one) => style.red(one.trimStart())));
}

function isNeverKept({ answered, kept }: DemandCount): boolean {
  return answered >= FEWEST && kept === 0;
}

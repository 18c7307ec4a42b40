/** Optional properties of which the run knows no valid value, by operation. */
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { NeedyOperation } from '../model/run-result.ts';

export interface UnknownValues {
  /** `name`: such as `body.couponCode`; `status`: the response to a generated value. */
  record(operationId: string, name: string, status: number): void;
  has(operationId: string, name: string): boolean;
  /** A value that is valid, since it refers to a record of the run. */
  recordKnown(operationId: string, name: string, value: Json | undefined): void;
  isKnown(operationId: string, name: string, value: Json): boolean;
  /** The operation accepts the texts of its example, and rejects all others. */
  recordOnlyExamples(operationId: string): void;
  /** One line for each operation: what was not tested, and what to supply. */
  unchecked(): readonly NeedyOperation[];
}

export function createUnknownValues(): UnknownValues {
  const known = new Map<string, Map<string, number>>();
  const valid = new Set<string>();
  const onlyExamples = new Set<string>();
  return {
    record(operationId, name, status) {
      const statuses = known.get(operationId) ?? new Map<string, number>();
      known.set(operationId, statuses.set(name, statuses.get(name) ?? status));
    },
    has: (operationId, name) => known.get(operationId)?.has(name) === true,
    recordKnown(operationId, name, value) {
      if (value !== undefined) valid.add(stringifyJson([operationId, name, value]));
    },
    isKnown: (operationId, name, value) => valid.has(stringifyJson([operationId, name, value])),
    recordOnlyExamples: (operationId) => void onlyExamples.add(operationId),
    unchecked: () => [
      ...[...known].map(
        ([operation, statuses]): NeedyOperation => ({
          operation,
          reason: describe(statuses),
          casesRun: 'some',
          needs: [...statuses].map(([name, status]) => ({
            kind: 'property',
            name: name.replace(/^body\.?/, '').replaceAll(/\[\d+\]/g, ''),
            note: String(status),
          })),
        }),
      ),
      ...[...onlyExamples].map((operation) => ({ operation, reason: ONLY_EXAMPLES, casesRun: 'some' }) as const),
    ],
  };
}

/** Why values are not tested, and what to supply. */
export const ONLY_EXAMPLES =
  'not tested with other values, because only the example of the contract was accepted; state in the contract which values are valid, or give it an example whose values may change';

function describe(statuses: ReadonlyMap<string, number>): string {
  const names = [...statuses.keys()].join(', ');
  const responses = [...new Set(statuses.values())].join(' or ');
  const [value, without] = statuses.size === 1 ? ['a value', 'it'] : ['values', 'them'];
  return `not tested: give ${value} for ${names}, as an example in the contract; generated ones get ${responses}, and requests without ${without} are accepted`;
}

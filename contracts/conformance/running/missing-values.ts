/** What the user can supply, from the reasons why operations are not checked: without what the run found out later. */
import type { Operation } from '../../../spec/model/contract.ts';
import { templateShape } from '../../../spec/resources/path-templates.ts';
import type { MissingValue, NeededValue, UncheckedOperation } from '../../report/stage-report.ts';
import type { NeedyOperation } from '../model/run-result.ts';
import { OWN_RECORD } from '../plan/needed-values.ts';
import { pathItems } from '../stateful/model/path-items.ts';

/** `accepted`: the operations that accepted a valid request. */
export function collectMissingValues(
  unchecked: readonly NeedyOperation[],
  operations: readonly Operation[],
  accepted: readonly Operation[],
): readonly MissingValue[] {
  const known = new Set(accepted.flatMap(({ path }) => pathItems(path).map(({ item }) => templateShape(item))));
  return unchecked.flatMap(({ operation: id, needs = [] }) => {
    const operation = operations.find((one) => one.id === id);
    if (operation === undefined) return [];
    const { method, path } = operation;
    return needs
      .filter((need) => !isKnown(need, operation, known))
      .map((need) => ({ operation: id, method, path, ...need }));
  });
}

/** Another operation was accepted with a record of the same kind. */
function isKnown({ kind, name, note }: NeededValue, { path }: Operation, known: ReadonlySet<string>): boolean {
  const pathItem = pathItems(path).find((one) => one.name === name);
  if (kind !== 'parameter' || pathItem === undefined || note === OWN_RECORD) return false;
  return known.has(templateShape(pathItem.item));
}

/** As reports contain it. */
export function withoutNeeds(unchecked: NeedyOperation): UncheckedOperation {
  const { needs: _, ...rest } = unchecked;
  return rest;
}

/** Rejects operations that are valid one by one, but contradict each other or their path. */
import { combineErrors, KitError } from '../../errors.ts';
import { templateNames } from '../compiling/operation-nodes.ts';
import { formatPlace, type Operation } from '../model/contract.ts';

/** Throws `spec-invalid` for duplicate operation ids and for path templates with undeclared parameters. */
export function rejectInconsistent(operations: readonly Operation[]): void {
  const first = new Map(operations.toReversed().map((operation) => [operation.id, operation]));
  const error = combineErrors(
    operations.flatMap((operation) => [
      ...duplicateIdErrors(operation, first.get(operation.id)),
      ...undeclaredParameterErrors(operation),
    ]),
  );
  if (error !== undefined) throw error;
}

function duplicateIdErrors(operation: Operation, first: Operation | undefined): readonly KitError[] {
  if (first === undefined || first === operation) return [];
  const detail = `the operationId "${operation.id}" is also used at line ${first.place.line}; it must be unique`;
  return [invalidOperationError(operation, detail)];
}

function undeclaredParameterErrors(operation: Operation): readonly KitError[] {
  const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return [...templateNames(operation.path)]
    .filter((name) => !declared.includes(name))
    .map((name) =>
      invalidOperationError(operation, `the path contains {${name}}, but the path parameter "${name}" is not declared`),
    );
}

function invalidOperationError(operation: Operation, message: string): KitError {
  return new KitError('spec-invalid', message, { where: formatPlace(operation.place) });
}

/** What OpenAPI demands beyond its JSON Schema, and swagger-parser does not check for version 3. */
import { KitError } from '../../errors.ts';
import { formatPlace, type Operation } from '../model/contract.ts';

/** Throws `spec-invalid` for operation ids used twice and for path templates whose parameters are not declared. */
export function refuseInconsistent(operations: readonly Operation[]): void {
  const seen = new Map<string, Operation>();
  for (const operation of operations) {
    const first = seen.get(operation.id);
    if (first !== undefined) {
      throw invalid(
        operation,
        `the operationId "${operation.id}" is also at line ${first.place.line}; it must be unique`,
      );
    }
    seen.set(operation.id, operation);
    refuseUndeclaredPathParameters(operation);
  }
}

function refuseUndeclaredPathParameters(operation: Operation): void {
  const declared = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => name);
  const named = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const missing = named.find((name) => !declared.includes(name));
  if (missing !== undefined) {
    throw invalid(operation, `the path has {${missing}}, but no path parameter "${missing}" is declared`);
  }
}

function invalid(operation: Operation, message: string): KitError {
  return new KitError('spec-invalid', message, { where: formatPlace(operation.place) });
}

/** Finds operations by the names that users write: the id, or method and path as in the document. */

/** The parts of an operation that a name can refer to. */
interface OperationName {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** The path template. */
  readonly path: string;
}

/** `GET /orders/{id}` */
export function methodAndPath({ method, path }: Pick<OperationName, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/**
 * Returns the ids of the operations that a name may refer to: empty if there is none, several if it is ambiguous. An id
 * takes precedence over method and path, and an exact path over one that differs only in case.
 */
export function findOperationIds(name: string, operations: readonly OperationName[]): readonly string[] {
  if (operations.some(({ id }) => id === name)) return [name];
  const [, method = '', path = ''] = /^([A-Za-z]+)\s+(\/\S*)$/.exec(name) ?? [];
  const ofMethod = operations.filter((one) => one.method === method.toUpperCase());
  const exact = ofMethod.filter((one) => one.path === path);
  const found = exact.length > 0 ? exact : ofMethod.filter((one) => one.path.toLowerCase() === path.toLowerCase());
  return [...new Set(found.map(({ id }) => id))];
}

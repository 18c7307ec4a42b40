/** Operations by the names that people give them: the id, or method and path as the document writes it. */

/** As far as a name speaks of it. */
interface OperationName {
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** The template. */
  readonly path: string;
}

/** `GET /orders/{id}` */
export function methodAndPath({ method, path }: Pick<OperationName, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/**
 * The ids of those that the name may mean: none where it is nobody's, several where it is ambiguous. An id comes before
 * method and path, and a path before one that is the same but for upper and lower case.
 */
export function findOperationIds(name: string, operations: readonly OperationName[]): readonly string[] {
  if (operations.some(({ id }) => id === name)) return [name];
  const [, method = '', path = ''] = /^([A-Za-z]+)\s+(\/\S*)$/.exec(name) ?? [];
  const ofMethod = operations.filter((one) => one.method === method.toUpperCase());
  const exact = ofMethod.filter((one) => one.path === path);
  const found = exact.length > 0 ? exact : ofMethod.filter((one) => one.path.toLowerCase() === path.toLowerCase());
  return [...new Set(found.map(({ id }) => id))];
}

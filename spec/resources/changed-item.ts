/** Which record a request changes, by its method and path. */
import { memoize, memoizeString } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export function isSafeMethod(method: string): boolean {
  return safeMethods.has(method);
}

type OperationPath = Pick<Operation, 'method' | 'path'>;

/**
 * The path template of the innermost item that an operation changes: `/orders/{id}` for `POST /orders/{id}/cancel`.
 * Undefined where it only reads, where it creates a record below an item, where its path has no item, and for a POST to
 * a path of which nothing else shows that it names an item.
 */
export function changedItem(operations: readonly OperationPath[], { method, path }: OperationPath): string | undefined {
  if (isSafeMethod(method)) return undefined;
  if (method === 'POST' && (isCollection(operations, path) || isCall(operations, path))) return undefined;
  const segments = path.split('/');
  const last = segments.findLastIndex(isParameter);
  return last < 0 ? undefined : segments.slice(0, last + 1).join('/');
}

/** `POST /convert/{from}/{to}`, which is the only operation of its path. */
function isCall(operations: readonly OperationPath[], path: string): boolean {
  return isParameter(path.split('/').at(-1)) && !pathsWithOtherMethods(operations).has(path);
}

const pathsWithOtherMethods = memoize(
  (operations: readonly OperationPath[]): ReadonlySet<string> =>
    new Set(operations.filter(({ method }) => method !== 'POST').map(({ path }) => path)),
);

/** Whether there are operations on its items. */
export function isCollection(operations: readonly Pick<Operation, 'path'>[], path: string): boolean {
  return collectionTest(operations)(path);
}

/** Asked for every request that is sent. */
const collectionTest = memoize((operations: readonly Pick<Operation, 'path'>[]) =>
  memoizeString((path) => hasItems(operations, path)),
);

function hasItems(operations: readonly Pick<Operation, 'path'>[], path: string): boolean {
  const collection = path.replace(/\/+$/, '').split('/');
  return operations.some((one) => {
    const segments = one.path.split('/');
    return (
      collection.every((segment, index) => segment === segments[index]) && isParameter(segments[collection.length])
    );
  });
}

/** A segment that is more than its parameter, such as `{name}.pdf`, names no item. */
function isParameter(segment = ''): boolean {
  return /^\{[^{}]+\}$/.test(segment);
}

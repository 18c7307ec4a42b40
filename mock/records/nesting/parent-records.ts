/** The records above a path, which must exist where the contract declares a 404. */
import { memoize } from '../../../spec/memoize.ts';
import { ancestorShapes, templateShape } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import type { HttpError } from '../../http/http-error.ts';
import { parentNotFound, type RecordContext } from '../collection.ts';

/** The nearest first, also of collections without an operation on their items. */
export function parentsOf(path: string, resources: readonly Resource[]): readonly Resource[] {
  const own = templateShape(path);
  return ancestorShapes(path)
    .toReversed()
    .flatMap((shape) => (shape === own ? [] : (byItemShape(resources).get(shape) ?? []).slice(0, 1)));
}

const byItemShape = memoize((resources: readonly Resource[]) =>
  Map.groupBy(resources, ({ item, collection }) => templateShape(item ?? `${collection.replace(/\/+$/, '')}/{}`)),
);

/** The error for the nearest that does not exist. */
export async function missingParent(
  context: RecordContext,
  parents: readonly Resource[],
): Promise<HttpError | undefined> {
  for (const parent of parents) {
    const missing = await parentNotFound(context, parent);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

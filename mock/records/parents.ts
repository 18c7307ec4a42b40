/** `/users/7/orders` is there as long as the user 7 is. */
import type { Json } from '../../spec/json/exact-json.ts';
import { remembered } from '../../spec/remembered.ts';
import { fillPath, shapeOf, shapesAbove } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { Refusal } from '../http/refusals.ts';
import { type Asked, isAbsent, keyOf } from './shelf.ts';

/** The nearest resource whose item a collection lies below. */
export function parentOf(
  resource: Pick<Resource, 'collection'>,
  all: readonly Resource[],
): Resource | undefined {
  const own = shapeOf(resource.collection);
  const byItem = byItemShape(all);
  return shapesAbove(resource.collection)
    .toReversed()
    .flatMap((shape) => (shape === own ? [] : (byItem.get(shape) ?? [])))[0];
}

/** Each record that is made asks for its parent. */
const byItemShape = remembered((all: readonly Resource[]) =>
  Map.groupBy(all, ({ item }) => shapeOf(item ?? '')),
);

/** A refusal where the record above is not there, and the operation has an answer for that. */
export async function missingParent(asked: Asked, parent: Resource): Promise<Refusal | undefined> {
  const id = asked.parents[parentDepth(parent)];
  if (id === undefined || !parent.roles.has('read')) return undefined;
  const values: readonly Json[] = asked.parents;
  const name = `${asked.prefix}${fillPath(parent.collection, values)}`;
  const key = keyOf(parent, id);
  if ((await asked.records.read(name, key)) !== undefined) return undefined;
  if (!(await isAbsent({ ...asked, name, resource: parent }, key))) return undefined;
  const expected = `expected the path of a record that is there`;
  return new Refusal(
    'record-unknown',
    `path: ${expected}, got ${JSON.stringify(`${name}/${key}`.slice(0, 100))}`,
  );
}

/** How many parameters the path of the collection has: the next one names its item. */
function parentDepth({ collection }: Resource): number {
  return collection.split('{').length - 1;
}

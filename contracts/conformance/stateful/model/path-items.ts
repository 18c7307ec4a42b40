/** The items that a path leads through: `/users/{userId}/orders/{orderId}/cancel` is about a user, then about an order. */
import { splitPath } from '../../../../spec/resources/paths.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin } from '../../request/twin.ts';

export interface Step {
  /** The template up to its parameter: `/users/{userId}`. */
  readonly item: string;
  /** What is before it, without a trailing slash: `/users`. */
  readonly collection: string;
  /** The parameter that names the item. */
  readonly name: string;
}

/** In the order of the path. A segment that is more than its parameter, such as `{name}.pdf`, names no item. */
export function stepsOf(path: string): readonly Step[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
    if (name === undefined) return [];
    const item = segments.slice(0, index + 1).join('/');
    return [{ item, collection: splitPath(item).collection, name }];
  });
}

/** The value that a request has for what names an item of its path. */
export function namedBy({ parameters }: Pick<Twin, 'parameters'>, name: string): ParameterValue | undefined {
  return parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
}

/** The items that a path leads through: `/users/{userId}/orders/{orderId}/cancel` is about a user, then about an order. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { parameterNames, shapeOf, splitPath } from '../../../../spec/resources/paths.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin } from '../../request/twin.ts';

export interface PathItem {
  /** The template up to its parameter: `/users/{userId}`. */
  readonly item: string;
  /** What is before it, without a trailing slash: `/users`. */
  readonly collection: string;
  /** The parameter that names the item. */
  readonly name: string;
}

/** In the order of the path. A segment that is more than its parameter, such as `{name}.pdf`, names no item. */
export function stepsOf(path: string): readonly PathItem[] {
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

/** What a request has in its path, in the order of the template. */
export function pathValues(twin: Twin): readonly Json[] {
  return parameterNames(twin.operation.path).map((name) => namedBy(twin, name)?.value ?? '');
}

/** With this value in the place of the path parameter of that name. */
export function withValue(twin: Twin, name: string, value: Json): Twin {
  const parameters = twin.parameters.map((given) =>
    given.parameter.in === 'path' && given.parameter.name === name
      ? { parameter: given.parameter, value }
      : given,
  );
  return { ...twin, parameters };
}

/** `own` about the items that `other` is about, as far as their paths agree. */
export function below(own: Twin, other: Twin): Twin {
  const theirs = stepsOf(other.operation.path);
  const pairs = stepsOf(own.operation.path).flatMap((step) => {
    const same = theirs.find(({ item }) => shapeOf(item) === shapeOf(step.item));
    const value = same && namedBy(other, same.name)?.value;
    return value === undefined ? [] : [[step.name, value] as const];
  });
  return pairs.reduce((twin, [name, value]) => withValue(twin, name, value), own);
}

/** The items in a path: `/users/{userId}/orders/{orderId}/cancel` has a user, then an order. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import { parameterNames, splitPath, templateShape } from '../../../../spec/resources/path-templates.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';

export interface PathItem {
  /** The template up to its parameter: `/users/{userId}`. */
  readonly item: string;
  /** The path before it, without a trailing slash: `/users`. */
  readonly collection: string;
  /** The parameter that names the item. */
  readonly name: string;
}

/** In the order of the path. A segment that is more than its parameter, such as `{name}.pdf`, names no item. */
export function pathItems(path: string): readonly PathItem[] {
  const segments = path.split('/');
  return segments.flatMap((segment, index) => {
    const [, name] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
    if (name === undefined) return [];
    const item = segments.slice(0, index + 1).join('/');
    return [{ item, collection: splitPath(item).collection, name }];
  });
}

/** The value of a path parameter in a request. */
export function pathParameterValue(
  { parameters }: Pick<BaselineRequest, 'parameters'>,
  name: string,
): ParameterValue | undefined {
  return parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
}

/** The path values of a request, in the order of the template. */
export function pathValues(baseline: BaselineRequest): readonly Json[] {
  return parameterNames(baseline.operation.path).map((name) => pathParameterValue(baseline, name)?.value ?? '');
}

/** The request with this value for the path parameter of that name. */
export function withPathValue(baseline: BaselineRequest, name: string, value: Json): BaselineRequest {
  const parameters = baseline.parameters.map((given) =>
    given.parameter.in === 'path' && given.parameter.name === name ? { parameter: given.parameter, value } : given,
  );
  return { ...baseline, parameters };
}

/** `target` with the path values of `other`, as far as their paths agree. */
export function withParentValues(target: BaselineRequest, other: BaselineRequest): BaselineRequest {
  const otherItems = pathItems(other.operation.path);
  const pairs = pathItems(target.operation.path).flatMap((pathItem) => {
    const matching = otherItems.find(({ item }) => templateShape(item) === templateShape(pathItem.item));
    const value = matching && pathParameterValue(other, matching.name)?.value;
    return value === undefined ? [] : [[pathItem.name, value] as const];
  });
  return pairs.reduce((baseline, [name, value]) => withPathValue(baseline, name, value), target);
}

/**
 * Paths that differ only in the names of their parameters: OpenAPI forbids them, since a request does not show which one
 * it means (Paths Object, "Templated paths with the same hierarchy").
 */
import { memoize } from '../../../spec/memoize.ts';
import type { Operation, Parameter } from '../../../spec/model/contract.ts';
import { templateShape } from '../../../spec/resources/path-templates.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { isValidText } from './parameters/serialize-parameters.ts';

/** Another operation that the same request may mean: the schemas of their path parameters do not distinguish them. */
export function findIdenticalPath(operation: Operation, operations: readonly Operation[]): Operation | undefined {
  return withIdenticalPath(operation, operations).find((other) => hasSameValues(operation, other));
}

/** Whether a request with this value of a path parameter means another operation: `/icons/{id}` and `/icons/{name}`. */
export function isValueOfIdenticalPath(
  { operation, operations }: { readonly operation: Operation; readonly operations: readonly Operation[] },
  parameter: Parameter,
  text: string,
): boolean {
  const index = pathParameters(operation).indexOf(parameter);
  return withIdenticalPath(operation, operations).some((other) => {
    const schema = pathParameters(other)[index]?.schema;
    return schema === undefined || isValidText(schema, text);
  });
}

function withIdenticalPath(operation: Operation, operations: readonly Operation[]): readonly Operation[] {
  const sameShape = byShape(operations).get(shapeKey(operation)) ?? [];
  return sameShape.filter(({ path }) => path !== operation.path);
}

/** A contract may have thousands of operations, and each asks for many values. */
const byShape = memoize((operations: readonly Operation[]) => Map.groupBy(operations, shapeKey));

function shapeKey({ method, path }: Operation): string {
  return `${method} ${templateShape(path)}`;
}

/** Whether the values of each parameter are also values of the other one at its place. */
function hasSameValues(a: Operation, b: Operation): boolean {
  const [inA, inB] = [pathParameters(a), pathParameters(b)];
  return inA.every((parameter, index) => {
    const other = inB[index];
    return accepts(parameter, other) && accepts(other, parameter);
  });
}

function pathParameters({ path, parameters }: Operation): readonly (Parameter | undefined)[] {
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return names.map((name) => parameters.find((one) => one.in === 'path' && one.name === name));
}

function accepts(parameter: Parameter | undefined, other: Parameter | undefined): boolean {
  if (parameter?.schema === undefined || other?.schema === undefined) return true;
  const sample = sampleValue(other.schema, 'request');
  return sample === undefined || isValid(parameter.schema, sample, 'request');
}

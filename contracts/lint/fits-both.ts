import type { Contract, Operation } from '../../spec/model/contract.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { readHeader } from '../http/header-readings.ts';

/**
 * Whether one request belongs to operations of two paths, which are as long as each other: `/d/{id}/e` and `/d/f/{id}`
 * for `/d/f/e`, unless "f" is no id or the two have no method in common. Paths that differ by names alone are the same.
 */
export function fitsBoth([first = '', second = '']: readonly string[], { operations }: Contract): boolean {
  if (unnamed(first) === unnamed(second)) return false;
  const ofSecond = operations.filter(({ path }) => path === second);
  return operations
    .filter(({ path }) => path === first)
    .some((one) => ofSecond.some((other) => one.method === other.method && isShared(one, other)));
}

function unnamed(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function isShared(one: Operation, other: Operation): boolean {
  const others = other.path.split('/');
  return one.path.split('/').every((segment, index) => {
    const opposite = others[index] ?? '';
    return takes(one, segment, opposite) && takes(other, opposite, segment);
  });
}

/** A parameter that stands against fixed text takes that text. */
function takes({ parameters }: Operation, segment: string, opposite: string): boolean {
  const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
  if (name === undefined || opposite.includes('{')) return true;
  const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
  return schema === undefined || isValid(schema, readHeader(schema, opposite), 'request');
}

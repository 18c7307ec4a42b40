/** Path templates: their collection and item, and concrete paths with parameter values. */
import { percentEncode } from '../../sanitize.ts';
import { canonicalJson, type Json } from '../json/exact-json.ts';
import { memoizeString } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';

/** A path that ends in one parameter is an item: `/orders/{id}` is an item of `/orders`. */
export interface PathSplit {
  /** The path template of the collection, without a trailing slash. */
  readonly collection: string;
  readonly isItem: boolean;
}

export const splitPath = memoizeString((path): PathSplit => {
  const template = path.replace(/\/+$/, '');
  const item = /^(.*)\/\{[^{}]*\}$/s.exec(template);
  return { collection: item?.[1] ?? template, isItem: item !== null };
});

/** Equal for templates that differ only in the names of their parameters. */
export const templateShape = memoizeString((template) => template.replaceAll(/\{[^}]*\}/g, '{}'));

/** The shapes of a path and its ancestors: for `/users/{id}/orders` itself, `/users/{}` and `/users`. */
export function ancestorShapes(template: string): readonly string[] {
  const shape = `${templateShape(template)}/`;
  return [...shape.matchAll(/\//g)].flatMap(({ index }) => (index === 0 ? [] : [shape.slice(0, index)]));
}

/** The path below a collection, if it has no parameters: `findByStatus` of `/pet/findByStatus`. */
export function literalSuffix(collection: string, path: string): string | undefined {
  const [collectionPrefix, shape] = [
    `${templateShape(collection).replace(/\/$/, '')}/`,
    templateShape(path).replace(/\/+$/, ''),
  ];
  const rest = shape.startsWith(collectionPrefix) ? shape.slice(collectionPrefix.length) : '';
  return rest === '' || rest.includes('{') ? undefined : rest;
}

/** `orders` of `/users/{id}/orders`; empty if there is none. */
export function lastLiteral(path: string): string {
  return path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? '';
}

export const parameterNames = memoizeString((template): readonly string[] =>
  [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name),
);

/** `/users/{userId}/orders` with 7 becomes `/users/7/orders`. */
export function expandPath(template: string, values: readonly Json[]): string {
  return templateLiterals(template).reduce(
    (path, literal, index) => `${path}${percentEncode(toPathText(values[index - 1] ?? ''))}${literal}`,
  );
}

/** The literal parts between the parameters. */
const templateLiterals = memoizeString((template) => template.split(/\{[^}]*\}/));

/** The text of a value in a path: equal for 7, 7.0 and "7". */
export function toPathText(value: Json): string {
  return typeof value === 'string' ? value.toWellFormed() : canonicalJson(value);
}

/** Returns the declaration of the path parameter at an index. */
export function findPathParameter({ path, parameters }: Operation, index: number) {
  const name = parameterNames(path)[index];
  return parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
}

/**
 * Returns the parameter values of a concrete path such as `/users/7/orders`; undefined if it does not match the
 * template.
 */
export function matchPath(template: string, name: string): readonly string[] | undefined {
  const match = templatePattern(template).exec(name);
  return match === null ? undefined : match.slice(1).map(decodeSegment);
}

const templatePattern = memoizeString((template) => {
  const parts = templateLiterals(template).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('([^/]+)')}$`);
});

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

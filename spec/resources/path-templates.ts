/** Path templates: which collection and which item they name, and the names of collections with values filled in. */
import { percentEncode } from '../../sanitize.ts';
import { canonicalJson, type Json } from '../json/exact-json.ts';
import { memoizeString } from '../memoize.ts';
import type { Operation } from '../model/contract.ts';

/** Where a path ends in one parameter it names an item: `/orders/{id}` is one of `/orders`. */
export interface PathSplit {
  /** The template of the collection, without a trailing slash. */
  readonly collection: string;
  readonly isItem: boolean;
}

export const splitPath = memoizeString((path): PathSplit => {
  const template = path.replace(/\/+$/, '');
  const item = /^(.*)\/\{[^{}]*\}$/s.exec(template);
  return { collection: item?.[1] ?? template, isItem: item !== null };
});

/** The same text for templates that differ in the names of their parameters only. */
export const templateShape = memoizeString((template) => template.replaceAll(/\{[^}]*\}/g, '{}'));

/** The shapes of what a path is or lies below: of `/users/{id}/orders` that, `/users/{}` and `/users`. */
export function ancestorShapes(template: string): readonly string[] {
  const shape = `${templateShape(template)}/`;
  return [...shape.matchAll(/\//g)].flatMap(({ index }) => (index === 0 ? [] : [shape.slice(0, index)]));
}

/** What a path has below a collection, where that is no item: `findByStatus` of `/pet/findByStatus`. */
export function literalSuffix(collection: string, path: string): string | undefined {
  const [collectionPrefix, shape] = [
    `${templateShape(collection).replace(/\/$/, '')}/`,
    templateShape(path).replace(/\/+$/, ''),
  ];
  const rest = shape.startsWith(collectionPrefix) ? shape.slice(collectionPrefix.length) : '';
  return rest === '' || rest.includes('{') ? undefined : rest;
}

export const parameterNames = memoizeString((template): readonly string[] =>
  [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name),
);

/** `/users/{userId}/orders` with 7 is `/users/7/orders`. */
export function expandPath(template: string, values: readonly Json[]): string {
  return templateLiterals(template).reduce(
    (path, literal, index) => `${path}${percentEncode(toPathText(values[index - 1] ?? ''))}${literal}`,
  );
}

/** What stands around the parameters. */
const templateLiterals = memoizeString((template) => template.split(/\{[^}]*\}/));

/** As a value stands in a path: the same for 7, 7.0 and "7". */
export function toPathText(value: Json): string {
  return typeof value === 'string' ? value.toWellFormed() : canonicalJson(value);
}

/** The declaration of the parameter at a place in the path. */
export function findPathParameter({ path, parameters }: Operation, index: number) {
  const name = parameterNames(path)[index];
  return parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
}

/** The values that a name such as `/users/7/orders` has for a template; undefined when it is not one of its names. */
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

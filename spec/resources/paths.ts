/** Path templates: which collection and which item they name, and the names of collections with values filled in. */
import { percentEncoded } from '../../text.ts';
import { canonicalText, type Json } from '../json/exact-json.ts';
import type { Operation } from '../model/contract.ts';
import { rememberedText } from '../remembered.ts';

/** Where a path ends in one parameter it names an item: `/orders/{id}` is one of `/orders`. */
export interface Split {
  /** The template of the collection, without a trailing slash. */
  readonly collection: string;
  readonly isItem: boolean;
}

export const splitPath = rememberedText((path): Split => {
  const template = path.replace(/\/+$/, '');
  const item = /^(.*)\/\{[^{}]*\}$/s.exec(template);
  return { collection: item?.[1] ?? template, isItem: item !== null };
});

/** The same text for templates that differ in the names of their parameters only. */
export const shapeOf = rememberedText((template) => template.replaceAll(/\{[^}]*\}/g, '{}'));

/** The shapes of what a path is or lies below: of `/users/{id}/orders` that, `/users/{}` and `/users`. */
export function shapesAbove(template: string): readonly string[] {
  const shape = `${shapeOf(template)}/`;
  return [...shape.matchAll(/\//g)].flatMap(({ index }) => (index === 0 ? [] : [shape.slice(0, index)]));
}

/** What a path has below a collection, where that is no item: `findByStatus` of `/pet/findByStatus`. */
export function literalBelow(collection: string, path: string): string | undefined {
  const [own, shape] = [`${shapeOf(collection).replace(/\/$/, '')}/`, shapeOf(path).replace(/\/+$/, '')];
  const rest = shape.startsWith(own) ? shape.slice(own.length) : '';
  return rest === '' || rest.includes('{') ? undefined : rest;
}

export const parameterNames = rememberedText((template): readonly string[] =>
  [...template.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name),
);

/** `/users/{userId}/orders` with 7 is `/users/7/orders`. */
export function fillPath(template: string, values: readonly Json[]): string {
  return literalsOf(template).reduce(
    (path, literal, index) => `${path}${percentEncoded(textOf(values[index - 1] ?? ''))}${literal}`,
  );
}

/** What stands around the parameters. */
const literalsOf = rememberedText((template) => template.split(/\{[^}]*\}/));

/** As a value stands in a path: the same for 7, 7.0 and "7". */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value.toWellFormed() : canonicalText(value);
}

/** The declaration of the parameter at a place in the path. */
export function pathParameter({ path, parameters }: Operation, index: number) {
  const name = parameterNames(path)[index];
  return parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
}

/** The values that a name such as `/users/7/orders` has for a template; undefined when it is not one of its names. */
export function matchName(template: string, name: string): readonly string[] | undefined {
  const found = namesOf(template).exec(name);
  return found === null ? undefined : found.slice(1).map(decoded);
}

const namesOf = rememberedText((template) => {
  const parts = literalsOf(template).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${parts.join('([^/]+)')}$`);
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

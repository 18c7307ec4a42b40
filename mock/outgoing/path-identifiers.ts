/** The identifiers that an exchange shows, under the names that a callback has for them: `orderId` of `POST /orders`. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { ExpressionSource } from '../../spec/wire/runtime-expressions.ts';
import { propertyWords } from '../made-up/property-words.ts';

/** Values of a path are texts, so each that may be a number is given as both; the caller takes what its schema allows. */
export function pathIdentifiers(path: string, { request, response }: ExpressionSource): readonly JsonObject[] {
  const segments = path.split('/').filter((one) => one !== '');
  const found = segments.flatMap((segment, index): JsonObject[] => {
    if (segment.includes('{')) return [];
    const [, parameter] = /^\{([^{}]+)\}$/.exec(segments[index + 1] ?? '') ?? [];
    if (parameter !== undefined) return named(segment, asIdentifiers(request.pathParameter(parameter)));
    return index === segments.length - 1 ? named(segment, idOf(response?.body())) : [];
  });
  return found;
}

function asIdentifiers(text: string | undefined): readonly Json[] {
  if (text === undefined) return [];
  return /^\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
}

function idOf(body: Json | undefined): readonly Json[] {
  const id = body !== undefined && isJsonObject(body) && Object.hasOwn(body, 'id') ? body['id'] : undefined;
  return id === undefined || typeof id === 'object' ? [] : [id];
}

/** `orderId` and `order_id` of `orders`. */
function named(segment: string, ids: readonly Json[]): JsonObject[] {
  const [first = '', ...others] = propertyWords(segment);
  const camel = [first, ...others.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)].join('');
  return ids.map((id) => ({ [`${camel}Id`]: id, [`${[first, ...others].join('_')}_id`]: id }));
}

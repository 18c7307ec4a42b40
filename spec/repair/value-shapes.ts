/** What the keys of a part must have as their values: a table, for the keys that contain no other part. */
import { isJsonArray, isJsonObject, isNumeric, type Json } from '../json/exact-json.ts';
import type { RepairedPart } from './document-shape.ts';

export type ValueShape =
  | 'text'
  | 'flag'
  | 'number'
  | 'positive number'
  | 'count'
  | 'texts'
  | 'names'
  | 'values'
  | 'object';

/** How a message names the shape. */
export const shapeNames: Readonly<Record<ValueShape, string>> = {
  text: 'a text',
  flag: 'true or false',
  number: 'a number',
  'positive number': 'a number above 0',
  count: 'an integer from 0',
  texts: 'a list of texts',
  names: 'a list of names, each once',
  values: 'a list of values',
  object: 'an object',
};

type Shapes = Readonly<Record<string, ValueShape>>;

function each(shape: ValueShape, ...keys: readonly string[]): Shapes {
  return Object.fromEntries(keys.map((key) => [key, shape]));
}

const described = each('text', 'summary', 'description');
const serialized = { ...each('text', 'style'), ...each('flag', 'explode', 'allowReserved') };
const valued = { ...described, ...serialized, ...each('flag', 'required', 'deprecated', 'allowEmptyValue') };

const shapes: Partial<Record<RepairedPart, Shapes>> = {
  info: { ...described, ...each('text', 'title', 'termsOfService') },
  contact: each('text', 'name', 'url', 'email'),
  license: each('text', 'name', 'url', 'identifier'),
  'external docs': each('text', 'url', 'description'),
  'path item': described,
  operation: {
    ...{ ...described, ...each('text', 'operationId'), tags: 'texts' },
    ...each('flag', 'deprecated'),
  },
  parameter: { ...valued, ...each('text', 'name', 'in') },
  header: valued,
  body: { ...described, ...each('flag', 'required') },
  response: described,
  encoding: { ...serialized, ...each('text', 'contentType') },
  example: described,
  'security scheme': each('text', 'type', 'description', 'name', 'in', 'scheme', 'bearerFormat', 'openIdConnectUrl'),
  tag: each('text', 'name', 'description'),
  server: { ...each('text', 'url', 'description'), ...each('object', 'variables') },
  schema: {
    ...each('text', 'title', 'description', 'format', '$comment'),
    ...each('flag', 'uniqueItems', 'nullable', 'readOnly', 'writeOnly', 'deprecated'),
    ...each('number', 'minimum', 'maximum'),
    ...each('positive number', 'multipleOf'),
    ...each('count', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'),
    ...each('count', 'minContains', 'maxContains'),
    ...each('object', 'discriminator', 'xml', 'externalDocs'),
    ...{ required: 'names', enum: 'values' },
  },
};

const schemaShapes: Shapes = shapes.schema ?? {};
const anyIn31: ReadonlySet<string> = new Set(['nullable', 'discriminator', 'xml', 'externalDocs']);
const schemaShapes31: Shapes = {
  ...Object.fromEntries(Object.entries(schemaShapes).filter(([key]) => !anyIn31.has(key))),
  required: 'texts',
};
const noShapes: Shapes = {};

/** In a schema of OpenAPI 3.1 some of these keys may have any value. */
export function shapesOf(kind: RepairedPart, openapi: '3.0' | '3.1'): Shapes {
  return kind === 'schema' && openapi === '3.1' ? schemaShapes31 : (shapes[kind] ?? noShapes);
}

/** The same value if it has the shape, another one if it clearly means that, and undefined if it means nothing. */
export function readAs(shape: ValueShape, value: Json): Json | undefined {
  switch (shape) {
    case 'text':
      return typeof value === 'string' ? value : isPlain(value) ? String(value) : undefined;
    case 'flag':
      return typeof value === 'boolean' ? value : flags.get(value);
    case 'number':
      return readNumber(value);
    case 'positive number':
      return isAbove0(readNumber(value)) ? readNumber(value) : undefined;
    case 'count':
      return readCount(readNumber(value));
    case 'texts':
      return readTexts(value);
    case 'names':
      return withoutRepeated(readTexts(value));
    case 'values':
      return isJsonArray(value) ? value : undefined;
    case 'object':
      return isJsonObject(value) ? value : undefined;
  }
}

const flags: ReadonlyMap<Json, boolean> = new Map<Json, boolean>(
  [true, false].flatMap((flag) => [`${flag}`, `${flag ? 'T' : 'F'}${`${flag}`.slice(1)}`].map((word) => [word, flag])),
);

function isPlain(value: Json): boolean {
  return isNumeric(value) || typeof value === 'boolean';
}

function readNumber(value: Json): Json | undefined {
  if (isNumeric(value)) return value;
  return typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function isAbove0(value: Json | undefined): boolean {
  return value !== undefined && isNumeric(value) && value > 0;
}

function readCount(value: Json | undefined): Json | undefined {
  if (value === undefined || !isNumeric(value) || value < 0) return undefined;
  return Number.isInteger(Number(value)) ? value : undefined;
}

function readTexts(value: Json): Json | undefined {
  const list = isJsonArray(value) ? value : [value];
  const texts = list.map((one) => (isPlain(one) ? String(one) : one));
  if (!texts.every((one) => typeof one === 'string')) return undefined;
  return isJsonArray(value) && value.every((one, index) => one === texts[index]) ? value : texts;
}

function withoutRepeated(texts: Json | undefined): Json | undefined {
  if (texts === undefined || !isJsonArray(texts)) return texts;
  const distinct = [...new Set(texts)];
  return distinct.length === texts.length ? texts : distinct;
}

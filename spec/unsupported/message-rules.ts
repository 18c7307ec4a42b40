/** What has no effect of messages: ignored parameters and headers, unclear styles, content that no schema judges. */
import { isIgnoredInAnswer, isIgnoredInRequest } from '../compiling/read-messages.ts';
import { isJsonArray } from '../json/exact-json.ts';
import { isJsonType } from '../model/contract.ts';
import { entries, type Files, follow, type Node, step, textAt } from '../refs/nodes.ts';
import type { Rule, Sighting } from './part.ts';

/** Parameters and headers that are ignored, and styles that are unclear. */
export const parameterRules: readonly Rule[] = [
  {
    of: 'parameter',
    effect:
      'OpenAPI has it ignored: credentials are said by security, media types by content; nothing is sent or judged by this',
    *find({ node }) {
      const name = textAt(node, 'name') ?? '';
      if (textAt(node, 'in') === 'header' && isIgnoredInRequest(name))
        yield [node, `the header parameter "${name}"`];
    },
  },
  {
    of: 'header',
    effect: 'OpenAPI has it ignored: the media types of content say it',
    *find({ node, key }) {
      if (isIgnoredInAnswer(key)) yield [node, `the header "${key}" of a response`];
    },
  },
  {
    of: 'parameter',
    effect: 'OpenAPI does not say how such a value is written: no case is made of it',
    *find({ node }, { files }) {
      const reason = dispute(node, files);
      if (reason !== undefined) yield [node, `the parameter "${textAt(node, 'name') ?? ''}": ${reason}`];
    },
  },
];

function dispute(node: Node, files: Files): string | undefined {
  const at = step(node, 'schema');
  if (at.value === undefined) return undefined;
  const schema = follow(files, at);
  const shape = shapeOf(schema);
  if (shape === undefined) return undefined;
  const style =
    textAt(node, 'style') ?? (['path', 'header'].includes(textAt(node, 'in') ?? '') ? 'simple' : 'form');
  const explode = step(node, 'explode').value ?? style === 'form';
  if (partsOf(schema).some((part) => shapeOf(follow(files, part)) !== undefined))
    return `${shape === 'array' ? 'a list' : 'an object'} that holds lists or objects, in the style ${style}`;
  if (style === 'deepObject' && shape === 'array') return 'a list in the style deepObject';
  if (style === 'spaceDelimited' || style === 'pipeDelimited') {
    if (shape === 'object') return `an object in the style ${style}`;
    return explode === true ? `the style ${style}, exploded` : undefined;
  }
  return textAt(node, 'in') === 'cookie' && explode === true ? `${shape} as a cookie, exploded` : undefined;
}

function shapeOf(schema: Node): 'array' | 'object' | undefined {
  const { value: type } = step(schema, 'type');
  const types = isJsonArray(type) ? type : [type];
  if (types.includes('array')) return 'array';
  return types.includes('object') ? 'object' : undefined;
}

function partsOf(schema: Node): readonly Node[] {
  const items = step(schema, 'items');
  const members = entries(step(schema, 'properties')).map(([, part]) => part);
  return items.value === undefined ? members : [items, ...members];
}

/** Bodies, headers and parameters whose content is not judged by its schema, or not by all of it. */
export const mediaRules: readonly Rule[] = [
  {
    of: 'response media type',
    effect: 'an answer is judged by its media type and by being well-formed, not by the schema',
    find: ({ node, key }) => (isXml(key) ? described(node, key) : []),
  },
  {
    of: 'response media type',
    effect: 'an answer is judged by its media type alone',
    find: ({ node, key }) => (isXml(key) || isJsonType(key) || mayBeJson(key) ? [] : described(node, key)),
  },
  {
    of: 'response media type',
    effect: 'an answer that is not JSON is judged by its media type alone',
    find: ({ node, key }) => (mayBeJson(key) ? described(node, key) : []),
  },
  {
    of: 'request media type',
    effect: 'one request is made of the schema; that wrong values are rejected is not tried',
    find: ({ node, key }) => (isForm(key) || isJsonType(key) || isPlainText(key) ? [] : described(node, key)),
  },
  {
    of: 'parameter media type',
    effect: 'its text is not judged by the schema',
    find: ({ node, key }) => (isJsonType(key) ? [] : described(node, key)),
  },
  {
    of: 'encoding',
    effect: 'they are neither sent nor judged',
    *find({ node, key }) {
      const part = step(node, 'headers');
      if (entries(part).length > 0) yield [part, `the headers of the part "${key}"`];
    },
  },
];

const isXml = (type: string) => /^(?:application|text)\/xml\b|\+xml\b/i.test(type);

const mayBeJson = (type: string) => /^(?:\*|application)\/\*/i.test(type);

const isForm = (type: string) => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);

const isPlainText = (type: string) => /^text\/(?:plain\b|\*)/i.test(type);

/** Where there is a schema that says more than that the body is a text, or any bytes. */
function* described(node: Node, type: string): Generator<Sighting> {
  const schema = step(node, 'schema');
  if (schema.value !== undefined && !isAnyText(schema)) yield [schema, `the schema of ${type}`];
}

const silent: ReadonlySet<string> = new Set(['title', 'description', 'example', 'examples', 'default']);

function isAnyText(schema: Node): boolean {
  return entries(schema).every(([key, { value }]) => {
    if (key === 'type') return value === 'string';
    return silent.has(key) || key.startsWith('x-') || (key === 'format' && value === 'binary');
  });
}

/**
 * Unsupported features of messages: ignored parameters and headers, undefined styles, content that is not validated by
 * its schema.
 */
import { type OperationNode, templateNames } from '../compiling/operation-nodes.ts';
import { isIgnoredRequestHeader, isIgnoredResponseHeader } from '../compiling/read-messages.ts';
import { isJsonArray } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import { isJsonType } from '../model/contract.ts';
import { partKey } from '../refs/broken-refs.ts';
import { childNode, dereference, entries, type Files, items, type Node, stringAt } from '../refs/nodes.ts';
import type { Occurrence, UnsupportedRule } from './document-parts.ts';

/** The path of each operation, and of the parameters that the operations of a path share, by place. */
const pathsByPlace = memoize((operations: readonly OperationNode[]) => {
  const places = operations.flatMap(({ node, pathItem, path }) =>
    [node, pathItem].map((at) => [partKey(at), path] as const),
  );
  return new Map(places);
});

/** Parameters and headers that are ignored, and styles that OpenAPI does not define. */
export const unsupportedParameterRules: readonly UnsupportedRule[] = [
  {
    appliesTo: 'parameter',
    effect:
      'OpenAPI ignores it: security declares credentials, content declares media types, and HTTP defines how the message is sent; it is neither checked nor sent, except with a given credential (--token, --auth)',
    *find({ node }) {
      const name = stringAt(node, 'name') ?? '';
      if (stringAt(node, 'in') === 'header' && isIgnoredRequestHeader(name))
        yield [node, `the header parameter "${name}"`];
    },
  },
  {
    appliesTo: 'operation',
    effect: 'it is neither sent nor read; add it to the path, or remove it',
    *find({ node }, { files, operations }) {
      const path = pathsByPlace(operations).get(partKey(node));
      if (path === undefined) return;
      for (const at of items(childNode(node, 'parameters'))) {
        const parameter = dereference(files, at);
        const name = stringAt(parameter, 'name') ?? '';
        if (stringAt(parameter, 'in') === 'path' && !templateNames(path).has(name))
          yield [at, `the path parameter "${name}", which ${path} lacks`];
      }
    },
  },
  {
    appliesTo: 'header',
    effect: 'OpenAPI ignores it: content declares the media types',
    *find({ node, key }) {
      if (isIgnoredResponseHeader(key)) yield [node, `the header "${key}" of a response`];
    },
  },
  {
    appliesTo: 'parameter',
    effect: 'OpenAPI does not specify its serialization: no test cases are created for it',
    *find({ node }, { files }) {
      const problem = findStyleProblem(node, files);
      if (problem !== undefined) yield [node, `the parameter "${stringAt(node, 'name') ?? ''}": ${problem}`];
    },
  },
];

function findStyleProblem(node: Node, files: Files): string | undefined {
  const at = childNode(node, 'schema');
  if (at.value === undefined) return undefined;
  const schema = dereference(files, at);
  const container = containerType(schema);
  if (container === undefined) return undefined;
  const style =
    stringAt(node, 'style') ?? (['path', 'header'].includes(stringAt(node, 'in') ?? '') ? 'simple' : 'form');
  const explode = childNode(node, 'explode').value ?? style === 'form';
  if (memberSchemas(schema).some((part) => containerType(dereference(files, part)) !== undefined))
    return `${container === 'array' ? 'an array' : 'an object'} that contains arrays or objects, in the style ${style}`;
  if (style === 'deepObject' && container === 'array') return 'an array in the style deepObject';
  if (style === 'spaceDelimited' || style === 'pipeDelimited') {
    if (container === 'object') return `an object in the style ${style}`;
    return explode === true ? `the style ${style}, exploded` : undefined;
  }
  return stringAt(node, 'in') === 'cookie' && explode === true ? `${container} as a cookie, exploded` : undefined;
}

function containerType(schema: Node): 'array' | 'object' | undefined {
  const { value: type } = childNode(schema, 'type');
  const types = isJsonArray(type) ? type : [type];
  if (types.includes('array')) return 'array';
  return types.includes('object') ? 'object' : undefined;
}

function memberSchemas(schema: Node): readonly Node[] {
  const items = childNode(schema, 'items');
  const members = entries(childNode(schema, 'properties')).map(([, part]) => part);
  return items.value === undefined ? members : [items, ...members];
}

/** Bodies, headers and parameters whose content is not, or not fully, validated by its schema. */
export const unsupportedMediaRules: readonly UnsupportedRule[] = [
  {
    appliesTo: 'response media type',
    effect: 'responses are checked for their media type and for well-formed XML, not against the schema',
    find: ({ node, key }) => (isXml(key) ? findSchema(node, key) : []),
  },
  {
    appliesTo: 'response media type',
    effect: 'only the media type of responses is checked',
    find: ({ node, key }) => (isXml(key) || isJsonType(key) || mayBeJson(key) ? [] : findSchema(node, key)),
  },
  {
    appliesTo: 'response media type',
    effect: 'only the media type of responses that are not JSON is checked',
    find: ({ node, key }) => (mayBeJson(key) ? findSchema(node, key) : []),
  },
  {
    appliesTo: 'request media type',
    effect: 'one request is generated from the schema; rejection of invalid values is not tested',
    find: ({ node, key }) => (isForm(key) || isJsonType(key) || isPlainText(key) ? [] : findSchema(node, key)),
  },
  {
    appliesTo: 'parameter media type',
    effect: 'its text is not validated against the schema',
    find: ({ node, key }) => (isJsonType(key) ? [] : findSchema(node, key)),
  },
  {
    appliesTo: 'encoding',
    effect: 'they are neither sent nor checked',
    *find({ node, key }) {
      const part = childNode(node, 'headers');
      if (entries(part).length > 0) yield [part, `the headers of the part "${key}"`];
    },
  },
];

const isXml = (type: string) => /^(?:application|text)\/xml\b|\+xml\b/i.test(type);

const mayBeJson = (type: string) => /^(?:\*|application)\/\*/i.test(type);

const isForm = (type: string) => /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);

const isPlainText = (type: string) => /^text\/(?:plain\b|\*)/i.test(type);

/** Yields the schema if it constrains more than that the body is a string or any bytes. */
function* findSchema(node: Node, type: string): Generator<Occurrence> {
  const schema = childNode(node, 'schema');
  if (schema.value !== undefined && !acceptsAnyString(schema)) yield [schema, `the schema of ${type}`];
}

const annotationKeywords: ReadonlySet<string> = new Set(['title', 'description', 'example', 'examples', 'default']);

function acceptsAnyString(schema: Node): boolean {
  return entries(schema).every(([key, { value }]) => {
    if (key === 'type') return value === 'string';
    return annotationKeywords.has(key) || key.startsWith('x-') || (key === 'format' && value === 'binary');
  });
}

/** Which parts of a document are of which kind: a table of what each kind contains. */
import { itemSchemaKey } from '../compiling/read-messages.ts';

export type RepairedPart =
  | 'document'
  | 'info'
  | 'paths'
  | 'path item'
  | 'operation'
  | 'parameter'
  | 'header'
  | 'body'
  | 'responses'
  | 'response'
  | 'media type'
  | 'encoding'
  | 'link'
  | 'example'
  | 'callback'
  | 'security scheme'
  | 'components'
  | 'server'
  | 'tag'
  | 'contact'
  | 'license'
  | 'external docs'
  | 'security requirement'
  | 'schema';

/** A part under its key, each item of a list, or each member of a map. */
export interface Child {
  readonly kind: RepairedPart;
  readonly in: 'key' | 'list' | 'map';
}

/** What means the same without them: they are set aside alone. */
export const optionalKinds: ReadonlySet<string> = new Set(['link', 'example', 'callback']);

const one = (kind: RepairedPart): Child => ({ kind, in: 'key' });
const list = (kind: RepairedPart): Child => ({ kind, in: 'list' });
const map = (kind: RepairedPart): Child => ({ kind, in: 'map' });

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const operations = Object.fromEntries(METHODS.map((method) => [method, one('operation')]));
const valued = { schema: one('schema'), content: map('media type'), examples: map('example') };

/** By kind and key; `*` stands for every other key that is no extension. */
const childrenOf: Readonly<Record<RepairedPart, Readonly<Record<string, Child>>>> = {
  document: {
    info: one('info'),
    paths: one('paths'),
    webhooks: map('path item'),
    components: one('components'),
    security: list('security requirement'),
    servers: list('server'),
    tags: list('tag'),
    externalDocs: one('external docs'),
  },
  info: { contact: one('contact'), license: one('license') },
  paths: { '*': one('path item') },
  'path item': { parameters: list('parameter'), servers: list('server'), ...operations },
  operation: {
    parameters: list('parameter'),
    requestBody: one('body'),
    responses: one('responses'),
    callbacks: map('callback'),
    security: list('security requirement'),
    servers: list('server'),
    externalDocs: one('external docs'),
  },
  parameter: valued,
  header: valued,
  body: { content: map('media type') },
  responses: { '*': one('response') },
  response: { headers: map('header'), content: map('media type'), links: map('link') },
  'media type': {
    schema: one('schema'),
    [itemSchemaKey]: one('schema'),
    examples: map('example'),
    encoding: map('encoding'),
  },
  encoding: { headers: map('header') },
  link: {},
  example: {},
  callback: { '*': one('path item') },
  'security scheme': {},
  components: {
    schemas: map('schema'),
    parameters: map('parameter'),
    headers: map('header'),
    requestBodies: map('body'),
    responses: map('response'),
    callbacks: map('callback'),
    pathItems: map('path item'),
    links: map('link'),
    examples: map('example'),
    securitySchemes: map('security scheme'),
  },
  server: {},
  tag: { externalDocs: one('external docs') },
  contact: {},
  license: {},
  'external docs': {},
  'security requirement': {},
  schema: {
    ...Object.fromEntries(
      [
        ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
        ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
      ].map((key) => [key, one('schema')]),
    ),
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, list('schema')])),
    ...Object.fromEntries(
      ['properties', 'patternProperties', 'dependentSchemas', '$defs'].map((key) => [key, map('schema')]),
    ),
  },
};

/** What a part has under a key; undefined if OpenAPI has nothing there, or no part. */
export function childUnder(kind: RepairedPart, key: string): Child | undefined {
  const children = childrenOf[kind];
  if (Object.hasOwn(children, key)) return children[key];
  return key.startsWith('x-') ? undefined : children['*'];
}

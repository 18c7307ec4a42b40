/** Which parts of a document are of which kind: a table of what each kind contains. */

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
  | 'components'
  | 'security requirement'
  | 'schema';

/** A part under its key, each item of a list, or each member of a map. */
interface Child {
  readonly kind: RepairedPart;
  readonly in: 'key' | 'list' | 'map';
}

const one = (kind: RepairedPart): Child => ({ kind, in: 'key' });
const list = (kind: RepairedPart): Child => ({ kind, in: 'list' });
const map = (kind: RepairedPart): Child => ({ kind, in: 'map' });

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const operations = Object.fromEntries(METHODS.map((method) => [method, one('operation')]));
const valued = { schema: one('schema'), content: map('media type') };

/** By kind and key; `*` stands for every other key that is no extension. */
export const childrenOf: Readonly<Record<RepairedPart, Readonly<Record<string, Child>>>> = {
  document: {
    info: one('info'),
    paths: one('paths'),
    webhooks: one('paths'),
    components: one('components'),
    security: list('security requirement'),
  },
  info: {},
  paths: { '*': one('path item') },
  'path item': { parameters: list('parameter'), ...operations },
  operation: {
    parameters: list('parameter'),
    requestBody: one('body'),
    responses: one('responses'),
    callbacks: map('paths'),
    security: list('security requirement'),
  },
  parameter: valued,
  header: valued,
  body: { content: map('media type') },
  responses: { '*': one('response') },
  response: { headers: map('header'), content: map('media type') },
  'media type': { schema: one('schema') },
  components: {
    schemas: map('schema'),
    parameters: map('parameter'),
    headers: map('header'),
    requestBodies: map('body'),
    responses: map('response'),
    callbacks: map('paths'),
    pathItems: map('path item'),
  },
  'security requirement': {},
  schema: {
    ...Object.fromEntries(
      ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'].map((key) => [
        key,
        one('schema'),
      ]),
    ),
    ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, list('schema')])),
    ...Object.fromEntries(
      ['properties', 'patternProperties', 'dependentSchemas', '$defs'].map((key) => [key, map('schema')]),
    ),
  },
};

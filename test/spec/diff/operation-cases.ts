/** Each a change and its reported rules, in both directions of a comparison. */
import {
  type DocumentParts,
  document,
  operation,
  operationObject,
  withBody,
  withParameter,
  withResponse,
} from './build-documents.ts';

export interface DiffCase {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly expected: readonly string[];
  readonly expectedReversed: readonly string[];
}

const plain = operation({});
const other = operationObject({});
const server = (...urls: readonly string[]) =>
  operation({}, { servers: `[${urls.map((url) => `{ url: '${url}' }`).join(', ')}]` });
const regions = (fallback: string, ...values: readonly string[]) =>
  operation(
    {},
    {
      servers: `[{ url: 'https://{region}.example.com', variables: { region: { default: ${fallback}, enum: [${values.join(', ')}] } } }]`,
    },
  );
const schemes = `{ securitySchemes: {
  key: { type: apiKey, in: header, name: X-Key }, basic: { type: http, scheme: basic },
  oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://id.example.com/token, scopes: {} } } } } }`;
const secured = (security: string, components = schemes) => operation({ security }, { components });
const scheme = (words: string) =>
  operation({ security: '[{ key: [] }]' }, { components: `{ securitySchemes: { key: ${words} } }` });
const oauth = (flows: string) => scheme(`{ type: oauth2, flows: ${flows} }`);
const scopedBy = (...names: readonly string[]) =>
  operation(
    { security: '[{ key: [write] }]' },
    {
      components: `{ securitySchemes: { key: { type: oauth2, flows: { password: { tokenUrl: https://id.example.com/token, scopes: { ${names.map((name) => `${name}: its description`).join(', ')} } } } } } }`,
    },
  );
const token = (url: string) => `{ tokenUrl: ${url}, scopes: {} }`;
const responses = (...list: readonly string[]) => operation({ responses: `{ ${list.join(', ')} }` });
const ok = "'200': { description: ok }";
const json = (type: string) => `content: { application/json: { schema: { type: ${type} } } }`;
const body = (...types: readonly string[]) =>
  withBody(`{ ${types.map((type) => `${type}: { schema: { type: object } }`).join(', ')} }`);
const form = (type: string, property: string, encoding: string) =>
  withBody(
    `{ ${type}: { schema: { type: object, properties: { part: { ${property} } } }, encoding: { part: { ${encoding} } } } }`,
  );
const file = (types: string) => form('multipart/form-data', 'type: string, format: binary', `contentType: '${types}'`);
const field = (encoding: string) =>
  form('application/x-www-form-urlencoded', 'type: array, items: { type: string }', encoding);
const content = (...types: readonly string[]) =>
  withResponse(`content: { ${types.map((type) => `${type}: { schema: { type: object } }`).join(', ')} }`);
const header = (words: string) => withResponse(`headers: { X-Total: { ${words} } }`);
const at = (path: string, parts: DocumentParts = {}) => document(`{ ${path}: { get: ${operationObject(parts)} } }`);
const byId = (name: string) =>
  at(`'/things/{${name}}'`, {
    parameters: `[{ name: ${name}, in: path, required: true, schema: { type: string } }]`,
  });
const byTwo = (first: string, second: string) =>
  at(`'/things/{${first}}/{${second}}'`, {
    parameters: `[${[first, second].map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ')}]`,
  });

const row = (
  title: string,
  before: string,
  after: string,
  reported: readonly string[],
  turnedRound: readonly string[],
): DiffCase => ({ title, before, after, expected: reported, expectedReversed: turnedRound });

export const operationCases: readonly DiffCase[] = [
  row(
    'removed operation',
    document(`{ /things: { get: ${other}, put: ${other} } }`),
    plain,
    ['api-removed-without-deprecation'],
    ['api-added'],
  ),
  row(
    'removed deprecated operation',
    document(`{ /things: { get: ${other}, put: ${operationObject({ deprecated: 'true' })} } }`),
    plain,
    ['api-removed-with-deprecation'],
    ['api-added'],
  ),
  row(
    'renamed path with the same operationId',
    at('/things', { operationId: 'list' }),
    at('/goods', { operationId: 'list' }),
    ['api-moved'],
    ['api-moved'],
  ),
  row(
    'renamed path without an operationId',
    at('/things'),
    at('/goods'),
    ['api-removed-without-deprecation', 'api-added'],
    ['api-removed-without-deprecation', 'api-added'],
  ),
  row(
    'different method',
    document(`{ /things: { put: ${operationObject({ operationId: 'set' })} } }`),
    document(`{ /things: { post: ${operationObject({ operationId: 'set' })} } }`),
    ['api-moved'],
    ['api-moved'],
  ),
  row(
    'different operationId',
    operation({ operationId: 'list' }),
    operation({ operationId: 'all' }),
    ['api-operation-id-changed'],
    ['api-operation-id-changed'],
  ),
  row(
    'removed operationId',
    operation({ operationId: 'list' }),
    plain,
    ['api-operation-id-removed'],
    ['api-operation-id-added'],
  ),
  row('deprecated operation', plain, operation({ deprecated: 'true' }), ['api-deprecated'], ['api-reactivated']),
  row(
    'renamed path parameter',
    byId('id'),
    byId('thingId'),
    ['request-path-parameter-renamed'],
    ['request-path-parameter-renamed'],
  ),
  row(
    'swapped path parameters',
    byTwo('bed', 'row'),
    byTwo('row', 'bed'),
    ['request-path-parameter-swapped', 'request-path-parameter-swapped'],
    ['request-path-parameter-swapped', 'request-path-parameter-swapped'],
  ),
];

export const serverCases: readonly DiffCase[] = [
  row(
    'any subdomain of the server',
    server('https://api.example.com'),
    operation({}, { servers: "[{ url: 'https://{name}.example.com', variables: { name: { default: api } } }]" }),
    ['api-server-added'],
    ['api-server-removed'],
  ),
  row(
    'one of two servers removed',
    server('https://a.example.com', 'https://b.example.com'),
    server('https://a.example.com'),
    ['api-server-removed'],
    ['api-server-added'],
  ),
  row(
    'different path of the server',
    server('/v1'),
    server('/v2'),
    ['api-server-removed', 'api-server-added'],
    ['api-server-removed', 'api-server-added'],
  ),
  row(
    'removed local server',
    server('https://a.example.com', 'http://localhost:8080'),
    server('https://a.example.com'),
    ['api-local-server-removed'],
    ['api-server-added'],
  ),
  row(
    'relative server becomes absolute',
    server('/v1'),
    server('https://a.example.com/v1'),
    ['api-server-host-changed'],
    ['api-server-host-changed'],
  ),
  row(
    'first declared server',
    plain,
    server('https://a.example.com'),
    ['api-server-added'],
    ['api-server-host-changed'],
  ),
  row(
    'removed value of a server variable',
    regions('eu', 'eu', 'us'),
    regions('eu', 'eu'),
    ['api-server-removed'],
    ['api-server-added'],
  ),
  row(
    'different default of a server variable',
    regions('eu', 'eu', 'us'),
    regions('us', 'eu', 'us'),
    ['api-server-default-changed'],
    ['api-server-default-changed'],
  ),
  row(
    'added server of an operation',
    operation({}, { servers: "[{ url: 'https://a.example.com' }]" }),
    operation({ servers: "[{ url: 'https://b.example.com' }]" }, { servers: "[{ url: 'https://a.example.com' }]" }),
    ['api-server-removed', 'api-server-added'],
    ['api-server-removed', 'api-server-added'],
  ),
];

export const securityCases: readonly DiffCase[] = [
  row(
    'added security',
    secured('[]'),
    secured('[{ key: [] }, { basic: [] }]'),
    ['api-security-added'],
    ['api-security-removed'],
  ),
  row(
    'optional credentials',
    secured('[{ key: [] }]'),
    secured('[{ key: [] }, {}]'),
    ['api-security-removed'],
    ['api-security-added'],
  ),
  row(
    'one of two security alternatives removed',
    secured('[{ key: [] }, { basic: [] }]'),
    secured('[{ key: [] }]'),
    ['api-security-alternative-removed'],
    ['api-security-alternative-added'],
  ),
  row(
    'different security scheme',
    secured('[{ key: [] }]'),
    secured('[{ basic: [] }]'),
    ['api-security-alternative-removed', 'api-security-alternative-added'],
    ['api-security-alternative-removed', 'api-security-alternative-added'],
  ),
  row(
    'one of two optional security alternatives removed',
    secured('[{ key: [] }, { basic: [] }, {}]'),
    secured('[{ key: [] }, {}]'),
    ['api-security-alternative-removed'],
    ['api-security-alternative-added'],
  ),
  row(
    'additional required security scheme',
    secured('[{ key: [] }]'),
    secured('[{ key: [], basic: [] }]'),
    ['api-security-scheme-added'],
    ['api-security-scheme-removed'],
  ),
  row(
    'one of two joint security schemes replaced',
    secured('[{ key: [], basic: [] }]'),
    secured('[{ key: [], oauth: [] }]'),
    ['api-security-alternative-removed'],
    ['api-security-alternative-removed'],
  ),
  row(
    'additional required scope',
    secured('[{ oauth: [read] }]'),
    secured('[{ oauth: [read, write] }]'),
    ['api-security-scope-added'],
    ['api-security-scope-removed'],
  ),
  row(
    'different name of the API key',
    scheme('{ type: apiKey, in: header, name: X-Key }'),
    scheme('{ type: apiKey, in: header, name: X-Api-Key }'),
    ['api-security-scheme-changed'],
    ['api-security-scheme-changed'],
  ),
  row(
    'different location of the API key',
    scheme('{ type: apiKey, in: header, name: key }'),
    scheme('{ type: apiKey, in: query, name: key }'),
    ['api-security-scheme-changed'],
    ['api-security-scheme-changed'],
  ),
  row(
    'bearer instead of basic',
    scheme('{ type: http, scheme: basic }'),
    scheme('{ type: http, scheme: bearer }'),
    ['api-security-scheme-changed'],
    ['api-security-scheme-changed'],
  ),
  row(
    'swapped names of two security schemes',
    secured(
      '[{ a: [] }]',
      '{ securitySchemes: { a: { type: http, scheme: basic }, b: { type: http, scheme: bearer } } }',
    ),
    secured(
      '[{ a: [] }]',
      '{ securitySchemes: { b: { type: http, scheme: basic }, a: { type: http, scheme: bearer } } }',
    ),
    ['api-security-alternative-removed', 'api-security-alternative-added'],
    ['api-security-alternative-removed', 'api-security-alternative-added'],
  ),
  row(
    'the other one of two security schemes of the same type',
    secured(
      '[{ a: [] }]',
      '{ securitySchemes: { a: { type: http, scheme: bearer }, b: { type: http, scheme: bearer } } }',
    ),
    secured(
      '[{ b: [] }]',
      '{ securitySchemes: { a: { type: http, scheme: bearer }, b: { type: http, scheme: bearer } } }',
    ),
    ['api-security-alternative-removed', 'api-security-alternative-added'],
    ['api-security-alternative-removed', 'api-security-alternative-added'],
  ),
  row(
    'removed OAuth flow',
    oauth(`{ clientCredentials: ${token('/token')}, password: ${token('/token')} }`),
    oauth(`{ clientCredentials: ${token('/token')} }`),
    ['api-security-flow-removed'],
    ['api-security-flow-added'],
  ),
  row(
    'different token URL',
    oauth(`{ clientCredentials: ${token('/token')} }`),
    oauth(`{ clientCredentials: ${token('/tokens')} }`),
    ['api-security-url-changed'],
    ['api-security-url-changed'],
  ),
  row(
    'OAuth flow without a required scope',
    scopedBy('read', 'write'),
    scopedBy('read'),
    ['api-security-flow-scope-removed'],
    ['api-security-flow-scope-added'],
  ),
];

const query = (words: string) => withParameter(`{ name: q, in: query, ${words} }`);
/** The schema as its keywords, or with braces. */
const query31 = (schema: string) =>
  document(
    `{ /things: { get: ${operationObject({ parameters: `[{ name: q, in: query, schema: ${schema.startsWith('{') ? schema : `{ ${schema} }`} }]` })} } }`,
    {},
    '3.1.0',
  );
const text = 'schema: { type: string }';
const list = 'schema: { type: array, items: { type: string } }';

export const parameterCases: readonly DiffCase[] = [
  row(
    'array of strings instead of a number',
    withParameter('{ name: q, in: query, schema: { type: integer } }'),
    withParameter('{ name: q, in: query, schema: { type: array, items: { type: string } } }'),
    ['request-parameter-type-generalised'],
    ['request-parameter-type-changed'],
  ),
  row(
    'number that may no longer be empty',
    withParameter('{ name: limit, in: query, allowEmptyValue: true, schema: { type: integer } }'),
    withParameter('{ name: limit, in: query, schema: { type: integer } }'),
    ['request-parameter-empty-value-rejected'],
    ['request-parameter-empty-value-allowed'],
  ),
  row(
    'removed required parameter',
    query(`required: true, ${text}`),
    plain,
    ['request-parameter-removed'],
    ['new-required-request-parameter'],
  ),
  row(
    'removed optional parameter',
    query(text),
    plain,
    ['request-parameter-removed'],
    ['new-optional-request-parameter'],
  ),
  row(
    'removed deprecated parameter',
    query(`deprecated: true, ${text}`),
    plain,
    ['request-parameter-removed-with-deprecation'],
    ['new-optional-request-parameter'],
  ),
  row(
    'parameter becomes required',
    query(text),
    query(`required: true, ${text}`),
    ['request-parameter-became-required'],
    ['request-parameter-became-optional'],
  ),
  row(
    'deprecated parameter',
    query(text),
    query(`deprecated: true, ${text}`),
    ['request-parameter-deprecated'],
    ['request-parameter-reactivated'],
  ),
  row(
    'parameter moves to a header',
    query(text),
    withParameter(`{ name: Q, in: header, ${text} }`),
    ['request-parameter-place-changed'],
    ['request-parameter-place-changed'],
  ),
  row(
    'joined instead of repeated array',
    query(list),
    query(`explode: false, ${list}`),
    ['request-parameter-style-changed'],
    ['request-parameter-style-changed'],
  ),
  row(
    'value becomes JSON',
    query(text),
    query(`content: { application/json: { ${text} } }`),
    ['request-parameter-content-changed'],
    ['request-parameter-content-changed'],
  ),
  row(
    'any string instead of a number',
    query('schema: { type: integer }'),
    query(text),
    ['request-parameter-type-generalised'],
    ['request-parameter-type-changed'],
  ),
  row(
    'numbers that the pattern of a string accepts',
    query31('{ type: integer, minimum: 0 }'),
    query31("{ type: string, pattern: '^[0-9a-f]+$' }"),
    ['request-parameter-type-generalised'],
    ['request-parameter-type-changed'],
  ),
  row(
    'numbers that the pattern of a string rejects',
    query31('type: integer'),
    query31("{ type: string, pattern: '^[0-9a-f]+$' }"),
    ['request-parameter-type-changed'],
    ['request-parameter-type-changed'],
  ),
  row(
    'number beside a string that is too long for it',
    query31('{ type: [string, integer], minLength: 3 }'),
    query31('{ type: string, minLength: 3 }'),
    ['request-parameter-type-specialized'],
    ['request-parameter-type-generalized'],
  ),
  row(
    'array of strings instead of numbers',
    query31('{ type: array, items: { type: integer } }'),
    query31('{ type: array, items: { type: string } }'),
    ['request-property-type-generalized'],
    ['request-property-type-changed'],
  ),
  row(
    'object with a string instead of a number',
    query('style: deepObject, schema: { type: object, properties: { size: { type: number } } }'),
    query('style: deepObject, schema: { type: object, properties: { size: { type: string } } }'),
    ['request-property-type-generalized'],
    ['request-property-type-changed'],
  ),
  row(
    'array in a response header whose items become numbers',
    withResponse('headers: { X-Total: { schema: { type: array, items: { type: string } } } }'),
    withResponse('headers: { X-Total: { schema: { type: array, items: { type: integer } } } }'),
    ['response-property-type-specialized'],
    ['response-property-type-changed'],
  ),
  row(
    'value in JSON that becomes a string',
    query('content: { application/json: { schema: { type: array, items: { type: integer } } } }'),
    query('content: { application/json: { schema: { type: array, items: { type: string } } } }'),
    ['request-property-type-changed'],
    ['request-property-type-changed'],
  ),
  row(
    'response header of JSON that becomes a number',
    withResponse('headers: { X-Total: { content: { application/json: { schema: { type: string } } } } }'),
    withResponse('headers: { X-Total: { content: { application/json: { schema: { type: integer } } } } }'),
    ['response-header-type-changed'],
    ['response-header-type-changed'],
  ),
  row(
    'listed numbers as strings',
    query31('enum: [1, 2]'),
    query31("enum: ['1', '2']"),
    ['request-parameter-type-generalised'],
    ['request-parameter-type-generalised'],
  ),
];

const fieldOf = (type: string, schema: string) =>
  withBody(`{ ${type}: { schema: { type: object, properties: { pots: ${schema} } } } }`);

export const bodyCases: readonly DiffCase[] = [
  row(
    'any string instead of a number in XML',
    fieldOf('application/xml', '{ type: array, items: { type: object, properties: { size: { type: integer } } } }'),
    fieldOf('application/xml', '{ type: array, items: { type: object, properties: { size: { type: string } } } }'),
    ['request-property-type-generalized'],
    ['request-property-type-changed'],
  ),
  row(
    'number instead of any string in an XML response',
    withResponse('content: { application/xml: { schema: { type: object, properties: { size: { type: string } } } } }'),
    withResponse('content: { application/xml: { schema: { type: object, properties: { size: { type: integer } } } } }'),
    ['response-property-type-specialized'],
    ['response-property-type-changed'],
  ),
  row(
    'any string instead of a number in JSON and XML',
    withBody(
      '{ application/json: { schema: { type: object, properties: { size: { type: integer } } } }, application/xml: { schema: { type: object, properties: { size: { type: integer } } } } }',
    ),
    withBody(
      '{ application/json: { schema: { type: object, properties: { size: { type: string } } } }, application/xml: { schema: { type: object, properties: { size: { type: string } } } } }',
    ),
    ['request-property-type-changed', 'request-property-type-generalized'],
    ['request-property-type-changed', 'request-property-type-changed'],
  ),
  row(
    'any string instead of a number in a form',
    fieldOf('application/x-www-form-urlencoded', '{ type: integer }'),
    fieldOf('application/x-www-form-urlencoded', '{ type: string }'),
    ['request-property-type-generalized'],
    ['request-property-type-changed'],
  ),
  row(
    'repeated form field',
    fieldOf('multipart/form-data', '{ type: string }'),
    fieldOf('multipart/form-data', '{ type: array, items: { type: string } }'),
    ['request-property-type-generalized'],
    ['request-property-type-changed'],
  ),
  row(
    'any string instead of a number in JSON',
    fieldOf('application/json', '{ type: integer }'),
    fieldOf('application/json', '{ type: string }'),
    ['request-property-type-changed'],
    ['request-property-type-changed'],
  ),
  row(
    'added required body',
    document(`{ /things: { post: ${other} } }`),
    body('application/json'),
    ['request-body-added-required'],
    ['request-body-removed'],
  ),
  row(
    'added optional body',
    document(`{ /things: { post: ${other} } }`),
    withBody('{ application/json: { schema: { type: object } } }', false),
    ['request-body-added-optional'],
    ['request-body-removed'],
  ),
  row(
    'body becomes required',
    withBody('{ application/json: { schema: { type: object } } }', false),
    body('application/json'),
    ['request-body-became-required'],
    ['request-body-became-optional'],
  ),
  row(
    'removed request media type',
    body('application/json', 'application/xml'),
    body('application/json'),
    ['request-media-type-removed'],
    ['request-media-type-added'],
  ),
  row(
    'narrowed media range of the request',
    body("'*/*'"),
    body('application/json'),
    ['request-media-type-removed'],
    ['request-media-type-added'],
  ),
  row(
    'added parameter of a request media type',
    body('application/json'),
    body("'application/json; version=2'"),
    ['request-media-type-parameters-changed'],
    ['request-media-type-parameters-changed'],
  ),
  row(
    'changed parameter of a request media type',
    body("'application/json; version=1'"),
    body("'application/json; version=2'"),
    ['request-media-type-removed', 'request-media-type-added'],
    ['request-media-type-removed', 'request-media-type-added'],
  ),
  row(
    'fewer media types of a form part',
    file('image/png, image/jpeg'),
    file('image/png'),
    ['request-part-media-type-removed'],
    ['request-part-media-type-added'],
  ),
  row(
    'joined instead of repeated array in a form',
    field('explode: true'),
    field('explode: false'),
    ['request-part-style-changed'],
    ['request-part-style-changed'],
  ),
  row('removed response body', content('application/json'), plain, ['response-body-removed'], ['response-body-added']),
  row(
    'removed response media type',
    content('application/json', 'application/xml'),
    content('application/json'),
    ['response-media-type-removed'],
    ['response-media-type-added'],
  ),
  row(
    'narrowed media range of a response',
    content("'*/*'"),
    content('application/json'),
    ['response-media-type-narrowed'],
    ['response-media-type-added'],
  ),
  row(
    'added parameter of a response media type',
    content('application/json'),
    content("'application/json; version=2'"),
    ['response-media-type-parameters-changed'],
    ['response-media-type-parameters-changed'],
  ),
];

export const responseCases: readonly DiffCase[] = [
  row(
    'different only success with the same content',
    responses("'200': { description: ok }"),
    responses("'201': { description: ok }"),
    ['response-success-status-added-same-content', 'response-success-status-removed'],
    ['response-success-status-added-same-content', 'response-success-status-removed'],
  ),
  row(
    'additional success with different content',
    responses(`'200': { description: ok, ${json('string')} }`),
    responses(`'200': { description: ok, ${json('string')} }`, "'204': { description: none }"),
    ['response-success-status-added'],
    ['response-success-alternative-removed'],
  ),
  row(
    'added error that was not covered',
    responses(ok),
    responses(ok, "'404': { description: gone }"),
    ['response-error-status-added'],
    ['response-error-status-removed'],
  ),
  row(
    'added redirect',
    responses(`'200': { description: ok, ${json('string')} }`),
    responses(`'200': { description: ok, ${json('string')} }`, "'304': { description: as before }"),
    ['response-error-status-added'],
    ['response-success-alternative-removed'],
  ),
  row(
    'range of successes instead of one',
    responses(ok),
    responses("'2XX': { description: ok }"),
    ['response-success-status-added-same-content'],
    ['response-status-narrowed'],
  ),
  row(
    'default split into success and error',
    responses(`default: { description: all, ${json('object')} }`),
    responses(`'200': { description: ok, ${json('string')} }`, `default: { description: error, ${json('object')} }`),
    ['response-body-type-changed'],
    ['response-body-type-changed'],
  ),
  row(
    'added default',
    responses(ok),
    responses(ok, 'default: { description: error }'),
    ['response-error-status-added'],
    ['response-error-status-removed'],
  ),
  row(
    'single errors instead of a range',
    responses(ok, "'4XX': { description: wrong }"),
    responses(ok, "'400': { description: wrong }"),
    ['response-status-narrowed'],
    ['response-error-status-added'],
  ),
  row(
    'added error that default covered with a different schema',
    responses(ok, `default: { description: error, ${json('object')} }`),
    responses(
      ok,
      `default: { description: error, ${json('object')} }`,
      `'404': { description: gone, ${json('string')} }`,
    ),
    ['response-body-type-changed'],
    ['response-body-type-changed'],
  ),
  row(
    'removed required header',
    header(`required: true, ${text}`),
    plain,
    ['response-header-removed-required'],
    ['response-header-added'],
  ),
  row('removed optional header', header(text), plain, ['response-header-removed-optional'], ['response-header-added']),
  row(
    'header becomes optional',
    header(`required: true, ${text}`),
    header(text),
    ['response-header-became-optional'],
    ['response-header-became-required'],
  ),
  row(
    'header becomes JSON',
    header(text),
    header(`content: { application/json: { ${text} } }`),
    ['response-header-content-changed'],
    ['response-header-content-changed'],
  ),
  row(
    'different serialization of an object in a header',
    header('schema: { type: object }'),
    header('explode: true, schema: { type: object }'),
    ['response-header-content-changed'],
    ['response-header-content-changed'],
  ),
  row(
    'number instead of any string in a header',
    header(text),
    header('schema: { type: integer }'),
    ['response-header-type-specialised'],
    ['response-header-type-changed'],
  ),
];

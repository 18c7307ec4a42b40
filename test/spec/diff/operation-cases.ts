/** Each a change and what it is told as; turned round, it is told as the other list. */
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
      components: `{ securitySchemes: { key: { type: oauth2, flows: { password: { tokenUrl: https://id.example.com/token, scopes: { ${names.map((name) => `${name}: its words`).join(', ')} } } } } } }`,
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
    'an operation of a path goes',
    document(`{ /things: { get: ${other}, put: ${other} } }`),
    plain,
    ['api-removed-without-deprecation'],
    ['api-added'],
  ),
  row(
    'a deprecated operation goes',
    document(`{ /things: { get: ${other}, put: ${operationObject({ deprecated: 'true' })} } }`),
    plain,
    ['api-removed-with-deprecation'],
    ['api-added'],
  ),
  row(
    'a path is called otherwise, with the same operationId',
    at('/things', { operationId: 'list' }),
    at('/goods', { operationId: 'list' }),
    ['api-moved'],
    ['api-moved'],
  ),
  row(
    'a path is called otherwise, without an operationId',
    at('/things'),
    at('/goods'),
    ['api-removed-without-deprecation', 'api-added'],
    ['api-removed-without-deprecation', 'api-added'],
  ),
  row(
    'the method is another one',
    document(`{ /things: { put: ${operationObject({ operationId: 'set' })} } }`),
    document(`{ /things: { post: ${operationObject({ operationId: 'set' })} } }`),
    ['api-moved'],
    ['api-moved'],
  ),
  row(
    'the operationId is another one',
    operation({ operationId: 'list' }),
    operation({ operationId: 'all' }),
    ['api-operation-id-changed'],
    ['api-operation-id-changed'],
  ),
  row(
    'the operationId goes',
    operation({ operationId: 'list' }),
    plain,
    ['api-operation-id-removed'],
    ['api-operation-id-added'],
  ),
  row('an operation is deprecated', plain, operation({ deprecated: 'true' }), ['api-deprecated'], ['api-reactivated']),
  row(
    'a parameter of the path is called otherwise',
    byId('id'),
    byId('thingId'),
    ['request-path-parameter-renamed'],
    ['request-path-parameter-renamed'],
  ),
  row(
    'two parameters of the path change places',
    byTwo('bed', 'row'),
    byTwo('row', 'bed'),
    ['request-path-parameter-swapped', 'request-path-parameter-swapped'],
    ['request-path-parameter-swapped', 'request-path-parameter-swapped'],
  ),
];

export const serverCases: readonly DiffCase[] = [
  row(
    'the subdomain of the server may be any',
    server('https://api.example.com'),
    operation({}, { servers: "[{ url: 'https://{name}.example.com', variables: { name: { default: api } } }]" }),
    ['api-server-added'],
    ['api-server-removed'],
  ),
  row(
    'one of two servers goes',
    server('https://a.example.com', 'https://b.example.com'),
    server('https://a.example.com'),
    ['api-server-removed'],
    ['api-server-added'],
  ),
  row(
    'the path of the server is another one',
    server('/v1'),
    server('/v2'),
    ['api-server-removed', 'api-server-added'],
    ['api-server-removed', 'api-server-added'],
  ),
  row(
    "a server of somebody's own machine goes",
    server('https://a.example.com', 'http://localhost:8080'),
    server('https://a.example.com'),
    ['api-local-server-removed'],
    ['api-server-added'],
  ),
  row(
    'a relative server gets a host',
    server('/v1'),
    server('https://a.example.com/v1'),
    ['api-server-host-changed'],
    ['api-server-host-changed'],
  ),
  row(
    'a server is named for the first time',
    plain,
    server('https://a.example.com'),
    ['api-server-added'],
    ['api-server-host-changed'],
  ),
  row(
    'a value of a variable of the server goes',
    regions('eu', 'eu', 'us'),
    regions('eu', 'eu'),
    ['api-server-removed'],
    ['api-server-added'],
  ),
  row(
    'a variable of the server has another default',
    regions('eu', 'eu', 'us'),
    regions('us', 'eu', 'us'),
    ['api-server-default-changed'],
    ['api-server-default-changed'],
  ),
  row(
    'an operation has a server of its own',
    operation({}, { servers: "[{ url: 'https://a.example.com' }]" }),
    operation({ servers: "[{ url: 'https://b.example.com' }]" }, { servers: "[{ url: 'https://a.example.com' }]" }),
    ['api-server-removed', 'api-server-added'],
    ['api-server-removed', 'api-server-added'],
  ),
];

export const securityCases: readonly DiffCase[] = [
  row(
    'an open operation is secured',
    secured('[]'),
    secured('[{ key: [] }, { basic: [] }]'),
    ['api-security-added'],
    ['api-security-removed'],
  ),
  row(
    'credentials become optional',
    secured('[{ key: [] }]'),
    secured('[{ key: [] }, {}]'),
    ['api-security-removed'],
    ['api-security-added'],
  ),
  row(
    'one of two ways to be let in goes',
    secured('[{ key: [] }, { basic: [] }]'),
    secured('[{ key: [] }]'),
    ['api-security-alternative-removed'],
    ['api-security-alternative-added'],
  ),
  row(
    'another scheme is asked for',
    secured('[{ key: [] }]'),
    secured('[{ basic: [] }]'),
    ['api-security-alternative-removed', 'api-security-alternative-added'],
    ['api-security-alternative-removed', 'api-security-alternative-added'],
  ),
  row(
    'one of two optional ways goes',
    secured('[{ key: [] }, { basic: [] }, {}]'),
    secured('[{ key: [] }, {}]'),
    ['api-security-alternative-removed'],
    ['api-security-alternative-added'],
  ),
  row(
    'one more scheme is asked for',
    secured('[{ key: [] }]'),
    secured('[{ key: [], basic: [] }]'),
    ['api-security-scheme-added'],
    ['api-security-scheme-removed'],
  ),
  row(
    'one of two joint schemes gives way to a third',
    secured('[{ key: [], basic: [] }]'),
    secured('[{ key: [], oauth: [] }]'),
    ['api-security-alternative-removed'],
    ['api-security-alternative-removed'],
  ),
  row(
    'one more scope is asked for',
    secured('[{ oauth: [read] }]'),
    secured('[{ oauth: [read, write] }]'),
    ['api-security-scope-added'],
    ['api-security-scope-removed'],
  ),
  row(
    'the key has another name',
    scheme('{ type: apiKey, in: header, name: X-Key }'),
    scheme('{ type: apiKey, in: header, name: X-Api-Key }'),
    ['api-security-scheme-changed'],
    ['api-security-scheme-changed'],
  ),
  row(
    'the key is sent in another place',
    scheme('{ type: apiKey, in: header, name: key }'),
    scheme('{ type: apiKey, in: query, name: key }'),
    ['api-security-scheme-changed'],
    ['api-security-scheme-changed'],
  ),
  row(
    'basic becomes bearer',
    scheme('{ type: http, scheme: basic }'),
    scheme('{ type: http, scheme: bearer }'),
    ['api-security-scheme-changed'],
    ['api-security-scheme-changed'],
  ),
  row(
    'two schemes change their names with each other',
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
    'of two schemes of the same kind the other one is asked for',
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
    'a flow goes',
    oauth(`{ clientCredentials: ${token('/token')}, password: ${token('/token')} }`),
    oauth(`{ clientCredentials: ${token('/token')} }`),
    ['api-security-flow-removed'],
    ['api-security-flow-added'],
  ),
  row(
    'tokens are from elsewhere',
    oauth(`{ clientCredentials: ${token('/token')} }`),
    oauth(`{ clientCredentials: ${token('/tokens')} }`),
    ['api-security-url-changed'],
    ['api-security-url-changed'],
  ),
  row(
    'a way to get a token gives less than an operation asks for',
    scopedBy('read', 'write'),
    scopedBy('read'),
    ['api-security-flow-scope-removed'],
    ['api-security-flow-scope-added'],
  ),
];

const query = (words: string) => withParameter(`{ name: q, in: query, ${words} }`);
const text = 'schema: { type: string }';
const list = 'schema: { type: array, items: { type: string } }';

export const parameterCases: readonly DiffCase[] = [
  row(
    'a number may be several texts now',
    withParameter('{ name: q, in: query, schema: { type: integer } }'),
    withParameter('{ name: q, in: query, schema: { type: array, items: { type: string } } }'),
    ['request-parameter-type-generalised'],
    ['request-parameter-type-changed'],
  ),
  row(
    'a number may be left empty no more',
    withParameter('{ name: limit, in: query, allowEmptyValue: true, schema: { type: integer } }'),
    withParameter('{ name: limit, in: query, schema: { type: integer } }'),
    ['request-parameter-empty-value-rejected'],
    ['request-parameter-empty-value-allowed'],
  ),
  row(
    'a required parameter goes',
    query(`required: true, ${text}`),
    plain,
    ['request-parameter-removed'],
    ['new-required-request-parameter'],
  ),
  row(
    'an optional parameter goes',
    query(text),
    plain,
    ['request-parameter-removed'],
    ['new-optional-request-parameter'],
  ),
  row(
    'a deprecated parameter goes',
    query(`deprecated: true, ${text}`),
    plain,
    ['request-parameter-removed-with-deprecation'],
    ['new-optional-request-parameter'],
  ),
  row(
    'a parameter becomes required',
    query(text),
    query(`required: true, ${text}`),
    ['request-parameter-became-required'],
    ['request-parameter-became-optional'],
  ),
  row(
    'a parameter is deprecated',
    query(text),
    query(`deprecated: true, ${text}`),
    ['request-parameter-deprecated'],
    ['request-parameter-reactivated'],
  ),
  row(
    'a parameter moves to a header',
    query(text),
    withParameter(`{ name: Q, in: header, ${text} }`),
    ['request-parameter-place-changed'],
    ['request-parameter-place-changed'],
  ),
  row(
    'a list is no longer repeated but joined',
    query(list),
    query(`explode: false, ${list}`),
    ['request-parameter-style-changed'],
    ['request-parameter-style-changed'],
  ),
  row(
    'a value becomes JSON',
    query(text),
    query(`content: { application/json: { ${text} } }`),
    ['request-parameter-content-changed'],
    ['request-parameter-content-changed'],
  ),
  row(
    'a number may be any text',
    query('schema: { type: integer }'),
    query(text),
    ['request-parameter-type-generalised'],
    ['request-parameter-type-changed'],
  ),
];

const fieldOf = (type: string, schema: string) =>
  withBody(`{ ${type}: { schema: { type: object, properties: { pots: ${schema} } } } }`);

export const bodyCases: readonly DiffCase[] = [
  row(
    'a number in a form is any text now',
    fieldOf('application/x-www-form-urlencoded', '{ type: integer }'),
    fieldOf('application/x-www-form-urlencoded', '{ type: string }'),
    ['request-property-type-generalized'],
    ['request-property-type-changed'],
  ),
  row(
    'a field of a form may come several times now',
    fieldOf('multipart/form-data', '{ type: string }'),
    fieldOf('multipart/form-data', '{ type: array, items: { type: string } }'),
    ['request-property-type-generalized'],
    ['request-property-type-changed'],
  ),
  row(
    'a number in JSON is any text now',
    fieldOf('application/json', '{ type: integer }'),
    fieldOf('application/json', '{ type: string }'),
    ['request-property-type-changed'],
    ['request-property-type-changed'],
  ),
  row(
    'a required body is new',
    document(`{ /things: { post: ${other} } }`),
    body('application/json'),
    ['request-body-added-required'],
    ['request-body-removed'],
  ),
  row(
    'an optional body is new',
    document(`{ /things: { post: ${other} } }`),
    withBody('{ application/json: { schema: { type: object } } }', false),
    ['request-body-added-optional'],
    ['request-body-removed'],
  ),
  row(
    'the body becomes required',
    withBody('{ application/json: { schema: { type: object } } }', false),
    body('application/json'),
    ['request-body-became-required'],
    ['request-body-became-optional'],
  ),
  row(
    'a media type of the request goes',
    body('application/json', 'application/xml'),
    body('application/json'),
    ['request-media-type-removed'],
    ['request-media-type-added'],
  ),
  row(
    'a range of the request is narrowed',
    body("'*/*'"),
    body('application/json'),
    ['request-media-type-removed'],
    ['request-media-type-added'],
  ),
  row(
    'a media type of the request gets a parameter',
    body('application/json'),
    body("'application/json; version=2'"),
    ['request-media-type-parameters-changed'],
    ['request-media-type-parameters-changed'],
  ),
  row(
    'a media type of the request has another parameter',
    body("'application/json; version=1'"),
    body("'application/json; version=2'"),
    ['request-media-type-removed', 'request-media-type-added'],
    ['request-media-type-removed', 'request-media-type-added'],
  ),
  row(
    'a part of a form is taken in one type alone',
    file('image/png, image/jpeg'),
    file('image/png'),
    ['request-part-media-type-removed'],
    ['request-part-media-type-added'],
  ),
  row(
    'a list in a form is no longer repeated but joined',
    field('explode: true'),
    field('explode: false'),
    ['request-part-style-changed'],
    ['request-part-style-changed'],
  ),
  row(
    'the body of an answer goes',
    content('application/json'),
    plain,
    ['response-body-removed'],
    ['response-body-added'],
  ),
  row(
    'a media type of an answer goes',
    content('application/json', 'application/xml'),
    content('application/json'),
    ['response-media-type-removed'],
    ['response-media-type-added'],
  ),
  row(
    'a range of an answer is narrowed',
    content("'*/*'"),
    content('application/json'),
    ['response-media-type-narrowed'],
    ['response-media-type-added'],
  ),
  row(
    'a media type of an answer gets a parameter',
    content('application/json'),
    content("'application/json; version=2'"),
    ['response-media-type-parameters-changed'],
    ['response-media-type-parameters-changed'],
  ),
];

export const responseCases: readonly DiffCase[] = [
  row(
    'the only success is another one, with the same content',
    responses("'200': { description: ok }"),
    responses("'201': { description: ok }"),
    ['response-success-status-added-same-content', 'response-success-status-removed'],
    ['response-success-status-added-same-content', 'response-success-status-removed'],
  ),
  row(
    'one more success, with another content',
    responses(`'200': { description: ok, ${json('string')} }`),
    responses(`'200': { description: ok, ${json('string')} }`, "'204': { description: none }"),
    ['response-success-status-added'],
    ['response-success-alternative-removed'],
  ),
  row(
    'an error is declared that nothing covered',
    responses(ok),
    responses(ok, "'404': { description: gone }"),
    ['response-error-status-added'],
    ['response-error-status-removed'],
  ),
  row(
    'a redirection is declared',
    responses(`'200': { description: ok, ${json('string')} }`),
    responses(`'200': { description: ok, ${json('string')} }`, "'304': { description: as before }"),
    ['response-error-status-added'],
    ['response-success-alternative-removed'],
  ),
  row(
    'the range of the successes takes the place of one',
    responses(ok),
    responses("'2XX': { description: ok }"),
    ['response-success-status-added-same-content'],
    ['response-status-narrowed'],
  ),
  row(
    'the only answer is told apart into success and error',
    responses(`default: { description: all, ${json('object')} }`),
    responses(`'200': { description: ok, ${json('string')} }`, `default: { description: error, ${json('object')} }`),
    ['response-body-type-changed'],
    ['response-body-type-changed'],
  ),
  row(
    'default is declared for the first time',
    responses(ok),
    responses(ok, 'default: { description: error }'),
    ['response-error-status-added'],
    ['response-error-status-removed'],
  ),
  row(
    'a range of errors is declared one by one',
    responses(ok, "'4XX': { description: wrong }"),
    responses(ok, "'400': { description: wrong }"),
    ['response-status-narrowed'],
    ['response-error-status-added'],
  ),
  row(
    'an error is declared that default covered with another schema',
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
    'a required header goes',
    header(`required: true, ${text}`),
    plain,
    ['response-header-removed-required'],
    ['response-header-added'],
  ),
  row('an optional header goes', header(text), plain, ['response-header-removed-optional'], ['response-header-added']),
  row(
    'a header becomes optional',
    header(`required: true, ${text}`),
    header(text),
    ['response-header-became-optional'],
    ['response-header-became-required'],
  ),
  row(
    'a header becomes JSON',
    header(text),
    header(`content: { application/json: { ${text} } }`),
    ['response-header-content-changed'],
    ['response-header-content-changed'],
  ),
  row(
    'an object in a header is written otherwise',
    header('schema: { type: object }'),
    header('explode: true, schema: { type: object }'),
    ['response-header-content-changed'],
    ['response-header-content-changed'],
  ),
  row(
    'a header of any text is a number now',
    header(text),
    header('schema: { type: integer }'),
    ['response-header-type-specialised'],
    ['response-header-type-changed'],
  ),
];

/** A document of as many operations as asked for, in the manner of large ones: resources of five operations, shared components. */
import type { Json, JsonObject } from '../../../../spec/json/exact-json.ts';

const OF_A_RESOURCE = 5;

/** The same for the same number, which is rounded up to whole resources. */
export function largeDocument(operations: number): JsonObject {
  const names = Array.from({ length: Math.ceil(operations / OF_A_RESOURCE) }, (_unused, at) => `Thing${at}`);
  return {
    openapi: '3.0.3',
    info: { title: `${operations} operations`, version: '1.0.0' },
    servers: [{ url: 'https://api.example.com/v1' }],
    security: [{ key: [] }],
    paths: Object.fromEntries(names.flatMap(pathsOf)),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
      parameters: { Limit: limit, Page: page, Trace: trace },
      responses: { Refused: errorResponse('The request is not as declared.'), Gone: errorResponse('None.') },
      schemas: { Error: errorSchema, Address: address, ...Object.fromEntries(names.flatMap(schemasOf)) },
    },
  };
}

function pathsOf(name: string, at: number): readonly (readonly [string, JsonObject])[] {
  const collection = `/things-${at}`;
  const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  return [
    [
      collection,
      {
        get: {
          operationId: `list${name}`,
          summary: `Lists what there is of ${name}.`,
          parameters: ['Limit', 'Page', 'Trace'].map((one) => ({ $ref: `#/components/parameters/${one}` })),
          responses: { 200: success({ type: 'array', items: ref(name) }), ...errorResponses },
        },
        post: {
          operationId: `create${name}`,
          ...withBody(name),
          responses: { 201: success(ref(name)), ...errorResponses },
        },
      },
    ],
    [
      `${collection}/{id}`,
      {
        parameters: [id, { $ref: '#/components/parameters/Trace' }],
        get: { operationId: `read${name}`, responses: { 200: success(ref(name)), ...errorResponses } },
        put: {
          operationId: `replace${name}`,
          ...withBody(name),
          responses: { 200: success(ref(name)), ...errorResponses },
        },
        delete: {
          operationId: `delete${name}`,
          responses: { 204: { description: 'It does not exist.' }, ...errorResponses },
        },
      },
    ],
  ];
}

function schemasOf(name: string): readonly (readonly [string, JsonObject])[] {
  return [
    [`New${name}`, { ...newThing, description: `What makes a ${name}.` }],
    [
      name,
      {
        allOf: [
          ref(`New${name}`),
          {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: 'string', format: 'uuid' },
              createdAt: { type: 'string', format: 'date-time', readOnly: true },
            },
          },
        ],
      },
    ],
  ];
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function withBody(name: string): JsonObject {
  return { requestBody: { required: true, content: { 'application/json': { schema: ref(`New${name}`) } } } };
}

function success(schema: JsonObject): JsonObject {
  return { description: 'As requested.', content: { 'application/json': { schema } } };
}

function errorResponse(description: string): JsonObject {
  return { description, content: { 'application/json': { schema: ref('Error') } } };
}

const errorResponses: JsonObject = {
  400: { $ref: '#/components/responses/Refused' },
  404: { $ref: '#/components/responses/Gone' },
};

const limit: JsonObject = {
  name: 'limit',
  in: 'query',
  description: 'Maximum number to return.',
  schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
};
const page: JsonObject = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } };
const trace: JsonObject = { name: 'X-Trace', in: 'header', schema: { type: 'string', maxLength: 64 } };

const errorSchema: JsonObject = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'integer', format: 'int32' }, message: { type: 'string' } },
};

const address: JsonObject = {
  type: 'object',
  required: ['city'],
  properties: {
    street: { type: 'string', maxLength: 80 },
    city: { type: 'string', maxLength: 80 },
    country: { type: 'string', pattern: '^[A-Z]{2}$', example: 'NL' },
  },
};

const newThing: JsonObject = {
  type: 'object',
  required: ['name', 'size'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120, example: 'First of its kind' },
    size: { type: 'integer', format: 'int64', minimum: 0 },
    price: { type: 'number', nullable: true },
    kind: { type: 'string', enum: ['small', 'large', 'huge'] },
    labels: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 20 } },
    address: ref('Address'),
  },
};

/** An OpenAPI document with a payload in every place that has text. */
import type { JsonObject } from '../../../../spec/json/exact-json.ts';
import { pathPayload, payload } from './payload.ts';

/** `version` tells two of them apart, for what compares documents. */
export function hostileDocument(version: 'old' | 'new' = 'new'): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: payload('info.title'),
      version: payload(`info.version.${version}`),
      summary: payload('info.summary'),
      description: payload('info.description'),
      termsOfService: 'javascript:globalThis.hurt=1',
      contact: {
        name: payload('contact.name'),
        url: 'javascript:globalThis.hurt=1',
        email: 'a@canary.invalid',
      },
      license: { name: payload('license.name'), url: 'javascript:globalThis.hurt=1' },
    },
    externalDocs: { url: 'javascript:globalThis.hurt=1', description: payload('externalDocs') },
    servers: [
      { url: `/${pathPayload('server')}`, description: payload('server.description') },
      { url: 'javascript:globalThis.hurt=1' },
    ],
    tags: [
      {
        name: payload('tag'),
        description: payload('tag.description'),
        externalDocs: { url: 'javascript:globalThis.hurt=1' },
      },
    ],
    paths: {
      '/items': {
        summary: payload('path.summary'),
        get: {
          ...operationText('listItems'),
          parameters: [
            {
              name: payload('parameter.name').replaceAll('\0', ''),
              in: 'query',
              description: payload('parameter.description'),
              schema: { type: 'integer', ...(version === 'old' ? {} : { maximum: 7 }) },
            },
          ],
          responses: {
            200: {
              description: payload('response.description'),
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
                },
              },
            },
          },
        },
        post: {
          ...operationText('createItem'),
          requestBody: {
            description: payload('body.description'),
            required: true,
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Item' },
                examples: { [payload('example.name')]: { summary: payload('example.summary'), value: item } },
              },
            },
          },
          responses: {
            201: {
              description: 'created',
              headers: {
                'X-Item': {
                  required: true,
                  description: payload('header.description'),
                  schema: { enum: [payload('header.enum')] },
                },
              },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
            },
            400: { description: 'refused' },
          },
        },
      },
      [`/items/{id}/${pathPayload('path')}`]: {
        get: {
          operationId: payload('operationId'),
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', example: 1 } }],
          responses: {
            [version === 'old' ? 200 : 202]: {
              description: 'one',
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/Item' }, example: item },
              },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Item: {
          title: payload('schema.title'),
          description: payload('schema.description'),
          type: 'object',
          required: ['name', payload('property.name')],
          properties: {
            name: { type: 'string', enum: [payload('enum'), 'plain'], default: payload('default') },
            [payload('property.name')]: { type: 'integer', description: payload('property.description') },
            shape: { type: 'string', pattern: `^(${'a'}|${pattern})*$` },
            ...(version === 'old' ? { [payload('property.removed')]: { type: 'string' } } : {}),
          },
          [`x-${'unknown'}`]: payload('extension'),
        },
        [`Odd${'.'}Name`]: {
          type: payload('type') === '' ? 'string' : 'object',
          contentEncoding: payload('keyword'),
        },
      },
    },
  };
}

function operationText(name: string): JsonObject {
  return {
    operationId: name,
    summary: payload(`${name}.summary`),
    description: payload(`${name}.description`),
    tags: [payload('tag')],
    externalDocs: { url: 'javascript:globalThis.hurt=1' },
  };
}

const pattern = payload('pattern')
  .replaceAll(/[^\w :<>#[\]@-]/g, '')
  .replaceAll(/[[\]]/g, '\\$&');

/** What the document calls valid. */
export const item: JsonObject = { name: payload('enum'), [payload('property.name')]: 7 };

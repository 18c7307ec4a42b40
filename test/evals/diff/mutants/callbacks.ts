/** Callbacks and webhooks: the server is the client there. */
import { remove, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

export const callbacks: MutantTable = {
  contract: 'test/fixtures/diff/odd-corners.yaml',
  group: 'callbacks and webhooks',
  operations: [],
  breaking: [
    ['webhook removed', remove('/webhooks'), 'clients wait for it', ['webhook changed']],
    [
      'webhook sends new kind',
      set('/webhooks/changed/post/requestBody/content/application~1json/schema/$ref', '#/components/schemas/Problem'),
      'clients read an item',
      ['webhook changed'],
    ],
    [
      'callback sends integer id',
      set(
        '/paths/~1upload/post/callbacks/onDone/{$request.body#~1url}/post/requestBody/content/application~1json/schema/properties/id/type',
        'integer',
      ),
      'clients read a string',
      ['upload'],
    ],
    ['callback removed', remove('/paths/~1upload/post/callbacks'), 'clients wait for it', ['upload']],
    [
      'callback given a different URL',
      [
        remove('/paths/~1upload/post/callbacks/onDone/{$request.body#~1url}'),
        set('/paths/~1upload/post/callbacks/onDone/{$request.body#~1to}', {
          post: {
            requestBody: {
              content: {
                'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } },
              },
            },
            responses: { '200': { description: 'ok' } },
          },
        }),
      ],
      'clients give the old one',
      ['upload'],
    ],
    [
      'callback response accepts less',
      [
        remove('/paths/~1upload/post/callbacks/onDone/{$request.body#~1url}/post/responses/200'),
        set('/paths/~1upload/post/callbacks/onDone/{$request.body#~1url}/post/responses/204', {
          description: 'ok',
        }),
      ],
      'clients respond with 200',
      ['upload'],
    ],
    ['webhook without a body', remove('/webhooks/changed/post/requestBody'), 'clients read one', ['webhook changed']],
  ],
  risky: [
    [
      'a different callback at the same URL',
      set('/paths/~1upload/post/callbacks/onFailed', {
        '{$request.body#/url}': {
          post: {
            requestBody: {
              content: {
                'application/json': { schema: { type: 'object', properties: { id: { type: 'string' } } } },
              },
            },
            responses: { '200': { description: 'ok' } },
          },
        },
      }),
      'clients listen there for a different call',
      ['upload'],
    ],
  ],
  harmless: [
    [
      'webhook added',
      set('/webhooks/other', {
        post: {
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } } },
          responses: { '200': { description: 'ok' } },
        },
      }),
      'clients do not request it',
    ],
    [
      'callback prop added',
      set(
        '/paths/~1upload/post/callbacks/onDone/{$request.body#~1url}/post/requestBody/content/application~1json/schema/properties/z',
        {},
      ),
      'clients do not read it',
    ],
    ['webhook marked deprecated', set('/webhooks/changed/post/deprecated', true), 'the call is made as before'],
    [
      'webhook by reference',
      [
        remove('/webhooks/changed/post'),
        set('/webhooks/changed/$ref', '#/components/pathItems/Changed'),
        set('/components/pathItems', {
          Changed: {
            post: {
              requestBody: {
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
              },
              responses: { '200': { description: 'ok' } },
            },
          },
        }),
      ],
      'a reference equals its target',
    ],
  ],
};

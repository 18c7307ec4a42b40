/** Edge cases of request and response bodies: ranges, encodings, discriminators. */
import { remove, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

export const oddBodies: MutantTable = {
  contract: 'test/fixtures/diff/odd-corners.yaml',
  group: 'edge cases: bodies',
  operations: [],
  breaking: [
    [
      'text/* removed',
      remove('/paths/~1orgs~1{org}~1items~1{item}/put/requestBody/content/text~1*'),
      'clients may send CSV',
      ['putItem'],
    ],
    [
      'encoding type lost',
      set('/paths/~1upload/post/requestBody/content/multipart~1form-data/encoding/file/contentType', 'image/png'),
      'a file may be a JPEG',
      ['upload'],
    ],
    [
      'form style removed',
      remove('/paths/~1login/post/requestBody/content/application~1x-www-form-urlencoded/encoding'),
      'scope=a%20b was two values',
      ['login'],
    ],
    [
      'multipart instead of form',
      [
        remove('/paths/~1login/post/requestBody/content/application~1x-www-form-urlencoded'),
        set('/paths/~1login/post/requestBody/content/multipart~1form-data', {
          schema: {
            type: 'object',
            required: ['user', 'pass'],
            properties: {
              user: { type: 'string' },
              pass: { type: 'string' },
              scope: { type: 'array', items: { type: 'string' } },
            },
          },
          encoding: { scope: { style: 'spaceDelimited', explode: false } },
        }),
      ],
      'clients send a form',
      ['login'],
    ],
    [
      'id no longer readOnly',
      remove('/components/schemas/Item/properties/id/readOnly'),
      'existing requests lack the id, which is required',
      ['putItem'],
    ],
    [
      'secret required',
      set('/components/schemas/Item/required/-', 'secret'),
      'existing requests may omit it',
      ['putItem'],
    ],
    [
      'null ruled out of a time',
      set('/components/schemas/Item/properties/at/type', 'string'),
      'null was accepted',
      ['putItem'],
    ],
    [
      'a third number of a pair',
      set('/components/schemas/Item/properties/pair/prefixItems/-', { type: 'number' }),
      'a client reads two numbers and is given three',
      ['getItem', 'putItem', 'webhook changed'],
    ],
    [
      'labels pattern',
      [
        remove('/components/schemas/Item/properties/labels/patternProperties/^[a-z]+$'),
        set('/components/schemas/Item/properties/labels/patternProperties/^[a-z]{1,10}$', { type: 'string' }),
      ],
      'a longer name was accepted',
      ['putItem'],
    ],
    [
      'ETag optional',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/responses/200/headers/ETag/required', false),
      'a client reads it',
      ['getItem'],
    ],
    [
      'X-Rate to string',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/responses/200/headers/X-Rate/schema/type', 'string'),
      'a client reads a number',
      ['getItem'],
    ],
    [
      '404 other content than 4XX',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/responses/404', {
        description: 'x',
        content: { 'text/plain': { schema: { type: 'string' } } },
      }),
      'a client reads a problem',
      ['getItem'],
    ],
    [
      '4XX removed, default stays',
      remove('/paths/~1orgs~1{org}~1items~1{item}/get/responses/4XX'),
      'a client reads a problem',
      ['getItem'],
    ],
    [
      '202 without body added',
      set('/paths/~1orgs~1{org}~1items~1{item}/put/responses/202', { description: 'later' }),
      'a client reads the body of the success that it knows',
      ['putItem'],
    ],
    [
      'Location format removed',
      remove('/paths/~1login/post/responses/302/headers/Location/schema/format'),
      'a client reads a URL',
      ['login'],
    ],
    [
      'Location of 302 removed',
      remove('/paths/~1login/post/responses/302/headers'),
      'the old contract guarantees it',
      ['login'],
    ],
    [
      'problem+json to json',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/get/responses/4XX/content/application~1problem+json'),
        set('/paths/~1orgs~1{org}~1items~1{item}/get/responses/4XX/content/application~1json', {
          schema: { $ref: '#/components/schemas/Problem' },
        }),
      ],
      'a client requests a problem',
      ['getItem'],
    ],
    [
      '204 to 200 without body',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/delete/responses/204'),
        set('/paths/~1orgs~1{org}~1items~1{item}/delete/responses/200', { description: 'gone' }),
      ],
      'a client expects 204',
      ['deleteItem'],
    ],
    [
      'mapping value removed',
      [
        remove('/components/schemas/Pet/discriminator/mapping/dog'),
        set('/components/schemas/Pet/discriminator/mapping/hound', '#/components/schemas/Dog'),
      ],
      '"dog" was accepted, and "hound" was never returned',
      ['pets', 'addPet'],
    ],
    [
      'mapping removed',
      remove('/components/schemas/Pet/discriminator/mapping'),
      '"cat" is "Cat" now',
      ['pets', 'addPet'],
    ],
    [
      'discriminator swapped',
      [
        set('/components/schemas/Pet/discriminator/mapping/cat', '#/components/schemas/Dog'),
        set('/components/schemas/Pet/discriminator/mapping/dog', '#/components/schemas/Cat'),
      ],
      '"cat" is read as a dog',
      ['pets', 'addPet'],
    ],
    [
      'discriminator other property',
      [
        set('/components/schemas/Pet/discriminator/propertyName', 'species'),
        set('/components/schemas/Cat/required/0', 'species'),
        set('/components/schemas/Cat/properties/species', { type: 'string' }),
        set('/components/schemas/Dog/required/0', 'species'),
        set('/components/schemas/Dog/properties/species', { type: 'string' }),
      ],
      'clients look at "type"',
      ['pets', 'addPet'],
    ],
    [
      'third alternative',
      [
        set('/components/schemas/Pet/oneOf/-', { $ref: '#/components/schemas/Bird' }),
        set('/components/schemas/Pet/discriminator/mapping/bird', '#/components/schemas/Bird'),
        set('/components/schemas/Bird', {
          type: 'object',
          required: ['type'],
          properties: { type: { type: 'string' }, wing: { type: 'integer' } },
        }),
      ],
      'clients may get a bird',
      ['pets', 'addPet'],
    ],
    [
      'kind gains c',
      set('/components/schemas/Item/properties/kind/enum/-', 'c'),
      'clients may get it in responses and calls',
      ['getItem', 'putItem', 'webhook changed'],
    ],
  ],
  risky: [
    [
      'kind writeOnly',
      set('/components/schemas/Item/properties/kind/writeOnly', true),
      'it was optional, and is no longer returned',
      ['getItem', 'putItem', 'webhook changed'],
    ],
    [
      'X-Rate removed',
      remove('/paths/~1orgs~1{org}~1items~1{item}/get/responses/200/headers/X-Rate'),
      'it was optional',
      ['getItem'],
    ],
    [
      'xml added',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/responses/200/content/application~1xml', { schema: {} }),
      'clients that name no type may be given it',
      ['getItem'],
    ],
    [
      '201 gone',
      remove('/paths/~1orgs~1{org}~1items~1{item}/put/responses/201'),
      'clients know the other success',
      ['putItem'],
    ],
    [
      '429 added',
      set('/paths/~1orgs~1{org}~1items~1{item}/put/responses/429', { description: 'slow' }),
      'it was not declared',
      ['putItem'],
    ],
    ['302 gone', remove('/paths/~1login/post/responses/302'), 'clients know the other success', ['login']],
    [
      'discriminator removed',
      remove('/components/schemas/Pet/discriminator'),
      'clients may distinguish the kinds only by it',
      ['pets', 'addPet'],
    ],
  ],
  harmless: [
    [
      'JSON to application/*',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/put/requestBody/content/application~1json'),
        set('/paths/~1orgs~1{org}~1items~1{item}/put/requestBody/content/application~1*', {
          schema: { $ref: '#/components/schemas/Item' },
        }),
      ],
      'the range includes JSON',
    ],
    [
      'text/* to */*',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/put/requestBody/content/text~1*'),
        set('/paths/~1orgs~1{org}~1items~1{item}/put/requestBody/content/*~1*', { schema: {} }),
      ],
      'more is accepted',
    ],
    [
      'encoding type to image/*',
      set('/paths/~1upload/post/requestBody/content/multipart~1form-data/encoding/file/contentType', 'image/*'),
      'more is accepted',
    ],
    [
      'encoding default removed',
      remove('/paths/~1upload/post/requestBody/content/multipart~1form-data/encoding/meta'),
      'JSON is the default for objects',
    ],
    [
      'multipart next to form',
      set('/paths/~1login/post/requestBody/content/multipart~1form-data', {
        schema: {
          type: 'object',
          required: ['user', 'pass'],
          properties: {
            user: { type: 'string' },
            pass: { type: 'string' },
            scope: { type: 'array', items: { type: 'string' } },
          },
        },
      }),
      'more is accepted',
    ],
    [
      '404 in addition to 4XX',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/responses/404', {
        description: 'err',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      }),
      'the range declared it',
    ],
    [
      'default removed',
      remove('/paths/~1orgs~1{org}~1items~1{item}/get/responses/default'),
      'clients support it, but no longer have to',
    ],
    [
      '2XX to 200',
      [remove('/paths/~1upload/post/responses/2XX'), set('/paths/~1upload/post/responses/200', { description: 'ok' })],
      'one of the range',
    ],
    [
      '*/* to json',
      [
        remove('/paths/~1pets/get/responses/200/content/*~1*'),
        set('/paths/~1pets/get/responses/200/content/application~1json', {
          schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
        }),
      ],
      'one of all types',
    ],
    [
      'charset removed',
      [
        remove('/paths/~1login/post/responses/200/content/application~1json; charset=utf-8'),
        set('/paths/~1login/post/responses/200/content/application~1json', {
          schema: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
        }),
      ],
      'JSON is always UTF-8',
    ],
    [
      'charset upper',
      [
        remove('/paths/~1login/post/responses/200/content/application~1json; charset=utf-8'),
        set('/paths/~1login/post/responses/200/content/Application~1JSON;charset=UTF-8', {
          schema: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
        }),
      ],
      'types and charsets have no case',
    ],
    [
      'mapping by bare names',
      [
        set('/components/schemas/Pet/discriminator/mapping/cat', 'Cat'),
        set('/components/schemas/Pet/discriminator/mapping/dog', 'Dog'),
      ],
      'the names of schemas equal references',
    ],
    ['mapping order', [], 'objects have no order'],
    [
      'oneOf order',
      [
        set('/components/schemas/Pet/oneOf/0/$ref', '#/components/schemas/Dog'),
        set('/components/schemas/Pet/oneOf/1/$ref', '#/components/schemas/Cat'),
      ],
      'alternatives have no order',
    ],
    [
      'path item as $ref',
      [
        remove('/paths/~1pets/get'),
        remove('/paths/~1pets/post'),
        set('/paths/~1pets/$ref', '#/components/pathItems/Pets'),
        set('/components/pathItems', {
          Pets: {
            get: {
              operationId: 'pets',
              parameters: [{ $ref: '#/components/parameters/Limit' }],
              responses: {
                '200': {
                  description: 'ok',
                  content: {
                    '*/*': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
                  },
                },
              },
            },
            post: {
              operationId: 'addPet',
              requestBody: { $ref: '#/components/requestBodies/Pet' },
              responses: { '201': { $ref: '#/components/responses/Pet' } },
            },
          },
        }),
      ],
      'a reference equals its target',
    ],
    [
      'new optional prop',
      set('/components/schemas/Item/properties/extra', { type: 'string' }),
      'objects could not be extended otherwise',
    ],
  ],
};

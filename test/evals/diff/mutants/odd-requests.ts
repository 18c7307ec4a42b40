/** Odd corners of servers, paths and parameters. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

export const oddRequests: MutantTable = {
  contract: 'test/fixtures/diff/odd-corners.yaml',
  group: 'unusual cases: requests',
  operations: [],
  breaking: [
    [
      'region enum loses us',
      set('/servers/0/variables/region/enum', ['eu']),
      'clients ask at https://us.example.com',
      ['the contract'],
    ],
    [
      'variable base gets enum',
      set('/servers/0/variables/base/enum', ['v1', 'v2']),
      'v3 could be filled in',
      ['the contract'],
    ],
    [
      'https to http',
      set('/servers/0/url', 'http://{region}.example.com/{base}'),
      'clients ask at https',
      ['the contract'],
    ],
    ['path server removed', remove('/paths/~1upload/servers'), 'clients ask at files.example.com', ['upload']],
    [
      'trailing slash of path',
      rename('/paths/~1pets', '/pets/'),
      'the old path is not found any more',
      ['pets', 'addPet'],
    ],
    ['case of path', rename('/paths/~1pets', '/Pets'), 'paths have case', ['pets', 'addPet']],
    [
      'path param string to integer',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/parameters/0/schema/minLength'),
        set('/paths/~1orgs~1{org}~1items~1{item}/parameters/0/schema/type', 'integer'),
      ],
      'the org "acme" was taken',
      ['getItem', 'putItem', 'deleteItem'],
    ],
    [
      'path param type narrowed',
      set('/paths/~1orgs~1{org}~1items~1{item}/parameters/0/schema/minLength', 2),
      'an org of one letter was taken',
      ['getItem', 'putItem', 'deleteItem'],
    ],
    [
      'path style label',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/0/style', 'label'),
      'clients write 5, and .5 is waited for',
      ['getItem'],
    ],
    [
      'fields explode true',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/1/explode', true),
      'fields=id,name is read as one value',
      ['getItem'],
    ],
    [
      'fields style pipeDelimited',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/1/style', 'pipeDelimited'),
      'fields=id,name is read as one value',
      ['getItem'],
    ],
    [
      'filter prop removed of closed',
      remove('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/2/schema/properties/max'),
      'filter[max]=5 was taken',
      ['getItem'],
    ],
    [
      'filter deepObject to form',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/2/style', 'form'),
      'filter[max]=5 is read as another parameter',
      ['getItem'],
    ],
    [
      'cookie to header',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/4/in', 'header'),
      'clients send a cookie',
      ['getItem'],
    ],
    [
      'query param name case',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/5/name', 'Q'),
      'names of query parameters have case',
      ['getItem'],
    ],
    [
      'q minLength 1 without allowEmptyValue',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/5/allowEmptyValue'),
        set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/5/schema/minLength', 1),
      ],
      '?q= was taken',
      ['getItem'],
    ],
    [
      'json param content to schema',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/6/content'),
        set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/6/schema', {
          type: 'object',
          properties: { a: { type: 'integer' } },
        }),
      ],
      'clients send JSON',
      ['getItem'],
    ],
  ],
  risky: [
    [
      'default region changed',
      set('/servers/0/variables/region/default', 'us'),
      'who fills in nothing asks elsewhere',
      ['the contract'],
    ],
    [
      'limit default changed',
      set('/components/parameters/Limit/schema/default', 50),
      'who says nothing is given another number',
      ['pets'],
    ],
  ],
  harmless: [
    ['region enum gains ap', set('/servers/0/variables/region/enum/-', 'ap'), 'one server more'],
    [
      'server variables written out',
      set('/servers', [
        { url: 'https://eu.example.com/{base}', variables: { base: { default: 'v1' } } },
        { url: 'https://us.example.com/{base}', variables: { base: { default: 'v1' } } },
      ]),
      'the same servers',
    ],
    [
      'server trailing slash',
      set('/servers/0/url', 'https://{region}.example.com/{base}/'),
      'the same URLs once the path is put to it',
    ],
    ['server host upper case', set('/servers/0/url', 'https://{region}.EXAMPLE.com/{base}'), 'hosts have no case'],
    ['server port 443', set('/servers/0/url', 'https://{region}.example.com:443/{base}'), 'it goes without saying'],
    [
      'path server moved to the operation',
      [remove('/paths/~1upload/servers'), set('/paths/~1upload/post/servers', [{ url: 'https://files.example.com' }])],
      'it has no other operations',
    ],
    [
      'path params moved to operation',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/parameters'),
        set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/-', {
          name: 'org',
          in: 'path',
          required: true,
          schema: { type: 'string', minLength: 1 },
        }),
        set('/paths/~1orgs~1{org}~1items~1{item}/put/parameters/-', {
          name: 'org',
          in: 'path',
          required: true,
          schema: { type: 'string', minLength: 1 },
        }),
        set('/paths/~1orgs~1{org}~1items~1{item}/delete/parameters/-', {
          name: 'org',
          in: 'path',
          required: true,
          schema: { type: 'string', minLength: 1 },
        }),
      ],
      'those of the path hold for each',
    ],
    [
      'path style simple said',
      [
        set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/0/style', 'simple'),
        set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/0/explode', false),
      ],
      'they are the defaults',
    ],
    [
      'path param integer to string',
      [
        remove('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/0/schema/minimum'),
        set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/0/schema/type', 'string'),
      ],
      'numbers are text in a path',
    ],
    ['HEAD added', set('/paths/~1pets/head', { responses: { '200': { description: 'x' } } }), 'one operation more'],
    [
      'filter explode said',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/2/explode', true),
      'deepObject is written in one way',
    ],
    [
      'filter explode said to be off',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/2/explode', false),
      'deepObject is written in one way',
    ],
    [
      'header name case',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/3/name', 'x-trace'),
      'names of headers have no case',
    ],
    [
      'header param Authorization added required',
      set('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/-', {
        name: 'Authorization',
        in: 'header',
        required: true,
        schema: { type: 'string' },
      }),
      'OpenAPI passes it over',
    ],
    [
      'allowEmptyValue gone from a text',
      remove('/paths/~1orgs~1{org}~1items~1{item}/get/parameters/5/allowEmptyValue'),
      'the empty text is one of any',
    ],
    [
      'limit inlined',
      [
        remove('/paths/~1pets/get/parameters/0/$ref'),
        set('/paths/~1pets/get/parameters/0/name', 'limit'),
        set('/paths/~1pets/get/parameters/0/in', 'query'),
        set('/paths/~1pets/get/parameters/0/schema', {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          default: 20,
        }),
      ],
      'a reference stands for its target',
    ],
    [
      'limit moved to the path item',
      [
        set('/paths/~1pets/get/parameters', []),
        set('/paths/~1pets/post/parameters', []),
        set('/paths/~1pets/parameters', [{ $ref: '#/components/parameters/Limit' }]),
      ],
      'the other operation does not look at it, and clients need not send it',
    ],
  ],
};

/** The Plant Store: its one operation, a token, media types. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'spec/plant-store.yaml';
const on = ['createPlant'];
const post = '/paths/~1plants/post';
const string = { type: 'string' };
const newPlant = { $ref: '#/components/schemas/NewPlant' };

export const exchanges: MutantTable = {
  contract,
  group: 'operations, responses and media types',
  operations: on,
  breaking: [
    ['the path is another', rename('/paths/~1plants', '/flowers'), 'requests to the old path find nothing'],
    ['the method is another', rename(post, 'put'), 'a POST finds nothing'],
    ['the answer is a 201', rename(`${post}/responses/200`, '201'), 'a client awaits 200'],
    [
      'JSON is taken no more',
      rename(`${post}/requestBody/content/application~1json`, 'application/xml'),
      'a client sends JSON',
    ],
    [
      'JSON is answered no more',
      rename(`${post}/responses/200/content/application~1json`, 'application/xml'),
      'a client reads JSON',
    ],
    [
      'errors as problem+json',
      rename(`${post}/responses/400/content/application~1json`, 'application/problem+json'),
      'a client reads the old type',
    ],
    ['an answer without content', remove(`${post}/responses/200/content`), 'a client reads the plant'],
    [
      'a required header',
      set(`${post}/parameters`, [{ name: 'X-Shop', in: 'header', required: true, schema: string }]),
      'old requests are without it',
    ],
    ['another scheme', set('/components/securitySchemes/bearerAuth/scheme', 'basic'), 'a token is refused'],
    [
      'the token in a header of its own',
      set('/components/securitySchemes/bearerAuth', { type: 'apiKey', in: 'header', name: 'X-Token' }),
      'Authorization is not looked at any more',
    ],
  ],
  harmless: [
    ['no token is needed', set('/security', []), 'who sends one is let in as before'],
    [
      'a further operation',
      set('/paths/~1pots', { get: { responses: { 200: { description: 'Pots' } } } }),
      'nobody has to call it',
    ],
    [
      'an optional header',
      set(`${post}/parameters`, [{ name: 'X-Shop', in: 'header', schema: string }]),
      'old requests are as valid',
    ],
    [
      'JSON or XML is taken',
      set(`${post}/requestBody/content/application~1xml`, { schema: newPlant }),
      'JSON is taken as before',
    ],
    ['the body may be left out', set(`${post}/requestBody/required`, false), 'who sends it is taken as before'],
    ['the token has a format', set('/components/securitySchemes/bearerAuth/bearerFormat', 'JWT'), 'a hint for people'],
  ],
};

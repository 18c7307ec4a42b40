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
    ['the path is different', rename('/paths/~1plants', '/flowers'), 'requests to the old path get a 404'],
    ['the method is different', rename(post, 'put'), 'a POST gets a 405'],
    ['the response is a 201', rename(`${post}/responses/200`, '201'), 'a client expects 200'],
    [
      'JSON is no longer accepted',
      rename(`${post}/requestBody/content/application~1json`, 'application/xml'),
      'a client sends JSON',
    ],
    [
      'JSON is no longer returned',
      rename(`${post}/responses/200/content/application~1json`, 'application/xml'),
      'a client reads JSON',
    ],
    [
      'errors as problem+json',
      rename(`${post}/responses/400/content/application~1json`, 'application/problem+json'),
      'a client reads the old type',
    ],
    ['a response without content', remove(`${post}/responses/200/content`), 'a client reads the plant'],
    [
      'a required header',
      set(`${post}/parameters`, [{ name: 'X-Shop', in: 'header', required: true, schema: string }]),
      'existing requests lack it',
    ],
    ['a different scheme', set('/components/securitySchemes/bearerAuth/scheme', 'basic'), 'a token is rejected'],
    [
      'the token in a separate header',
      set('/components/securitySchemes/bearerAuth', { type: 'apiKey', in: 'header', name: 'X-Token' }),
      'Authorization is no longer read',
    ],
  ],
  harmless: [
    ['no token is required', set('/security', []), 'requests with one are accepted as before'],
    [
      'an additional operation',
      set('/paths/~1pots', { get: { responses: { 200: { description: 'Pots' } } } }),
      'no client has to call it',
    ],
    [
      'an optional header',
      set(`${post}/parameters`, [{ name: 'X-Shop', in: 'header', schema: string }]),
      'existing requests are as valid',
    ],
    [
      'JSON or XML is accepted',
      set(`${post}/requestBody/content/application~1xml`, { schema: newPlant }),
      'JSON is accepted as before',
    ],
    [
      'the body may be left out',
      set(`${post}/requestBody/required`, false),
      'requests that send it are accepted as before',
    ],
    ['the token has a format', set('/components/securitySchemes/bearerAuth/bearerFormat', 'JWT'), 'only a hint'],
  ],
};

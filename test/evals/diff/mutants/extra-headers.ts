/** Headers that clients send in addition to request headers: in form parts, and in responses to calls. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/market.yaml';
const part = '/paths/~1pictures/post/requestBody/content/multipart~1form-data/encoding/file/headers';
const call = '/paths/~1offers/post/callbacks/onSold/{$request.body#~1url}/post';
const response = `${call}/responses/200/headers`;
const webhook = '/webhooks/closed/post';

export const headersOfParts: MutantTable = {
  contract,
  group: 'headers of form parts',
  operations: ['addPicture'],
  breaking: [
    ['a header required', set(`${part}/X-Sum/required`, true), 'clients may leave it out'],
    [
      'a new one required',
      set(`${part}/X-More`, { required: true, schema: { type: 'string' } }),
      'clients do not know it',
    ],
    ['a header shorter', set(`${part}/X-Sum/schema/maxLength`, 32), 'clients send 64 characters'],
    [
      'a header of a note required',
      set(part.replace(/file\/headers$/, 'note'), {
        headers: { 'X-Of': { required: true, schema: { type: 'string' } } },
      }),
      'clients do not know it',
    ],
  ],
  risky: [['a header removed', remove(`${part}/X-Sum`), 'clients may send it, but it is ignored']],
  harmless: [
    ['a header optional', remove(`${part}/X-Size/required`), 'clients still send it'],
    ['a new one optional', set(`${part}/X-More`, { schema: { type: 'string' } }), 'clients do not have to send it'],
    ['a header may be any string', set(`${part}/X-Size/schema/type`, 'string'), 'a number is a string, too'],
    ['a header in small letters', rename(`${part}/X-Size`, 'x-size'), 'names of headers have no case'],
    [
      'the media type as a header',
      set(`${part}/Content-Type`, { required: true, schema: { type: 'string' } }),
      'OpenAPI ignores it: contentType says it',
    ],
  ],
};

export const callbackResponses: MutantTable = {
  contract,
  group: 'callbacks and webhooks: credentials, response headers',
  operations: ['addOffer'],
  breaking: [
    ['decreased bound of a response header', set(`${response}/X-Seen/schema/maximum`, 3), 'clients respond with 4'],
    ['a response header becomes required', set(`${response}/X-Note/required`, true), 'clients may leave it out'],
    [
      'an additional required response header',
      set(`${response}/X-More`, { required: true, schema: { type: 'string' } }),
      'clients do not send it',
    ],
    ['a callback with a different credential', set(`${call}/security`, [{ basic: [] }]), 'clients check the key'],
    ['a callback with no credential', set(`${call}/security`, []), 'clients check the key'],
    [
      'a callback with either credential',
      set(`${call}/security`, [{ key: [] }, { basic: [] }]),
      'clients check the key, and it may be missing',
    ],
    [
      'the key in a different header',
      set('/components/securitySchemes/key/name', 'X-Token'),
      'clients check the old header',
      ['addOffer', 'webhook closed'],
    ],
    [
      'a webhook with a different credential',
      set(`${webhook}/security`, [{ basic: [] }]),
      'clients check the key',
      ['webhook closed'],
    ],
  ],
  risky: [['a removed response header', remove(`${response}/X-Note`), 'clients may send it, but it is ignored']],
  harmless: [
    ['increased bound of a response header', set(`${response}/X-Seen/schema/maximum`, 9), 'clients send up to 5'],
    ['a response header becomes optional', remove(`${response}/X-Seen/required`), 'clients still send it'],
    [
      'a callback with an additional credential',
      set(`${call}/security`, [{ key: [], basic: [] }]),
      'clients that check the key find it',
    ],
    ['a webhook with fewer security alternatives', remove(`${webhook}/security/1`), 'clients support the other one'],
    [
      'a webhook with credentials',
      set('/webhooks/opened/post/security', [{ key: [] }]),
      'clients checked no credentials',
    ],
    [
      'the scheme by a different name',
      [
        rename('/components/securitySchemes/key', 'token'),
        set(`${call}/security`, [{ token: [] }]),
        set(`${webhook}/security`, [{ token: [] }, { token: [], basic: [] }]),
      ],
      'it is the same credential',
    ],
  ],
};

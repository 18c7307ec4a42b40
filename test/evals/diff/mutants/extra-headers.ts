/** Headers that clients write beside those of a request: in the parts of a form, and in what they answer to a call. */
import { remove, rename, set } from '../edit.ts';
import type { MutantTable } from './mutant.ts';

const contract = 'test/fixtures/diff/market.yaml';
const part = '/paths/~1pictures/post/requestBody/content/multipart~1form-data/encoding/file/headers';
const call = '/paths/~1offers/post/callbacks/onSold/{$request.body#~1url}/post';
const response = `${call}/responses/200/headers`;
const webhook = '/webhooks/closed/post';

export const headersOfParts: MutantTable = {
  contract,
  group: 'headers of the parts of a form',
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
  risky: [['a header gone', remove(`${part}/X-Sum`), 'clients may send it, and are not heard']],
  harmless: [
    ['a header optional', remove(`${part}/X-Size/required`), 'clients go on sending it'],
    ['a new one optional', set(`${part}/X-More`, { schema: { type: 'string' } }), 'clients need not send it'],
    ['a header any text', set(`${part}/X-Size/schema/type`, 'string'), 'a number is a text, too'],
    ['a header in small letters', rename(`${part}/X-Size`, 'x-size'), 'names of headers have no case'],
    [
      'the media type as a header',
      set(`${part}/Content-Type`, { required: true, schema: { type: 'string' } }),
      'OpenAPI passes it over: contentType says it',
    ],
  ],
};

export const callbackResponses: MutantTable = {
  contract,
  group: 'callbacks and webhooks: credentials, response headers',
  operations: ['addOffer'],
  breaking: [
    ['an answered header smaller', set(`${response}/X-Seen/schema/maximum`, 3), 'clients answer 4'],
    ['an answered header required', set(`${response}/X-Note/required`, true), 'clients may leave it out'],
    [
      'a new answered header required',
      set(`${response}/X-More`, { required: true, schema: { type: 'string' } }),
      'clients do not answer it',
    ],
    ['a callback with another credential', set(`${call}/security`, [{ basic: [] }]), 'clients look for the key'],
    ['a callback with no credential', set(`${call}/security`, []), 'clients look for the key'],
    [
      'a callback with either credential',
      set(`${call}/security`, [{ key: [] }, { basic: [] }]),
      'clients look for the key, and it may be missing',
    ],
    [
      'the key in another header',
      set('/components/securitySchemes/key/name', 'X-Token'),
      'clients look for it in the old one',
      ['addOffer', 'webhook closed'],
    ],
    [
      'a webhook with another credential',
      set(`${webhook}/security`, [{ basic: [] }]),
      'clients look for the key',
      ['webhook closed'],
    ],
  ],
  risky: [['an answered header gone', remove(`${response}/X-Note`), 'clients may answer it, and are not heard']],
  harmless: [
    ['an answered header greater', set(`${response}/X-Seen/schema/maximum`, 9), 'clients answer up to 5'],
    ['an answered header optional', remove(`${response}/X-Seen/required`), 'clients go on answering it'],
    [
      'a callback with a second credential beside',
      set(`${call}/security`, [{ key: [], basic: [] }]),
      'whoever looks for the key finds it',
    ],
    ['a webhook with one way less', remove(`${webhook}/security/1`), 'clients are ready for the other'],
    [
      'a webhook that says who it is',
      set('/webhooks/opened/post/security', [{ key: [] }]),
      'clients looked for nothing',
    ],
    [
      'the scheme by another name',
      [
        rename('/components/securitySchemes/key', 'token'),
        set(`${call}/security`, [{ token: [] }]),
        set(`${webhook}/security`, [{ token: [] }, { token: [], basic: [] }]),
      ],
      'it is the same credential',
    ],
  ],
};

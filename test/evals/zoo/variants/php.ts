import type { IncomingMessage } from 'node:http';
import { isObject } from '../json.ts';
import { RequestError, throwServerError } from '../response.ts';
import type { Plant } from '../store.ts';
import { faulty, seenIn } from '../variant.ts';
import { acceptsCredentials, acceptsId, changesCreateResponse, failsOn, returnsName, returnsTag } from './changes.ts';

/** Read about in PHP itself and in its frameworks. */
export const php = faulty('deep', [
  {
    name: 'takes-true-as-id',
    description: 'It accepts true as an id and rejects false.',
    behavior: acceptsId((value) => value === true),
    ...seenIn('PHP', 'the rule integer of Laravel asks filter_var(), to which true is 1', 'laravel/framework#41884'),
  },
  {
    name: 'trims-invisible-characters',
    description: 'It trims zero-width spaces and marks from the ends of a name.',
    behavior: returnsName((name) => name.replace(/^[\ufeff\u200b\u200e]+|[\ufeff\u200b\u200e]+$/gu, '')),
    ...seenIn('PHP', 'the middleware TrimStrings of Laravel', 'laravel/framework#44906'),
  },
  {
    name: 'rejects-name-0',
    description: 'It rejects the name "0" as an empty one.',
    behavior: failsOn(({ name }) => name === '0', rejectEmpty),
    ...seenIn('PHP', 'empty("0") is true', 'php/php-src#9845'),
  },
  {
    name: 'drops-tag-0',
    description: 'It omits the tag "0".',
    behavior: returnsTag((tag) => (tag === '0' ? undefined : tag)),
    ...seenIn('PHP', 'Respect\\Validation and many others call "0" empty', 'Respect/Validation#335'),
  },
  {
    name: 'prints-warning-without-tag',
    description: 'It prints a warning before the JSON where the tag is missing.',
    behavior: changesCreateResponse((reply, shown) =>
      isObject(shown) && 'tag' in shown
        ? reply
        : { ...reply, body: `<br />\n<b>Warning</b>:  Undefined array key "tag"<br />\n${reply.body}` },
    ),
    ...seenIn('PHP', 'Dolibarr sends warnings before the JSON', 'Dolibarr/dolibarr#37445'),
  },
  {
    name: 'returns-nothing-to-bytes-a0',
    description: 'It returns no bytes where the name in UTF-8 has a byte A0, as in à, since \\s matches it as a space.',
    behavior: (right) => {
      let hasA0 = false;
      return {
        serializePlant: (plant) => {
          hasA0 = bytesOfName(plant).includes(0xa0);
          return right.serializePlant(plant);
        },
        respondToCreate: (shown) => ({ ...right.respondToCreate(shown), ...(hasA0 ? { body: '' } : {}) }),
      };
    },
    ...seenIn(
      'PHP',
      'preg_replace() without /u breaks the character and json_encode() returns false',
      'modx-pro/MiniShop3#654',
    ),
  },
  {
    name: 'fails-on-last-byte-a0',
    description: 'It returns 500 where the name ends in a character whose last byte is A0, as だ and à do.',
    behavior: failsOn((plant) => bytesOfName(plant).at(-1) === 0xa0, throwServerError),
    ...seenIn('PHP', 'trim() of Laravel 9 cut the bytes of a no-break space one by one', 'laravel/framework#40577'),
  },
  {
    name: 'takes-token-after-comma',
    description: 'It accepts the token behind the last "Bearer " of a header, as in Basic x, Bearer TOKEN.',
    behavior: acceptsCredentials((request, token) => /,\s*Bearer ([^,]*)$/i.exec(headerOf(request))?.[1] === token),
    ...seenIn('PHP', 'Request::bearerToken() of Laravel searches for it', 'laravel/framework#38426'),
  },
  {
    name: 'takes-token-before-comma',
    description: 'It accepts a token that a comma and something else follow.',
    behavior: acceptsCredentials((request, token) => /^Bearer ([^,]*),/i.exec(headerOf(request))?.[1] === token),
    ...seenIn('PHP', 'Request::bearerToken() of Laravel ends the token at a comma', 'tymondesigns/jwt-auth#2196'),
  },
  {
    name: 'takes-token-without-scheme',
    description: 'It accepts the token without the word Bearer before it.',
    behavior: acceptsCredentials((request, token) => headerOf(request) === token),
    ...seenIn('PHP', 'the word Bearer is optional to league/oauth2-server', 'thephpleague/oauth2-server#328'),
  },
  {
    name: 'fails-on-key-that-begins-with-nul',
    description: 'It returns 500 to a property whose name begins with U+0000.',
    behavior: (right) => ({
      readFields: (value) => {
        const fields = right.readFields(value);
        return Object.keys(fields).some((key) => key.startsWith('\0')) ? throwServerError() : fields;
      },
    }),
    ...seenIn('PHP', 'json_decode() before PHP 7 ends in a fatal error', 'php/php-src#1332'),
  },
]);

function rejectEmpty(): never {
  throw new RequestError('name', 'name is required.');
}

function bytesOfName({ name }: Plant): Buffer {
  return Buffer.from(typeof name === 'string' ? name : '');
}

function headerOf({ headers }: IncomingMessage): string {
  return headers.authorization ?? '';
}

import { faulty } from '../variant.ts';
import { acceptsCredentials, type PlantStoreChange } from './changes.ts';

/** Doors that read more into a header than is there. */
export const authForms = faulty('deep', [
  {
    name: 'compares-first-eight-characters',
    description: 'It compares the first eight characters of the token only, as crypt() does.',
    behavior: takesHeader((header, token) => header.startsWith(`Bearer ${token.slice(0, 8)}`)),
  },
  {
    name: 'takes-quoted-token',
    description: 'It accepts the token in quotes.',
    behavior: takesHeader((header, token) => header === `Bearer "${token}"`),
  },
  {
    name: 'takes-token-with-spaces-inside',
    description: 'It removes all white space from the token before it compares.',
    behavior: takesHeader((header, token) => /^Bearer\s/.test(header) && header.slice(6).replace(/\s+/g, '') === token),
  },
  {
    name: 'takes-last-word',
    description: 'It accepts the last word of the header as the token, as split(" ").pop() does.',
    behavior: takesHeader((header, token) => header.includes(' ') && header.split(' ').pop() === token),
  },
  {
    name: 'ignores-what-follows-token',
    description: 'It accepts the second word of the header and ignores what follows, as split(" ")[1] does.',
    behavior: takesHeader((header, token) => {
      const [scheme, second, ...more] = header.split(' ');
      return scheme?.toLowerCase() === 'bearer' && second === token && more.length > 0;
    }),
  },
  {
    name: 'takes-word-undefined',
    description:
      'It accepts the token undefined or null, since that is what the name of an unset variable becomes in a string.',
    behavior: takesHeader((header) => /^Bearer (undefined|null)$/.test(header)),
  },
  {
    name: 'takes-token-as-password',
    description: 'It accepts the token as the password of Basic credentials, which the contract does not offer.',
    behavior: takesHeader((header, token) => {
      const [, encoded = ''] = /^Basic (.*)$/i.exec(header) ?? [];
      return Buffer.from(encoded, 'base64').toString().endsWith(`:${token}`);
    }),
  },
  {
    name: 'takes-token-in-base64',
    description: 'It decodes the token from Base64 before it compares.',
    behavior: takesHeader((header, token) => header === `Bearer ${Buffer.from(token).toString('base64')}`),
  },
]);

function takesHeader(matches: (header: string, token: string) => boolean): PlantStoreChange {
  return acceptsCredentials(({ headers }, token) => matches(headers.authorization ?? '', token));
}

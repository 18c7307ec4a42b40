import { faulty } from '../variant.ts';
import { type Change, takesCredentials } from './changes.ts';

/** Doors that read more into a header than is there. */
export const authForms = faulty('deep', [
  {
    name: 'compares-first-eight-characters',
    what: 'It compares the first eight characters of the token only, as crypt() does.',
    behaviour: takesHeader((header, token) => header.startsWith(`Bearer ${token.slice(0, 8)}`)),
  },
  {
    name: 'takes-quoted-token',
    what: 'It takes the token in quotes.',
    behaviour: takesHeader((header, token) => header === `Bearer "${token}"`),
  },
  {
    name: 'takes-token-with-spaces-inside',
    what: 'It removes all white space from the token before it compares.',
    behaviour: takesHeader(
      (header, token) => /^Bearer\s/.test(header) && header.slice(6).replace(/\s+/g, '') === token,
    ),
  },
  {
    name: 'takes-last-word',
    what: 'It takes the last word of the header for the token, as split(" ").pop() does.',
    behaviour: takesHeader((header, token) => header.includes(' ') && header.split(' ').pop() === token),
  },
  {
    name: 'ignores-what-follows-token',
    what: 'It takes the second word of the header and ignores what follows, as split(" ")[1] does.',
    behaviour: takesHeader((header, token) => {
      const [scheme, second, ...more] = header.split(' ');
      return scheme?.toLowerCase() === 'bearer' && second === token && more.length > 0;
    }),
  },
  {
    name: 'takes-word-undefined',
    what: 'It takes the token undefined or null, since that is what the name of an unset variable becomes in a string.',
    behaviour: takesHeader((header) => /^Bearer (undefined|null)$/.test(header)),
  },
  {
    name: 'takes-token-as-password',
    what: 'It takes the token as the password of Basic credentials, which the contract does not offer.',
    behaviour: takesHeader((header, token) => {
      const [, encoded = ''] = /^Basic (.*)$/i.exec(header) ?? [];
      return Buffer.from(encoded, 'base64').toString().endsWith(`:${token}`);
    }),
  },
  {
    name: 'takes-token-in-base64',
    what: 'It decodes the token from Base64 before it compares.',
    behaviour: takesHeader((header, token) => header === `Bearer ${Buffer.from(token).toString('base64')}`),
  },
]);

function takesHeader(matches: (header: string, token: string) => boolean): Change {
  return takesCredentials(({ headers }, token) => matches(headers.authorization ?? '', token));
}

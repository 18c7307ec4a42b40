import { type Attack, closed, open, type Theme } from '../attack.ts';
import { create, get, PLANT, TOKEN, WRONG_TOKEN } from '../requests.ts';

const PLAIN = `Content-Type: application/json\r\nContent-Length: ${PLANT.length}\r\n`;
const asking = (fields: string, target = '/plants') =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}${PLAIN}\r\n${PLANT}`;
const bearer = (credential: string) => asking(`Authorization: ${credential}\r\n`);

const missing = open(401, /1201/);
const wrong = open(401, /1202/);

const attacks: readonly Attack[] = [
  { name: 'no credential', why: 'RFC 9110, 15.5.2: a 401 that says how', sends: asking(''), gets: missing },
  { name: 'a scheme without a token', why: 'RFC 6750, 3', sends: bearer('Bearer'), gets: missing },
  { name: 'a scheme and spaces', why: 'the same', sends: bearer('Bearer     '), gets: missing },
  { name: 'an empty Authorization', why: 'the same', sends: bearer(''), gets: missing },
  { name: 'the token without a scheme', why: 'RFC 9110, 11.6.2', sends: bearer(TOKEN), gets: missing },
  {
    name: 'another scheme',
    why: 'the contract says bearer',
    sends: bearer(`Digest ${TOKEN}`),
    gets: missing,
  },
  {
    name: 'the token as a password of Basic',
    why: 'the same',
    sends: bearer(`Basic ${Buffer.from(`me:${TOKEN}`).toString('base64')}`),
    gets: missing,
  },
  { name: 'a wrong token', why: 'it is not accepted', sends: bearer(`Bearer ${WRONG_TOKEN}`), gets: wrong },
  {
    name: 'all of the token but its last letter',
    why: 'the same',
    sends: bearer(`Bearer ${TOKEN.slice(0, -1)}`),
    gets: wrong,
  },
  { name: 'the token and one letter more', why: 'the same', sends: bearer(`Bearer ${TOKEN}x`), gets: wrong },
  {
    name: 'the token in lower case',
    why: 'the same',
    sends: bearer(`Bearer ${TOKEN.toLowerCase()}`),
    gets: wrong,
  },
  {
    name: 'the token twice',
    why: 'the same',
    sends: bearer(`Bearer ${TOKEN}, Bearer ${TOKEN}`),
    gets: wrong,
  },
  { name: 'the token in quotes', why: 'the same', sends: bearer(`Bearer "${TOKEN}"`), gets: wrong },
  {
    name: 'the token, percent-encoded',
    why: 'the same',
    sends: bearer(`Bearer %48${TOKEN.slice(1)}`),
    gets: wrong,
  },
  {
    name: 'a token beyond ASCII',
    why: 'compared byte by byte',
    sends: bearer(`Bearer \xe9\xff${TOKEN}`),
    gets: wrong,
  },
  {
    name: 'a token of 15 KB',
    why: 'the time for it says nothing of the right one',
    sends: bearer(`Bearer ${'x'.repeat(15_000)}`),
    gets: wrong,
  },
  {
    name: 'a token of 1 MB',
    why: 'RFC 6585, 5',
    sends: bearer(`Bearer ${'x'.repeat(1_000_000)}`),
    gets: closed(431),
  },
  {
    name: 'two tokens, the wrong one first',
    why: 'RFC 9110, 5.3: a field that is no list; the first counts, as for other headers of its kind',
    sends: asking(`Authorization: Bearer ${WRONG_TOKEN}\r\nAuthorization: Bearer ${TOKEN}\r\n`),
    gets: wrong,
  },
  {
    name: '300 Authorization fields',
    why: 'the same',
    sends: asking(Array.from({ length: 300 }, (_unused, n) => `Authorization: Bearer ${n}\r\n`).join('')),
    gets: wrong,
  },
  {
    name: 'the token in the query',
    why: 'the contract says Authorization; log and journal mask it',
    sends: asking('', `/plants?access_token=${TOKEN}`),
    gets: missing,
  },
  {
    name: 'the token in path, cookie, body and other fields',
    why: 'wherever it stands, it is masked',
    sends: create(
      `{"id":"x","name":"${TOKEN}"}`,
      `Cookie: sid=${TOKEN}\r\nX-Api-Key: ${TOKEN}\r\nProxy-Authorization: Basic ${Buffer.from(`a:${TOKEN}`).toString('base64')}\r\nReferer: http://x/?token=${TOKEN}\r\n`,
    ),
    gets: open(400),
  },
  {
    name: 'the token as a path, encoded letter by letter',
    why: 'an encoded secret is one too',
    sends: get(`/${[...Buffer.from(TOKEN)].map((byte) => `%${byte.toString(16)}`).join('')}`),
    gets: open(404),
  },
  {
    name: 'a token with CR and LF, encoded, and a forged line of the log',
    why: 'one request, one line',
    sends: bearer('Bearer x%0d%0aGET /forged 200 1ms'),
    gets: wrong,
  },
  {
    name: 'a path with CR and LF, encoded, and a forged line of the log',
    why: 'the same',
    sends: get('/a%0d%0aGET%20/forged%20200%201ms'),
    gets: open(404),
  },
  {
    name: 'C1 escape codes in a field that is told of',
    why: 'the log shows them as text',
    sends: create(PLANT, 'Prefer: code="\x9b31m\x9d0;owned\x9c"\r\n'),
    gets: open(400, /1301/),
  },
  {
    name: 'text that runs from right to left in the name of a field',
    why: 'the same',
    sends: create('{"id":7,"name":"a","tag":1,"\xe2\x80\xaegnp.exe":1}'),
    gets: open(400),
  },
  {
    name: 'another credential of proxies',
    why: 'RFC 9110, 11.7.2: it is for proxies, and is masked',
    sends: asking(`Proxy-Authorization: Bearer ${TOKEN}\r\n`),
    gets: missing,
  },
];

export const credentials: Theme = {
  name: 'Credentials and the log',
  sends:
    'tokens wrong by one letter, doubled, of 1 MB, beyond ASCII, in other schemes and places; forged lines, escape codes and text from right to left where a log would show them',
  attacks,
};

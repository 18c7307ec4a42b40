import { type Attack, type AttackTheme, closed, open } from '../attack.ts';
import { create, get, PLANT, TOKEN, WRONG_TOKEN } from '../requests.ts';

const PLAIN = `Content-Type: application/json\r\nContent-Length: ${PLANT.length}\r\n`;
const requestWith = (fields: string, target = '/plants') =>
  `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}${PLAIN}\r\n${PLANT}`;
const bearer = (credential: string) => requestWith(`Authorization: ${credential}\r\n`);

const missing = open(401, /1201/);
const wrong = open(401, /1202/);

const attacks: readonly Attack[] = [
  {
    name: 'no credential',
    reason: 'RFC 9110, 15.5.2: a 401 with WWW-Authenticate',
    sends: requestWith(''),
    expected: missing,
  },
  { name: 'a scheme without a token', reason: 'RFC 6750, 3', sends: bearer('Bearer'), expected: missing },
  { name: 'a scheme and spaces', reason: 'the same', sends: bearer('Bearer     '), expected: missing },
  { name: 'an empty Authorization', reason: 'the same', sends: bearer(''), expected: missing },
  { name: 'the token without a scheme', reason: 'RFC 9110, 11.6.2', sends: bearer(TOKEN), expected: missing },
  {
    name: 'another scheme',
    reason: 'the contract declares bearer',
    sends: bearer(`Digest ${TOKEN}`),
    expected: missing,
  },
  {
    name: 'the token as a password of Basic',
    reason: 'the same',
    sends: bearer(`Basic ${Buffer.from(`me:${TOKEN}`).toString('base64')}`),
    expected: missing,
  },
  {
    name: 'an invalid token',
    reason: 'it is not accepted',
    sends: bearer(`Bearer ${WRONG_TOKEN}`),
    expected: wrong,
  },
  {
    name: 'all of the token but its last letter',
    reason: 'the same',
    sends: bearer(`Bearer ${TOKEN.slice(0, -1)}`),
    expected: wrong,
  },
  {
    name: 'the token and one letter more',
    reason: 'the same',
    sends: bearer(`Bearer ${TOKEN}x`),
    expected: wrong,
  },
  {
    name: 'the token in lower case',
    reason: 'the same',
    sends: bearer(`Bearer ${TOKEN.toLowerCase()}`),
    expected: wrong,
  },
  {
    name: 'the token twice',
    reason: 'the same',
    sends: bearer(`Bearer ${TOKEN}, Bearer ${TOKEN}`),
    expected: wrong,
  },
  { name: 'the token in quotes', reason: 'the same', sends: bearer(`Bearer "${TOKEN}"`), expected: wrong },
  {
    name: 'the token, percent-encoded',
    reason: 'the same',
    sends: bearer(`Bearer %48${TOKEN.slice(1)}`),
    expected: wrong,
  },
  {
    name: 'a token beyond ASCII',
    reason: 'compared byte by byte',
    sends: bearer(`Bearer \xe9\xff${TOKEN}`),
    expected: wrong,
  },
  {
    name: 'a token of 15 KB',
    reason: 'the response time reveals nothing about the valid one',
    sends: bearer(`Bearer ${'x'.repeat(15_000)}`),
    expected: wrong,
  },
  {
    name: 'a token of 1 MB',
    reason: 'RFC 6585, 5',
    sends: bearer(`Bearer ${'x'.repeat(1_000_000)}`),
    expected: closed(431),
  },
  {
    name: 'two tokens, the wrong one first',
    reason: 'RFC 9110, 5.3: a field that is not a list; the first counts, as for other headers of its kind',
    sends: requestWith(`Authorization: Bearer ${WRONG_TOKEN}\r\nAuthorization: Bearer ${TOKEN}\r\n`),
    expected: wrong,
  },
  {
    name: '300 Authorization fields',
    reason: 'the same',
    sends: requestWith(Array.from({ length: 300 }, (_unused, n) => `Authorization: Bearer ${n}\r\n`).join('')),
    expected: wrong,
  },
  {
    name: 'the token in the query',
    reason: 'the contract declares Authorization; log and journal mask it',
    sends: requestWith('', `/plants?access_token=${TOKEN}`),
    expected: missing,
  },
  {
    name: 'the token in path, cookie, body and other fields',
    reason: 'it is masked everywhere',
    sends: create(
      `{"id":"x","name":"${TOKEN}"}`,
      `Cookie: sid=${TOKEN}\r\nX-Api-Key: ${TOKEN}\r\nProxy-Authorization: Basic ${Buffer.from(`a:${TOKEN}`).toString('base64')}\r\nReferer: http://x/?token=${TOKEN}\r\n`,
    ),
    expected: open(400),
  },
  {
    name: 'the token as a path, encoded letter by letter',
    reason: 'an encoded secret is one too',
    sends: get(`/${[...Buffer.from(TOKEN)].map((byte) => `%${byte.toString(16)}`).join('')}`),
    expected: open(404),
  },
  {
    name: 'a token with CR and LF, encoded, and a forged line of the log',
    reason: 'one request, one line',
    sends: bearer('Bearer x%0d%0aGET /forged 200 1ms'),
    expected: wrong,
  },
  {
    name: 'a path with CR and LF, encoded, and a forged line of the log',
    reason: 'the same',
    sends: get('/a%0d%0aGET%20/forged%20200%201ms'),
    expected: open(404),
  },
  {
    name: 'C1 escape codes in a field that is reported',
    reason: 'the log shows them as text',
    sends: create(PLANT, 'Prefer: code="\x9b31m\x9d0;owned\x9c"\r\n'),
    expected: open(400, /1301/),
  },
  {
    name: 'text that runs from right to left in the name of a field',
    reason: 'the same',
    sends: create('{"id":7,"name":"a","tag":1,"\xe2\x80\xaegnp.exe":1}'),
    expected: open(400),
  },
  {
    name: 'another credential of proxies',
    reason: 'RFC 9110, 11.7.2: it is for proxies, and is masked',
    sends: requestWith(`Proxy-Authorization: Bearer ${TOKEN}\r\n`),
    expected: missing,
  },
];

export const credentials: AttackTheme = {
  name: 'Credentials and the log',
  sends:
    'tokens wrong by one letter, doubled, of 1 MB, beyond ASCII, in other schemes and places; forged lines, escape codes and text from right to left where a log would show them',
  attacks,
};

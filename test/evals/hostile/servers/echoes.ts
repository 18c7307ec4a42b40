/** Stores that send the token back. What is printed and written must not have it. */

import { type HostileServer, head, JSON_TYPE, plants, store, whole } from '../server.ts';
import { spellingsOf } from '../unharmed.ts';

const wrongBody = {
  exit: 1,
  checks: ['body-matches-schema', 'created-is-echoed'],
  why: 'what the store said is shown, with the token masked however it is written',
} as const;

const names = {
  plain: 'as it is',
  'lower-case': 'in small letters',
  base64: 'in Base64',
  base64url: 'in Base64 for URLs',
  'percent-encoded': 'percent-encoded throughout',
  hexadecimal: 'in hexadecimal',
  'json-escapes': 'in escapes of JSON',
  entities: 'in character references of HTML',
} as const;

export const echoes: readonly HostileServer[] = [
  ...Object.entries(names).map(
    ([name, words]): HostileServer => ({
      name: `token-${name}`,
      what: `It answers with the token ${words} in status text, headers and body.`,
      demand: wrongBody,
      proxied: 'passed on',
      start: plants(({ socket, token }) => {
        const said = spellingsOf(token)[words];
        const body = `{"name":["${said}"],"tag":7,"${said}":"${said}"}`;
        const lines = [JSON_TYPE, `x-token: ${said}`, `x-${said.replace(/[^\w-]/g, '-')}: 1`];
        socket.write(`${head([...lines, `content-length: ${body.length}`], `200 ${said}`)}${body}`);
      }),
    }),
  ),
  {
    name: 'token-split',
    what: 'It sends the token back in pieces: over chunks, and over two packets within a header.',
    demand: wrongBody,
    proxied: 'passed on',
    start: plants(async ({ socket, token }) => {
      const [start, end] = [token.slice(0, 9), token.slice(9)];
      socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ntransfer-encoding: chunked\r\nx-token: ${start}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.write(`${end}\r\n\r\n${chunk(`{"name":["${start}`)}${chunk(`${end}"]}`)}0\r\n\r\n`);
    }),
  },
  {
    name: 'token-in-error-fields',
    what: 'It repeats the Authorization header in every Error.',
    demand: { exit: 0, why: 'an Error may say anything; it is masked wherever it is shown' },
    proxied: 'passed on',
    start: store((right) => {
      let last = '';
      return {
        around: (request, answer) => {
          last = request.headers.authorization ?? '';
          return answer();
        },
        describeRefusal: (refusal) => ({ ...right.describeRefusal(refusal), message: `refused: ${last}` }),
      };
    }),
  },
  {
    name: 'token-in-what-is-no-http',
    what: 'It answers with the token where the status line belongs.',
    demand: { exit: 1, checks: ['answer-arrives'], why: 'no HTTP; what it was is not repeated' },
    proxied: 502,
    start: plants(({ socket, token }) => void socket.end(`${token} ${token}\r\n\r\n`)),
  },
  {
    name: 'token-behind-answer',
    manner: 'whole',
    what: 'It sends the token behind a right plant.',
    demand: {
      exit: 1,
      checks: ['nothing-follows'],
      also: ['answer-arrives'],
      why: 'what follows an answer is shown, masked',
    },
    proxied: 'passed on',
    start: plants(({ socket, reply, token }) => void socket.write(`${whole(reply)}${token}`)),
  },
];

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

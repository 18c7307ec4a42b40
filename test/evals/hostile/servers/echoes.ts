/** Stores that send the token back. What is printed and written must not have it. */

import {
  type HostileServer,
  JSON_TYPE,
  respondToPlantsWith,
  responseHead,
  wholeResponse,
  withBehavior,
} from '../hostile-server.ts';
import { tokenEncodings } from '../output-safety.ts';

const wrongBody = {
  exitCode: 1,
  checks: ['body-matches-schema', 'created-is-echoed'],
  why: 'what the implementation sent is shown, with the token masked in every spelling',
} as const;

const names = {
  plain: 'as it is',
  'lower-case': 'in lower case',
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
      description: `It returns the token ${words} in status text, headers and body.`,
      expected: wrongBody,
      proxied: 'passed on',
      start: respondToPlantsWith(({ socket, token }) => {
        const encoded = tokenEncodings(token)[words];
        const body = `{"name":["${encoded}"],"tag":7,"${encoded}":"${encoded}"}`;
        const lines = [JSON_TYPE, `x-token: ${encoded}`, `x-${encoded.replace(/[^\w-]/g, '-')}: 1`];
        socket.write(`${responseHead([...lines, `content-length: ${body.length}`], `200 ${encoded}`)}${body}`);
      }),
    }),
  ),
  {
    name: 'token-split',
    description: 'It sends the token back in pieces: over chunks, and over two packets within a header.',
    expected: wrongBody,
    proxied: 'passed on',
    start: respondToPlantsWith(async ({ socket, token }) => {
      const [start, end] = [token.slice(0, 9), token.slice(9)];
      socket.write(`HTTP/1.1 200 OK\r\n${JSON_TYPE}\r\ntransfer-encoding: chunked\r\nx-token: ${start}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      socket.write(`${end}\r\n\r\n${chunk(`{"name":["${start}`)}${chunk(`${end}"]}`)}0\r\n\r\n`);
    }),
  },
  {
    name: 'token-in-error-fields',
    description: 'It repeats the Authorization header in every Error.',
    expected: { exitCode: 0, why: 'an Error may say anything; it is masked wherever it is shown' },
    proxied: 'passed on',
    start: withBehavior((right) => {
      let last = '';
      return {
        wrapExchange: (request, respond) => {
          last = request.headers.authorization ?? '';
          return respond();
        },
        errorBody: (refusal) => ({ ...right.errorBody(refusal), message: `refused: ${last}` }),
      };
    }),
  },
  {
    name: 'token-in-what-is-no-http',
    description: 'It returns the token where the status line belongs.',
    expected: { exitCode: 1, checks: ['response-arrives'], why: 'no HTTP; what it was is not repeated' },
    proxied: 502,
    start: respondToPlantsWith(({ socket, token }) => void socket.end(`${token} ${token}\r\n\r\n`)),
  },
  {
    name: 'token-behind-answer',
    mode: 'many',
    description: 'It sends the token behind a right plant.',
    expected: {
      exitCode: 1,
      checks: ['no-trailing-data'],
      optionalChecks: ['response-arrives'],
      why: 'what follows a response is shown, masked',
    },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response, token }) => void socket.write(`${wholeResponse(response)}${token}`),
    ),
  },
];

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

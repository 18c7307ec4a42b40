/** Answers the verifier's calls for provider states with the values that pacts may ask for. */
import { createServer } from 'node:http';
import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../spec/exact-json.ts';
import { closing, type LocalServer, listenLocally, readBody } from './local-server.ts';

/** What a state gives for the generators of its interaction: `${token}` takes the value of `token`. */
export type StateValues = (state: string, params: JsonObject) => Readonly<Record<string, Json>>;

/** `pass` is the path that it answers at. */
export async function startStateServer(pass: string, values: StateValues): Promise<LocalServer> {
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => {
        // A 5xx would be repeated for minutes; a refusal is final.
        const known = request.url === `/${pass}`;
        response
          .writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
          .end(known ? stringifyJson(answerTo(body.toString('utf8'), values)) : '{}');
      })
      .catch(() => response.destroy());
  });
  return { port: await listenLocally(server), close: closing(server) };
}

function answerTo(body: string, values: StateValues): Json {
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value) || parsed.value.action !== 'setup') return {};
  const { state, params } = parsed.value;
  return values(typeof state === 'string' ? state : '', isJsonObject(params) ? params : {});
}

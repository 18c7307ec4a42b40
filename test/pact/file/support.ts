/** Small pacts and their results in the original verifier, without the kit in between. */
import path from 'node:path';
import { findPactBinary, runVerifier } from '../../../contracts/pact/native/native-process.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { fileOf, startHttpServer, temporaryFolder } from '../support.ts';

/** Of version 4 of the Pact specification, with one interaction: GET /plants returns 200. */
export function pactText(interaction: JsonObject = {}, more: JsonObject = {}): string {
  return stringifyJson(
    {
      consumer: { name: 'shop' },
      provider: { name: 'store' },
      interactions: [pactWithInteraction(interaction)],
      metadata: { pactSpecification: { version: '4.0' } },
      ...more,
    },
    2,
  );
}

export function pactWithInteraction(interaction: JsonObject): JsonObject {
  return {
    type: 'Synchronous/HTTP',
    description: 'a list of plants',
    request: { method: 'GET', path: '/plants' },
    response: { status: 200 },
    ...interaction,
  };
}

/** A request with generators and its example. */
export function interactionWithRequest(generators: JsonObject, request: JsonObject = {}): JsonObject {
  return { request: { method: 'GET', path: '/plants', ...request, generators } };
}

/** A response with a JSON body and these matching rules. */
export function interactionWithResponse(content: Json, matchingRules: JsonObject = {}): JsonObject {
  const body = { content, contentType: 'application/json', encoded: false };
  const headers = { 'Content-Type': ['application/json'] };
  return { response: { status: 200, headers, body, matchingRules } };
}

/** A matching rule for one place of the body. */
export function rule(place: string, ...matchers: readonly Json[]): JsonObject {
  return { body: { [place]: { combine: 'AND', matchers: [...matchers] } } };
}

/** Whether it passes an implementation that returns this response to every request. */
export async function nativeVerifierPasses(text: string, received: Json): Promise<boolean> {
  const url = await startHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(stringifyJson(received));
  });
  const states = await startHttpServer((_request, response) => response.end('{}'));
  const { exitCode } = await runVerifier({
    binary: findPactBinary(),
    args: [
      ...['verifier', '--file', fileOf(text), '--provider-name', 'store', '--no-colour'],
      ...['--hostname', '127.0.0.1', '--port', new URL(url).port, '--state-change-url', states],
      ...['--json', path.join(temporaryFolder(), 'report.json')],
    ],
    timeoutMs: 60_000,
  });
  return exitCode === 0;
}

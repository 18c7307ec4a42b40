/** Documents of one operation, out of the parts that a test is about. */

import { readContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';

/** YAML of each part. */
export type Parts = Readonly<Record<string, string>>;

/** Beside the paths: `components`, `security`, `servers`. */
export function document(paths: string, rest: Parts = {}, openapi = '3.0.3'): string {
  return [
    `openapi: ${openapi}`,
    "info: { title: Things, version: '1' }",
    ...Object.entries(rest).map(([key, value]) => `${key}: ${value}`),
    `paths: ${paths}`,
  ].join('\n');
}

/** `GET /things`, with an answer unless it says its own. */
export function operation(parts: Parts, rest: Parts = {}): string {
  return document(`{ /things: { get: ${operationObject(parts)} } }`, rest);
}

/** `POST /things` with a body of these media types. */
export function withBody(content: string, isRequired = true): string {
  const requestBody = `{ required: ${isRequired}, content: ${content} }`;
  return document(`{ /things: { post: ${operationObject({ requestBody })} } }`);
}

/** `GET /things` with one parameter. */
export function withParameter(parameter: string): string {
  return operation({ parameters: `[${parameter}]` });
}

/** `GET /things` answered with 200 like this. */
export function answering(response: string): string {
  return operation({ responses: `{ '200': { description: ok, ${response} } }` });
}

export function operationObject(parts: Parts): string {
  const whole = { responses: "{ '200': { description: ok } }", ...parts };
  const members = Object.entries(whole).map(([key, value]) => `${key}: ${value}`);
  return `{ ${members.join(', ')} }`;
}

export function read(text: string, name = 'api.yaml'): Promise<Contract> {
  return readContract(`file://${process.cwd()}/${name}`, text);
}

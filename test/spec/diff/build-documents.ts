/** Documents of one operation, out of the parts that a test is about. */

import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';

/** YAML of each part. */
export type DocumentParts = Readonly<Record<string, string>>;

/** Beside the paths: `components`, `security`, `servers`. */
export function document(paths: string, rest: DocumentParts = {}, openapi = '3.0.3'): string {
  return [
    `openapi: ${openapi}`,
    "info: { title: Things, version: '1' }",
    ...Object.entries(rest).map(([key, value]) => `${key}: ${value}`),
    `paths: ${paths}`,
  ].join('\n');
}

/** `GET /things`, with a default response. */
export function operation(parts: DocumentParts, rest: DocumentParts = {}): string {
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

/** `GET /things` with this 200 response. */
export function withResponse(response: string): string {
  return operation({ responses: `{ '200': { description: ok, ${response} } }` });
}

export function operationObject(parts: DocumentParts): string {
  const whole = { responses: "{ '200': { description: ok } }", ...parts };
  const members = Object.entries(whole).map(([key, value]) => `${key}: ${value}`);
  return `{ ${members.join(', ')} }`;
}

export function parseDocument(text: string, name = 'api.yaml'): Promise<Contract> {
  return parseContract(`file://${process.cwd()}/${name}`, text);
}

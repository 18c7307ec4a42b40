/** A contract with OAuth2 flows, as an object for tests. */
import { loadSpecSource } from '../../../spec/loading/spec-source.ts';
import type { Contract } from '../../../spec/model/contract.ts';

interface LoginContract {
  /** By the name of the scheme. */
  readonly schemes: Readonly<Record<string, object>>;
  /** The scopes of the operation of each scheme. */
  readonly scopes?: readonly string[];
  readonly servers?: readonly string[];
  /** Header parameters of both operations on notes. */
  readonly headers?: readonly string[];
}

/** `GET /notes` and `POST /notes` for the first scheme; `GET /NAME` for each of the others. */
export function loginContract({ schemes, scopes = [], servers = [], headers = [] }: LoginContract): Promise<Contract> {
  const [first, ...others] = Object.keys(schemes);
  const requires = (name: string | undefined) =>
    name === undefined ? {} : { security: [{ [name]: isOauth(schemes[name]) ? scopes : [] }] };
  const parameters = headers.map((name) => ({ in: 'header', name, required: true, schema: { type: 'string' } }));
  const note = { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 20 } } };
  const json = { 'application/json': { schema: note } };
  const unauthorized = { 401: { description: 'The token is missing or invalid.' } };
  const notes = { 'application/json': { schema: { type: 'array', items: note } } };
  return loadSpecSource({
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    servers: servers.map((url) => ({ url })),
    paths: {
      '/notes': {
        parameters,
        get: {
          operationId: 'listNotes',
          ...requires(first),
          responses: { 200: { description: 'Notes.', content: notes }, ...unauthorized },
        },
        post: {
          operationId: 'addNote',
          ...requires(first),
          requestBody: { required: true, content: json },
          responses: {
            201: { description: 'Added.', content: json },
            400: { description: 'The note is invalid.' },
            415: { description: 'It is not JSON.' },
            ...unauthorized,
          },
        },
      },
      ...Object.fromEntries(
        others.map((name) => [
          `/${name}`,
          {
            get: { operationId: name, ...requires(name), responses: { 204: { description: 'Yes.' }, ...unauthorized } },
          },
        ]),
      ),
    },
    components: { securitySchemes: schemes },
  });
}

function isOauth(scheme: object | undefined): boolean {
  return scheme !== undefined && 'flows' in scheme;
}

/** An oauth2 scheme whose flows have the same `tokenUrl`. */
export function oauth(tokenUrl: string, ...flows: readonly string[]): object {
  const scopes = { read: 'Reads.', write: 'Writes.' };
  return { type: 'oauth2', flows: Object.fromEntries(flows.map((flow) => [flow, { tokenUrl, scopes }])) };
}

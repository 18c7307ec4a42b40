/**
 * The token endpoint of OAuth2 (RFC 6749, section 3.2), where a contract names one and declares no operation for it: many
 * documents do, because it belongs to another service.
 */
import { parseSelfContained } from '../../spec/loading/inline-document.ts';
import { undeclaredEndpoints } from '../../spec/login/oauth-endpoints.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';

export interface ContractWithEndpoints {
  readonly contract: Contract;
  readonly tokenEndpoints: ReadonlySet<Operation>;
}

/** The contract with an operation for each such path; the document stays as it is. */
export async function withTokenEndpoints(contract: Contract): Promise<ContractWithEndpoints> {
  const { tokens } = undeclaredEndpoints(contract);
  const added = tokens.length === 0 ? [] : await endpointOperations(tokens);
  if (added.length === 0) return { contract, tokenEndpoints: new Set() };
  return {
    contract: { ...contract, operations: [...contract.operations, ...added] },
    tokenEndpoints: new Set(added),
  };
}

async function endpointOperations(paths: readonly string[]): Promise<readonly Operation[]> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'OAuth2', version: '1' },
    paths: Object.fromEntries(paths.map((path) => [path, { post: tokenOperation }])),
  };
  const { operations } = await parseSelfContained('https://oauth2.invalid/openapi.json', JSON.stringify(document));
  return operations;
}

const text = { type: 'string' };

/** RFC 6749, section 5.1. */
const token = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in'],
  properties: {
    access_token: text,
    token_type: { const: 'Bearer' },
    expires_in: { type: 'integer', minimum: 1 },
    refresh_token: text,
    scope: text,
  },
};

/** RFC 6749, section 5.2. */
const tokenError = {
  type: 'object',
  required: ['error'],
  properties: { error: { enum: ['invalid_grant', 'invalid_request'] }, error_description: text },
};

/** Not shown in the journal. */
const secret = { type: 'string', format: 'password' };

const sent = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    ...{ grant_type: text, scope: text, redirect_uri: text },
    ...{ username: text, password: secret, refresh_token: secret },
    ...{ client_id: text, client_secret: secret },
    ...{ code: secret, code_verifier: secret },
  },
};

const json = (schema: object) => ({ 'application/json': { schema } });

const tokenOperation = {
  security: [],
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: sent } } },
  responses: {
    200: {
      description: 'A token',
      headers: { 'Cache-Control': { required: true, schema: { const: 'no-store' } } },
      content: json(token),
    },
    400: { description: 'No token', content: json(tokenError) },
  },
};

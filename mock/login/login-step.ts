/** What logins add to the handling of one request. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import type { CredentialSources } from '../authentication/authenticate.ts';
import type { IssuedToken, PresentedTokens } from '../authentication/issued-tokens.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import type { ValidRequest } from '../validate/validate-request.ts';

/** A request that conforms to the contract. */
export interface LoginRequest {
  readonly operation: Operation;
  readonly valid: ValidRequest;
  readonly sources: CredentialSources;
  readonly presented: PresentedTokens;
  readonly origin: string | undefined;
}

export interface LoginStep {
  /** Completes the generated body of a success; valid bodies stay valid. */
  readonly fillSample?: (sample: Json | undefined, schema: Schema) => Json | undefined;
  /** It reads and changes no records. */
  readonly isWithoutRecords?: boolean;
  /** The user whose own values the operation is about. */
  readonly user?: string;
  /** Completes the response to the request, and stores what follows from it. */
  finish?(response: GeneratedResponse): Promise<GeneratedResponse>;
}

/** The token of a login with which the request is authenticated. */
export function currentToken(
  presented: PresentedTokens,
): { readonly text: string; readonly token: IssuedToken } | undefined {
  const found = [...presented].find(([, { kind, state }]) => kind === 'access' && state === 'valid');
  return found && { text: found[0], token: found[1] };
}

export function isSuccess({ status }: GeneratedResponse): boolean {
  return status >= 200 && status < 300;
}

/**
 * Serves the authorization endpoint where a contract names one without an operation for it, and where its operation
 * redirects: then the Location has a code for the client instead of a made-up address.
 */
import type { Operation } from '../../spec/model/contract.ts';
import { HttpError } from '../http/http-error.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { parseTarget, type RequestTarget } from '../http/request-target.ts';
import type { AuthorizationResponse } from '../login/authorization-endpoint.ts';
import { whenReady } from '../model/when-ready.ts';
import { type HandledRequest, handledWithoutContext, rejectedWithoutContext } from '../request/handled-request.ts';
import type { Handler } from '../request/request-handler.ts';
import { errorResponse } from '../respond/error-response.ts';
import { withHeaders } from '../respond/rule-response.ts';

export interface AuthorizationEndpoints {
  /** Without an operation; relative to the prefix of the contract. */
  readonly paths: readonly string[];
  readonly operations: ReadonlySet<Operation>;
  readonly mount: string;
  readonly respond: (target: RequestTarget) => Promise<AuthorizationResponse | HttpError>;
}

export function serveAuthorization(handle: Handler, endpoints: AuthorizationEndpoints): Handler {
  const { paths, operations } = endpoints;
  if (paths.length + operations.size === 0) return handle;
  return (request) => {
    const target = request.method === 'GET' ? parseTarget(request.target) : undefined;
    if (target === undefined || target instanceof HttpError) return handle(request);
    if (paths.includes(target.path)) return serveUndeclared(target, endpoints);
    if (operations.size === 0) return handle(request);
    return whenReady(handle(request), (handled) =>
      isRedirected(handled, request, endpoints) ? withCode(handled, target, endpoints) : handled,
    );
  };
}

async function serveUndeclared(
  target: RequestTarget,
  { mount, respond }: AuthorizationEndpoints,
): Promise<HandledRequest> {
  const result = await respond(target);
  if (result instanceof HttpError) return rejectedWithoutContext(mount, result);
  return masked(handledWithoutContext(mount, result.response), result);
}

/** A rule and a preference have the response that they describe. */
function isRedirected(
  { operation, ruleId, response }: HandledRequest,
  { headers }: IncomingRequest,
  { operations }: AuthorizationEndpoints,
): boolean {
  const isOwn = operation !== undefined && operations.has(operation) && isRedirection(response);
  return isOwn && ruleId === undefined && headers['prefer'] === undefined;
}

/** The declared status and headers, with the address and the code of this request. */
async function withCode(
  handled: HandledRequest,
  target: RequestTarget,
  { respond }: AuthorizationEndpoints,
): Promise<HandledRequest> {
  const result = await respond(target);
  const { response, operation } = handled;
  if (result instanceof HttpError)
    return { ...handled, response: errorResponse(result, operation), violations: result.violations };
  const { headers, status } = result.response;
  if (!isRedirection({ status })) return { ...handled, response: result.response };
  return masked({ ...handled, response: withHeaders(response, headers) }, result);
}

function masked(handled: HandledRequest, { code }: AuthorizationResponse): HandledRequest {
  return code === undefined ? handled : { ...handled, mask: (text) => text.replaceAll(code, '***') };
}

/** Of a declared response, or of one that is sent. */
export function isRedirection({ status }: { readonly status: string | number }): boolean {
  return /^30[1237]$/.test(String(status));
}

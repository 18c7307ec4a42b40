/** Responses about methods: preflights of browsers, OPTIONS, and the header Allow. */
import type { Operation } from '../../spec/model/contract.ts';
import { preflightHeaders } from '../http/cors.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import type { RequestTarget } from '../http/request-target.ts';
import type { MockResponse } from '../respond/error-response.ts';
import { withHeaders } from '../respond/rule-response.ts';
import type { Router } from '../routing/router.ts';

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function allowedMethods(router: Router, target: RequestTarget): readonly string[] {
  return target.path === '*' ? allMethods : router.methods(target);
}

export function optionsResponse(methods: readonly string[]): MockResponse {
  return { status: 204, headers: { Allow: methods.join(', ') }, body: '' };
}

/** Also for unknown paths, so that the page receives the 404 of the actual request. */
export function preflightResponse({ headers }: IncomingRequest, methods: readonly string[]): MockResponse {
  const allowed = methods.length > 0 ? methods : allMethods;
  return {
    status: 204,
    headers: { Allow: allowed.join(', '), ...preflightHeaders(headers, allowed) },
    body: '',
  };
}

/** A contract may declare a 405 for a method; RFC 9110, section 15.5.6, requires the other methods in Allow. */
export function withAllow(response: MockResponse, operations: readonly Operation[]): MockResponse {
  if (response.headers['Allow'] !== undefined) return response;
  const isAllowed = ({ responses }: Operation) => responses.some(({ status }) => status !== '405');
  const methods = operations.filter(isAllowed).map(({ method }) => method);
  return withHeaders(response, { Allow: [...methods, 'OPTIONS'].join(', ') });
}

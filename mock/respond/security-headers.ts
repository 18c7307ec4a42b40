/**
 * Headers that prevent a response from running as a page of this mock: clients may store any content, and the control
 * API has the same origin. With `sandbox` a document has an opaque origin and runs no scripts; `nosniff` prevents other
 * types from being treated as documents.
 */

import { memoize } from '../../spec/memoize.ts';
import { type Contract, findResponse, type Operation, type Response } from '../../spec/model/contract.ts';
import type { GeneratedResponse, MockResponse } from './error-response.ts';

const POLICY = 'Content-Security-Policy';
const SNIFFING = 'X-Content-Type-Options';
const SANDBOX = 'sandbox';
const NOSNIFF = 'nosniff';

/** For a response that no contract describes. */
export const securityHeaders = { [SNIFFING]: NOSNIFF, [POLICY]: SANDBOX } as const;

/**
 * Adds both headers. A policy that the contract declares for the response is sent alone; any other one, from an
 * upstream or a rule, is combined with `sandbox`, and browsers enforce both (CSP 3, section 8.1). Sniffing is harmless
 * in a sandbox, so an existing value of that header is kept.
 */
export function withSecurityHeaders(response: GeneratedResponse, operation: Operation | undefined): GeneratedResponse;
export function withSecurityHeaders(response: MockResponse, operation: Operation | undefined): MockResponse;
export function withSecurityHeaders(response: MockResponse, operation: Operation | undefined): MockResponse {
  const { policy, sniffing } = securityHeaderNames(response.headers);
  const existing = policy === undefined ? undefined : response.headers[policy];
  const keepsPolicy = existing !== undefined && (isSandbox(existing) || isDeclared(operation, response.status));
  if (policy === undefined && sniffing === undefined && response.upstream === undefined)
    return { ...response, headers: { ...response.headers, [SNIFFING]: NOSNIFF, [POLICY]: SANDBOX } };
  const sniffingHeader = sniffing === undefined ? { [SNIFFING]: NOSNIFF } : {};
  const policyHeader = { [policy ?? POLICY]: existing === undefined ? SANDBOX : `${existing}, ${SANDBOX}` };
  const headers = { ...response.headers, ...sniffingHeader, ...(keepsPolicy ? {} : policyHeader) };
  if (response.upstream === undefined) return { ...response, headers };
  const { upstream } = response;
  const added = { ...sniffingHeader, ...(keepsPolicy ? {} : { [POLICY]: SANDBOX }) };
  const rawHeaders = [...upstream.rawHeaders, ...Object.entries(added).flat()];
  return { ...response, headers, upstream: { ...upstream, rawHeaders } };
}

/** Whether a response of the contract may run scripts on the origin of the mock. */
export const declaresPolicy: (contract: Contract) => boolean = memoize(({ operations }: Contract) =>
  operations.some(({ responses }) => responses.some(hasPolicy)),
);

/** Whether one of several policies is `sandbox`, as sent by a mock behind a proxy. */
function isSandbox(policies: string): boolean {
  return policies.split(',').some((policy) => policy.trim().toLowerCase() === SANDBOX);
}

function isDeclared(operation: Operation | undefined, status: number): boolean {
  const declared = operation === undefined ? undefined : findResponse(operation, status);
  return declared !== undefined && hasPolicy(declared);
}

function hasPolicy({ headers }: Response): boolean {
  return headers.some(({ name }) => isPolicy(name));
}

function isPolicy(name: string): boolean {
  return isNamed(name, POLICY);
}

function isSniffing(name: string): boolean {
  return isNamed(name, SNIFFING);
}

/** Compares the lengths first, because most names differ in length. */
function isNamed(name: string, header: string): boolean {
  return name.length === header.length && name.toLowerCase() === header.toLowerCase();
}

/** The names as spelled in the response. */
function securityHeaderNames(headers: MockResponse['headers']) {
  let policy: string | undefined;
  let sniffing: string | undefined;
  for (const name in headers) {
    if (policy === undefined && isPolicy(name)) policy = name;
    else if (sniffing === undefined && isSniffing(name)) sniffing = name;
  }
  return { policy, sniffing };
}

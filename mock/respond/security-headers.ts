/**
 * What keeps a response from acting as a page of this mock: clients store what they like, and the control API is on the same
 * origin. Under `sandbox` a document has no origin of its own and runs no script; `nosniff` keeps other types from becoming one.
 */

import { memoize } from '../../spec/memoize.ts';
import { type Contract, findResponse, type Operation, type Response } from '../../spec/model/contract.ts';
import type { GeneratedResponse, MockResponse } from './error-response.ts';

const POLICY = 'Content-Security-Policy';
const SNIFFING = 'X-Content-Type-Options';
const SANDBOX = 'sandbox';
const NOSNIFF = 'nosniff';

/** For a response that no contract has anything to say about. */
export const securityHeaders = { [SNIFFING]: NOSNIFF, [POLICY]: SANDBOX } as const;

/**
 * With both headers. A policy that the contract declares for the response stands alone; any other one, of an upstream or of a
 * rule, is sent with ours, and browsers enforce both (CSP 3, 8.1). What sniffing may do in a sandbox is harmless, so another
 * value of that header stands.
 */
export function withSecurityHeaders(response: GeneratedResponse, operation: Operation | undefined): GeneratedResponse;
export function withSecurityHeaders(response: MockResponse, operation: Operation | undefined): MockResponse;
export function withSecurityHeaders(response: MockResponse, operation: Operation | undefined): MockResponse {
  const { policy, sniffing } = securityHeaderNames(response.headers);
  const own = policy === undefined ? undefined : response.headers[policy];
  const keepsPolicy = own !== undefined && (isSandbox(own) || isDeclared(operation, response.status));
  const sniffingHeader = sniffing === undefined ? { [SNIFFING]: NOSNIFF } : {};
  const policyHeader = { [policy ?? POLICY]: own === undefined ? SANDBOX : `${own}, ${SANDBOX}` };
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

/** One of several policies, as a mock behind a proxy sends it. */
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

/** Names are in any case; most differ in their length. */
function isNamed(name: string, header: string): boolean {
  return name.length === header.length && name.toLowerCase() === header.toLowerCase();
}

/** As they are spelt in the response. */
function securityHeaderNames(headers: MockResponse['headers']) {
  const names = Object.keys(headers);
  return { policy: names.find(isPolicy), sniffing: names.find(isSniffing) };
}

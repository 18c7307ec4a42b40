/**
 * Verifies an implementation with pacts: the native verifier sends the requests, this module interprets the results.
 */
import { KitError } from '../../../errors.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import {
  type Exchange,
  isAccessDenied,
  isConnectionBroken,
  isUnreachable,
  statusOf,
} from '../../conformance/model/exchange.ts';
import { noHttpError, targetUnreachableError } from '../../conformance/transport/transport-failure.ts';
import type { Credentials } from '../../options/credentials.ts';
import type { PactRequest } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { assertVerifiable } from '../file/validate-pact.ts';
import type { InteractionResult } from './interaction-result.ts';
import { type AcceptedInteraction, findAccepted } from './lost-access.ts';
import type { PactVerificationOptions } from './verification-options.ts';
import { type PactRun, verifyPact } from './verify-pact.ts';

export interface ProviderVerificationOptions extends Omit<PactVerificationOptions, 'baseUrl'> {
  /** An http or https URL, with or without a base path. */
  readonly baseUrl: string;
  readonly pacts: readonly PactFile[];
}

export interface ProviderResult {
  /** Every interaction of every pact was verified and passed; pending ones only need to be verified. */
  readonly ok: boolean;
  /** By pact, in file order. */
  readonly interactions: readonly InteractionResult[];
  /** The verifier's output. */
  readonly output: string;
  readonly durationMs: number;
}

/**
 * Throws a KitError when nothing could be checked: a pact that cannot be verified reliably, an unreachable
 * implementation, a missing or invalid token, or a failure of the verifier.
 */
export async function verifyProvider(options: ProviderVerificationOptions): Promise<ProviderResult> {
  const verification = verifyPactByPact(options);
  for (;;) {
    const next = await verification.next();
    if (next.done === true) return next.value;
  }
}

/** The same, but yields each pact before it is verified. */
export async function* verifyPactByPact(
  options: ProviderVerificationOptions,
): AsyncGenerator<PactFile, ProviderResult> {
  const started = performance.now();
  const { pacts, credentials } = options;
  const baseUrl = parseTarget(options.baseUrl);
  assertVerifiable(...pacts);
  if (pacts.length === 0) throw new KitError('nothing-checked', 'no pact was given', { fix: 'Name one with --pact.' });
  // The endpoint for provider states may provide a token.
  assertToken(options.statesUrl === undefined ? pacts : [], credentials);
  const runs: PactRun[] = [];
  let accepted: AcceptedInteraction | undefined;
  for (const pact of pacts) {
    yield pact;
    const run = await verifyPact(pact, { ...options, baseUrl }, accepted);
    accepted ??= findAccepted(pact, run.results);
    runs.push(run);
  }
  return combineRuns(runs, started);
}

/** Combines verifier runs. Throws the errors of `verifyProvider` if they say nothing about the contract. */
export function combineRuns(runs: readonly PactRun[], started: number): ProviderResult {
  const interactions = runs.flatMap((run) => run.results);
  assertChecked(interactions);
  return {
    ok: interactions.every(isAsExpected),
    interactions,
    output: runs.map((run) => run.output).join('\n'),
    durationMs: performance.now() - started,
  };
}

/** Interactions of a pending pact may fail. */
export function isAsExpected({ status, isPending }: InteractionResult): boolean {
  return status === 'passed' || (isPending && status === 'failed');
}

/** Throws `target-invalid`. */
export function parseTarget(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new KitError('target-invalid', `received ${JSON.stringify(baseUrl.replace(/\/\/[^/]*@/, '//***@'))}`);
}

/** A password may contain spaces, a bearer token may not. */
function isSendableToken(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token) || /^[\x21-\x7e]+:[\x20-\x7e]*[\x21-\x7e]$/.test(token);
}

/** Throws `credentials-missing` if a pact requires a token and none is configured. */
export function assertToken(pacts: readonly PactFile[], { token, byScheme }: Credentials): void {
  // Checked here because the message must not contain the token, and node:http would only fail in the middle of a run.
  if (token !== undefined && !isSendableToken(token))
    throw new KitError('option-invalid', 'the token contains characters that are not allowed in an HTTP header');
  if (token !== undefined || byScheme.size > 0) return;
  const pactWithToken = pacts.find(({ interactions }) => interactions.some(({ request }) => requestsToken(request)));
  if (pactWithToken === undefined) return;
  throw new KitError('credentials-missing', 'interactions of the pact send a token', {
    where: pactWithToken.file,
  });
}

function requestsToken({ raw }: PactRequest): boolean {
  return raw.generators !== undefined && /\$\{token\}/.test(stringifyJson(raw.generators));
}

/** If nothing was reached or no credentials were accepted, the run says nothing about the contract. */
function assertChecked(results: readonly InteractionResult[]): void {
  assertReachable(results.map(({ exchange }) => exchange));
  const withToken = results.filter(({ hasRealCredentials }) => hasRealCredentials);
  if (
    withToken.length > 0 &&
    withToken.every(({ exchange }) => exchange !== undefined && isAccessDenied(statusOf(exchange) ?? 0))
  )
    throw new KitError('credentials-rejected', 'every request with the token was rejected with 401 or 403');
}

/** If no connection got a response, the implementation is unreachable or probably speaks another protocol. */
function assertReachable(all: readonly (Exchange | undefined)[]): void {
  // A request that the native verifier sends on a connection just closed never arrives, so it has no exchange.
  const exchanges = all.filter((exchange) => exchange !== undefined);
  const [first] = exchanges;
  if (first?.outcome.kind !== 'failure' || !exchanges.every(hasNoHttpResponse)) return;
  const { reason } = first.outcome.failure;
  if (isUnreachable(first)) throw targetUnreachableError(reason);
  throw noHttpError(new URL(first.request.url).origin, reason);
}

function hasNoHttpResponse(exchange: Exchange): boolean {
  return isUnreachable(exchange) || isConnectionBroken(exchange);
}

/** Verifies an implementation with pacts: the native verifier makes the calls, this decides what they are worth. */
import { KitError } from '../../../errors.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import {
  type Exchange,
  isBroken,
  isRefusal,
  isUnreachable,
  statusOf,
} from '../../conformance/model/exchange.ts';
import { noHttpAt, notReached } from '../../conformance/transport/transport-failure.ts';
import type { Credentials } from '../../options/credentials.ts';
import { refuseUnverifiable } from '../file/guards.ts';
import type { PactRequest } from '../file/interaction.ts';

import type { PactFile } from '../file/pact-file.ts';
import type { PactCheck } from './check.ts';
import type { InteractionResult } from './interaction-result.ts';
import { type Accepted, acceptedIn } from './shut-out.ts';
import { type PactRun, verifyPact } from './verify-pact.ts';

export interface ProviderCheck extends Omit<PactCheck, 'baseUrl'> {
  /** http or https, with or without a base path. */
  readonly baseUrl: string;
  readonly pacts: readonly PactFile[];
}

export interface ProviderResult {
  /** Every interaction of every pact was verified and holds; of pending ones, that they were verified. */
  readonly ok: boolean;
  /** By pact, in the order of its file. */
  readonly interactions: readonly InteractionResult[];
  /** What the verifier printed. */
  readonly output: string;
  readonly durationMs: number;
}

/**
 * Throws a KitError when nothing could be judged: a pact that cannot be verified honestly, an implementation that is not
 * there, a token that is missing or does not work, a verifier that did not do its work.
 */
export async function verifyProvider(check: ProviderCheck): Promise<ProviderResult> {
  const verifying = verifyInTurn(check);
  for (;;) {
    const next = await verifying.next();
    if (next.done === true) return next.value;
  }
}

/** The same, which gives each pact when its turn comes. */
export async function* verifyInTurn(check: ProviderCheck): AsyncGenerator<PactFile, ProviderResult> {
  const started = performance.now();
  const { pacts, credentials } = check;
  const baseUrl = targetOf(check.baseUrl);
  pacts.forEach(refuseUnverifiable);
  if (pacts.length === 0)
    throw new KitError('nothing-judged', 'no pact was given', { fix: 'Name one with --pact.' });
  // The endpoint for provider states may give one.
  refuseWithoutToken(check.statesUrl === undefined ? pacts : [], credentials);
  const runs: PactRun[] = [];
  let accepted: Accepted | undefined;
  for (const pact of pacts) {
    yield pact;
    const run = await verifyPact(pact, { ...check, baseUrl }, accepted);
    accepted ??= acceptedIn(pact, run.results);
    runs.push(run);
  }
  return resultOf(runs, started);
}

/** Of one or more runs of the verifier. Throws as `verifyProvider` does when they say nothing of the contract. */
export function resultOf(runs: readonly PactRun[], started: number): ProviderResult {
  const interactions = runs.flatMap((run) => run.results);
  refuseUnjudged(interactions);
  return {
    ok: interactions.every(isAsExpected),
    interactions,
    output: runs.map((run) => run.output).join('\n'),
    durationMs: performance.now() - started,
  };
}

/** What a pending pact expects may fail. */
export function isAsExpected({ status, isPending }: InteractionResult): boolean {
  return status === 'passed' || (isPending && status === 'failed');
}

/** Throws `target-invalid`. */
export function targetOf(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url;
  throw new KitError('target-invalid', `received ${JSON.stringify(baseUrl.replace(/\/\/[^/]*@/, '//***@'))}`);
}

/** A password may hold spaces, a bearer token none. */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token) || /^[\x21-\x7e]+:[\x20-\x7e]*[\x21-\x7e]$/.test(token);
}

/** Throws `credentials-missing` for a pact that asks for a token when there is none to give. */
export function refuseWithoutToken(pacts: readonly PactFile[], { token, byScheme }: Credentials): void {
  // The message must not hold it, and node:http would only say so in the middle of a run.
  if (token !== undefined && !isSendable(token))
    throw new KitError('option-invalid', 'the token holds characters that an HTTP header cannot carry');
  if (token !== undefined || byScheme.size > 0) return;
  const asking = pacts.find(({ interactions }) => interactions.some(({ request }) => asksForToken(request)));
  if (asking === undefined) return;
  throw new KitError('credentials-missing', 'interactions of the pact send a token', { where: asking.file });
}

function asksForToken({ raw }: PactRequest): boolean {
  return raw.generators !== undefined && /\$\{token\}/.test(stringifyJson(raw.generators));
}

/** That nothing was reached, or no credentials were accepted, says nothing about the contract. */
function refuseUnjudged(results: readonly InteractionResult[]): void {
  refuseMute(results.map(({ exchange }) => exchange));
  const withToken = results.filter(({ isAuthorised }) => isAuthorised);
  if (
    withToken.length > 0 &&
    withToken.every(({ exchange }) => exchange !== undefined && isRefusal(statusOf(exchange) ?? 0))
  )
    throw new KitError(
      'credentials-refused',
      'every call that carried the token was refused with 401 or 403',
    );
}

/** Where not one connection gave an answer, nobody is there, or most likely another protocol is spoken. */
function refuseMute(exchanges: readonly (Exchange | undefined)[]): void {
  const [first] = exchanges;
  if (first?.outcome.kind !== 'failure' || !exchanges.every(isWithoutHttp)) return;
  const { reason } = first.outcome.failure;
  if (isUnreachable(first)) throw notReached(reason);
  throw noHttpAt(new URL(first.request.url).origin, reason);
}

function isWithoutHttp(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && (isUnreachable(exchange) || isBroken(exchange));
}

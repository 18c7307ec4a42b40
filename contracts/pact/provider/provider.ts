/** Verifies an implementation with pacts: the native verifier makes the calls, this decides what they are worth. */
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/contract.ts';
import { stringifyJson } from '../../../spec/exact-json.ts';
import { refuseUnverifiable } from '../file/guards.ts';
import type { PactRequest } from '../file/interaction.ts';
import { type PactFile, readPact } from '../file/pact-file.ts';
import { isRefusal } from './answer-check.ts';
import type { Exchange } from './exchange.ts';
import type { InteractionResult } from './interaction-result.ts';
import { type PactRun, verifyPact } from './verify-pact.ts';

export interface ProviderCheck {
  /** http or https, with or without a base path. */
  readonly baseUrl: string;
  /** Given to interactions that ask for `${token}` in a header, path or query. Never shown. */
  readonly token?: string | undefined;
  readonly pactFiles: readonly string[];
  readonly contract: Contract;
  /** Milliseconds for each answer; 5000 unless told. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds for the verification of one pact; unless told, what its interactions may take. */
  readonly deadlineMs?: number | undefined;
  /** PEM certificates to trust for an https implementation. */
  readonly ca?: string | undefined;
  /** Another `pact` binary than the one of @pact-foundation/pact-cli. */
  readonly binary?: string | undefined;
}

export interface ProviderResult {
  /** Every interaction of every pact was verified and holds. */
  readonly ok: boolean;
  /** By pact, in the order of its file. */
  readonly interactions: readonly InteractionResult[];
  /** What the verifier printed. */
  readonly output: string;
  readonly durationMs: number;
}

/**
 * Throws a KitError when nothing could be judged: a pact that cannot be read or verified honestly, an implementation
 * that is not there, a token that is missing or does not work, a verifier that did not do its work.
 */
export async function verifyProvider(check: ProviderCheck): Promise<ProviderResult> {
  const started = performance.now();
  const baseUrl = targetOf(check.baseUrl);
  const pacts = await Promise.all(check.pactFiles.map(readPact));
  pacts.forEach(refuseUnverifiable);
  refuseWithoutToken(pacts, check.token);
  const runs: PactRun[] = [];
  for (const pact of pacts) runs.push(await verifyPact(pact, { ...check, baseUrl }));
  const interactions = runs.flatMap((run) => run.results);
  refuseUnjudged(interactions);
  return {
    ok: interactions.every(({ status }) => status === 'passed'),
    interactions,
    output: runs.map((run) => run.output).join('\n'),
    durationMs: performance.now() - started,
  };
}

function targetOf(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url;
  throw new KitError('target-invalid', `received ${JSON.stringify(baseUrl.replace(/\/\/[^/]*@/, '//***@'))}`);
}

function refuseWithoutToken(pacts: readonly PactFile[], token: string | undefined): void {
  if (pacts.length === 0)
    throw new KitError('nothing-judged', 'no pact was given', { fix: 'Name one with --pact.' });
  // The message must not hold it, and node:http would only say so in the middle of a run.
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new KitError('option-invalid', 'the token holds characters that an HTTP header cannot carry');
  if (token !== undefined) return;
  const asking = pacts.find(({ interactions }) => interactions.some(({ request }) => asksForToken(request)));
  if (asking === undefined) return;
  throw new KitError('credentials-missing', 'interactions of the pact send a token', { where: asking.file });
}

function asksForToken({ raw }: PactRequest): boolean {
  return raw.generators !== undefined && /\$\{token\}/.test(stringifyJson(raw.generators));
}

/** That nothing was reached, or no credentials were accepted, says nothing about the contract. */
function refuseUnjudged(results: readonly InteractionResult[]): void {
  const outcomes = results.flatMap(({ exchange }) => exchange?.outcome ?? []);
  const [first] = outcomes;
  if (first?.kind === 'unreachable' && outcomes.every(({ kind }) => kind === 'unreachable'))
    throw new KitError('target-unreachable', first.message);
  const withToken = results.filter(({ interaction }) => asksForToken(interaction.request));
  if (withToken.length > 0 && withToken.every(({ exchange }) => isRefused(exchange)))
    throw new KitError(
      'credentials-refused',
      'every call that carried the token was refused with 401 or 403',
    );
}

function isRefused(exchange: Exchange | undefined): boolean {
  return exchange?.outcome.kind === 'answer' && isRefusal(exchange.outcome.status);
}

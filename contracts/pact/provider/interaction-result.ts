/** Combines the verifier's report of an interaction with its exchange and the contract checks. */
import { type Contract, findResponse, type Operation, type SecurityScheme } from '../../../spec/model/contract.ts';
import {
  type Exchange,
  isAccessDenied,
  isTooLarge,
  isUnreachable,
  statusOf,
} from '../../conformance/model/exchange.ts';
import type { Finding } from '../../finding/finding.ts';
import type { Credentials } from '../../options/credentials.ts';
import { findComparedInteraction } from '../compare/compared-interaction.ts';
import { checkParameters } from '../compare/parameters.ts';
import { findOperation, sendsCredentials } from '../file/find-operation.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { type ContractViolation, checkContract } from './contract-check.ts';
import type { RecordedExchange } from './verification-options.ts';
import { createMismatch, type InteractionReport, type Mismatch } from './verifier-report.ts';

/** The result of verifying one interaction. */
export interface InteractionResult {
  readonly pactFile: string;
  readonly consumer: string;
  readonly interaction: Interaction;
  /** The operation id; undefined if the contract has no such operation. */
  readonly operation: string | undefined;
  /** Passed: the response is as the consumer expects and conforms to the contract. */
  readonly status: 'passed' | 'failed' | 'not checked';
  /** Why it was not checked. */
  readonly reason: string | undefined;
  /** Pending at the broker: a failure is reported but does not fail the run. */
  readonly isPending: boolean;
  /** Differences between the response and the consumer's expectation. */
  readonly mismatches: readonly Mismatch[];
  /** Violations of the contract, whatever the consumer expects. */
  readonly violations: readonly ContractViolation[];
  /** Remarks about what neither the pact nor the contract decides. */
  readonly notes: readonly string[];
  /** The request was sent with real credentials. */
  readonly hasRealCredentials: boolean;
  /** With credentials masked. */
  readonly exchange: Exchange | undefined;
  /** One for each cause; empty unless the interaction failed. */
  readonly findings: readonly Finding[];
}

/** The result before masking and without findings. */
export type CheckedInteraction = Omit<InteractionResult, 'findings'>;

interface InteractionCheckInput {
  readonly pact: PactFile;
  readonly contract: Contract;
  readonly basePath: string;
  /** The credentials of the run. */
  readonly credentials: Credentials;
  /** Undefined counts as a failure. */
  readonly report: InteractionReport | undefined;
  /** The exchanges of this interaction that the proxy recorded. */
  readonly recorded: readonly RecordedExchange[];
  /** Why it cannot be checked; for example, a provider state could not be set up. */
  readonly uncheckedReason: string | undefined;
  /** A provider state that was not set up although the interaction depends on it. */
  readonly unsetState?: string | undefined;
  readonly isPending: boolean;
}

export function checkInteraction(interaction: Interaction, input: InteractionCheckInput): CheckedInteraction {
  const { pact, contract, recorded, credentials, isPending } = input;
  const operation = findOperation(contract, interaction.request.method, interaction.request.path);
  const onlyExchange = recorded.length === 1 ? recorded[0] : undefined;
  const checked = {
    pactFile: pact.file,
    consumer: pact.consumer,
    interaction,
    operation: operation?.id,
    isPending,
    exchange: onlyExchange?.exchange,
    hasRealCredentials: onlyExchange?.hasRealCredentials === true,
    notes: unspecifiedNotes(interaction, operation, onlyExchange),
  };
  const credentialsReason = credentialReason(interaction, { operation, recorded: onlyExchange, credentials });
  const uncheckedReason =
    input.uncheckedReason ??
    verifierReason(input) ??
    credentialsReason ??
    rateLimitReason(interaction, onlyExchange) ??
    transportReason(onlyExchange);
  if (onlyExchange === undefined || uncheckedReason !== undefined)
    return { ...checked, status: 'not checked', reason: uncheckedReason, mismatches: [], violations: [] };
  return { ...checked, ...applyUnsetState(computeOutcome(checked, operation, { ...input, onlyExchange }), input) };
}

type InteractionOutcome = Pick<CheckedInteraction, 'status' | 'mismatches' | 'violations'>;

/** A violation of the contract is one in any provider state. */
function applyUnsetState(
  outcome: InteractionOutcome,
  { unsetState }: InteractionCheckInput,
): InteractionOutcome & Pick<CheckedInteraction, 'reason'> {
  if (unsetState === undefined || outcome.status !== 'failed' || outcome.violations.length > 0)
    return { ...outcome, reason: undefined };
  const reason = `it requires the provider state "${unsetState}", which was not set up (--states URL)`;
  return { status: 'not checked', reason, mismatches: [], violations: [] };
}

/** RFC 6585: 429 says nothing about the request itself. */
function rateLimitReason({ response }: Interaction, onlyExchange: RecordedExchange | undefined): string | undefined {
  const isLimited = onlyExchange !== undefined && statusOf(onlyExchange.exchange) === TOO_MANY_REQUESTS;
  if (!isLimited || response.status === TOO_MANY_REQUESTS) return undefined;
  return 'the implementation responds with 429 (rate limit)';
}

const TOO_MANY_REQUESTS = 429;

/** Not checked if the request was not received or the response was not read to its end. */
function transportReason(onlyExchange: RecordedExchange | undefined): string | undefined {
  if (onlyExchange?.exchange.outcome.kind !== 'failure') return undefined;
  const { reason } = onlyExchange.exchange.outcome.failure;
  if (isUnreachable(onlyExchange.exchange)) return `the implementation could not be reached: ${reason}`;
  return isTooLarge(onlyExchange.exchange) ? `${reason}, which exceeds the limit` : undefined;
}

/** The interaction is not checked if the verifier failed to send it once and report it. */
function verifierReason({ recorded, report }: InteractionCheckInput): string | undefined {
  if (recorded.length === 1) return report === undefined ? 'the verifier does not report it' : undefined;
  const verifierMessage = report?.mismatches[0]?.message;
  return `the verifier sent ${recorded.length} requests instead of one${verifierMessage === undefined ? '' : ` (${verifierMessage})`}`;
}

function computeOutcome(
  { interaction }: Pick<CheckedInteraction, 'interaction'>,
  operation: Operation | undefined,
  input: InteractionCheckInput & { readonly onlyExchange: RecordedExchange },
): InteractionOutcome {
  const { report, onlyExchange } = input;
  const { outcome } = onlyExchange.exchange;
  const violations = operation === undefined ? [] : findViolations(interaction, operation, input);
  if (outcome.kind === 'failure') {
    const noResponse = createMismatch(
      'call',
      `no response (${outcome.failure.reason})`,
      `status ${interaction.response.status}`,
    );
    return { status: 'failed', mismatches: [noResponse], violations };
  }
  const mismatches = report?.mismatches ?? [];
  const isPassed = report?.ok === true && mismatches.length === 0 && violations.length === 0;
  return { status: isPassed ? 'passed' : 'failed', mismatches, violations };
}

function findViolations(
  interaction: Interaction,
  operation: Operation,
  { pact, contract, onlyExchange, basePath }: InteractionCheckInput & { readonly onlyExchange: RecordedExchange },
): readonly ContractViolation[] {
  const subject = findComparedInteraction(interaction, contract, pact);
  const parameterErrors = subject === undefined ? [] : checkParameters(subject);
  const invalidParameter = parameterErrors.find(({ severity }) => severity === 'error')?.place;
  return checkContract({ interaction, operation, recorded: onlyExchange, basePath, invalidParameter });
}

function unspecifiedNotes(
  interaction: Interaction,
  operation: Operation | undefined,
  recorded: RecordedExchange | undefined,
): string[] {
  const { method, path } = interaction.request;
  if (operation === undefined) return [`${method} ${path}: the contract declares no such operation`];
  const status = recorded === undefined ? undefined : statusOf(recorded.exchange);
  if (status === undefined || !isAccessDenied(status) || findResponse(operation, status) !== undefined) return [];
  if (recorded?.hasRealCredentials === true) return [];
  return [`${operation.id}: received ${status}; the contract does not specify how credentials are rejected`];
}

interface RejectionInput {
  readonly operation: Operation | undefined;
  /** The exchange; undefined unless the request was sent exactly once. */
  readonly recorded: RecordedExchange | undefined;
  readonly credentials: Credentials;
}

/**
 * A rejected credential that the user did not configure for this scheme says nothing about the implementation. Returns
 * the reason; undefined if the response is no rejection, the consumer expects one, or the credential is configured.
 */
function credentialReason(
  { request, response }: Interaction,
  { operation, recorded, credentials }: RejectionInput,
): string | undefined {
  if (operation === undefined || recorded === undefined) return undefined;
  const status = statusOf(recorded.exchange) ?? 0;
  if (!isAccessDenied(status) || isAccessDenied(response.status) || !sendsCredentials(operation, request))
    return undefined;
  if (!recorded.hasRealCredentials)
    return `the credential is the pact's example and was rejected with ${status}; set PLANT_STORE_TOKEN or --token, or for several schemes NAME=VALUE in PLANT_STORE_AUTH or --auth`;
  const sharedTokenScheme = securitySchemes(operation).find((scheme) => usesSharedToken(scheme, credentials));
  if (sharedTokenScheme === undefined) return undefined;
  return `the token was also sent for ${sharedTokenScheme.name}, which has no credential of its own, and was rejected with ${status}; set ${sharedTokenScheme.name}=VALUE in PLANT_STORE_AUTH or --auth`;
}

function securitySchemes({ security }: Operation): readonly SecurityScheme[] {
  return security.flatMap(({ schemes }) => schemes);
}

/** A bearer token may also be valid for another scheme, but often is not. */
function usesSharedToken({ name, type, scheme }: SecurityScheme, { token, byScheme }: Credentials): boolean {
  const isOther = type === 'apiKey' || (type === 'http' && scheme !== 'bearer');
  return isOther && token !== undefined && !byScheme.has(name);
}

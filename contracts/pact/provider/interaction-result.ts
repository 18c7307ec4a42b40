/** Joins what the verifier says of an interaction with what went over the wire and what the contract says. */
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

/** What is known of one interaction after it was verified. */
export interface InteractionResult {
  readonly pactFile: string;
  readonly consumer: string;
  readonly interaction: Interaction;
  /** The id of the contract's operation; undefined for a call that the contract does not know. */
  readonly operation: string | undefined;
  /** Passed: the consumer's expectation holds and the answer conforms to the contract. */
  readonly status: 'passed' | 'failed' | 'not judged';
  /** Why it is not judged. */
  readonly reason: string | undefined;
  /** New to the provider, as a broker says: what fails is told and fails nothing. */
  readonly isPending: boolean;
  /** Where the answer is not what the consumer expects. */
  readonly mismatches: readonly Mismatch[];
  /** Where the answer is not what the contract says, whatever the consumer expects. */
  readonly violations: readonly ContractViolation[];
  /** What neither decides, said but not judged. */
  readonly notes: readonly string[];
  /** The real credentials were sent. */
  readonly hasRealCredentials: boolean;
  /** Credentials masked. */
  readonly exchange: Exchange | undefined;
  /** One for each cause; empty unless it failed. */
  readonly findings: readonly Finding[];
}

/** An interaction as it was judged, before anything is masked or told. */
export type CheckedInteraction = Omit<InteractionResult, 'findings'>;

interface InteractionCheckInput {
  readonly pact: PactFile;
  readonly contract: Contract;
  readonly basePath: string;
  /** What was given to be sent. */
  readonly credentials: Credentials;
  /** Undefined counts as a failure. */
  readonly report: InteractionReport | undefined;
  /** What the proxy saw of this interaction. */
  readonly recorded: readonly RecordedExchange[];
  /** Why it cannot be judged, such as a provider state that could not be set up. */
  readonly uncheckedReason: string | undefined;
  /** A provider state that nobody has set up, though the pact says that it needs to be. */
  readonly unsetState?: string | undefined;
  readonly isPending: boolean;
}

export function checkInteraction(interaction: Interaction, input: InteractionCheckInput): CheckedInteraction {
  const { pact, contract, recorded, credentials, isPending } = input;
  const operation = findOperation(contract, interaction.request.method, interaction.request.path);
  const only = recorded.length === 1 ? recorded[0] : undefined;
  const checked = {
    pactFile: pact.file,
    consumer: pact.consumer,
    interaction,
    operation: operation?.id,
    isPending,
    exchange: only?.exchange,
    hasRealCredentials: only?.hasRealCredentials === true,
    notes: unspecifiedNotes(interaction, operation, only),
  };
  const credentialsReason = credentialReason(interaction, { operation, exchange: only, credentials });
  const uncheckedReason =
    input.uncheckedReason ??
    verifierReason(input) ??
    credentialsReason ??
    rateLimitReason(interaction, only) ??
    transportReason(only);
  if (only === undefined || uncheckedReason !== undefined)
    return { ...checked, status: 'not judged', reason: uncheckedReason, mismatches: [], violations: [] };
  return { ...checked, ...applyUnsetState(computeOutcome(checked, operation, { ...input, only }), input) };
}

type InteractionOutcome = Pick<CheckedInteraction, 'status' | 'mismatches' | 'violations'>;

/** An answer that breaks the contract does so in any state. */
function applyUnsetState(
  outcome: InteractionOutcome,
  { unsetState }: InteractionCheckInput,
): InteractionOutcome & Pick<CheckedInteraction, 'reason'> {
  if (unsetState === undefined || outcome.status !== 'failed' || outcome.violations.length > 0)
    return { ...outcome, reason: undefined };
  const reason = `it needs the provider state "${unsetState}", which nobody has set up (--states URL)`;
  return { status: 'not judged', reason, mismatches: [], violations: [] };
}

/** RFC 6585: it says nothing of the request itself. */
function rateLimitReason({ response }: Interaction, only: RecordedExchange | undefined): string | undefined {
  const isLimited = only !== undefined && statusOf(only.exchange) === TOO_MANY_REQUESTS;
  if (!isLimited || response.status === TOO_MANY_REQUESTS) return undefined;
  return 'the implementation answers 429: it takes no more requests for now';
}

const TOO_MANY_REQUESTS = 429;

/** Nobody has seen the request, or the answer was not read to its end: neither says anything of the implementation. */
function transportReason(only: RecordedExchange | undefined): string | undefined {
  if (only?.exchange.outcome.kind !== 'failure') return undefined;
  const { reason } = only.exchange.outcome.failure;
  if (isUnreachable(only.exchange)) return `the implementation was not reached: ${reason}`;
  return isTooLarge(only.exchange) ? `${reason}, which is more than is read` : undefined;
}

/** What the verifier does not do is nobody's fault but its own. */
function verifierReason({ recorded, report }: InteractionCheckInput): string | undefined {
  if (recorded.length === 1) return report === undefined ? 'the verifier reports nothing of it' : undefined;
  const verifierMessage = report?.mismatches[0]?.message;
  return `the verifier sent ${recorded.length} requests in place of one${verifierMessage === undefined ? '' : ` (${verifierMessage})`}`;
}

function computeOutcome(
  { interaction }: Pick<CheckedInteraction, 'interaction'>,
  operation: Operation | undefined,
  input: InteractionCheckInput & { readonly only: RecordedExchange },
): InteractionOutcome {
  const { report, only } = input;
  const { outcome } = only.exchange;
  const violations = operation === undefined ? [] : findViolations(interaction, operation, input);
  if (outcome.kind === 'failure') {
    const noResponse = createMismatch(
      'call',
      `no answer (${outcome.failure.reason})`,
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
  { pact, contract, only, basePath }: InteractionCheckInput & { readonly only: RecordedExchange },
): readonly ContractViolation[] {
  const subject = findComparedInteraction(interaction, contract, pact);
  const parameterErrors = subject === undefined ? [] : checkParameters(subject);
  const invalidParameter = parameterErrors.find(({ severity }) => severity === 'error')?.place;
  return checkContract({ interaction, operation, recorded: only, basePath, invalidParameter });
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
  return [`${operation.id}: received ${status}; the contract does not say how credentials are refused`];
}

interface RejectionInput {
  readonly operation: Operation | undefined;
  /** What was sent and answered; undefined where it was not sent once. */
  readonly exchange: RecordedExchange | undefined;
  readonly credentials: Credentials;
}

/**
 * A credential that nobody gave for this place says nothing of the implementation when it is refused. In words; undefined
 * where the answer is no refusal, the consumer expects one, or the credential is the right one.
 */
function credentialReason(
  { request, response }: Interaction,
  { operation, exchange, credentials }: RejectionInput,
): string | undefined {
  if (operation === undefined || exchange === undefined) return undefined;
  const status = statusOf(exchange.exchange) ?? 0;
  if (!isAccessDenied(status) || isAccessDenied(response.status) || !sendsCredentials(operation, request))
    return undefined;
  if (!exchange.hasRealCredentials)
    return `the credential is the pact's example and was refused with ${status}: give one in PLANT_STORE_TOKEN or with --token, for several schemes each as NAME=VALUE in PLANT_STORE_AUTH or with --auth`;
  const sharedTokenScheme = securitySchemes(operation).find((scheme) => usesSharedToken(scheme, credentials));
  if (sharedTokenScheme === undefined) return undefined;
  return `the token was sent as the credential of ${sharedTokenScheme.name}, which has none of its own, and was refused with ${status}: give one as ${sharedTokenScheme.name}=VALUE in PLANT_STORE_AUTH or with --auth`;
}

function securitySchemes({ security }: Operation): readonly SecurityScheme[] {
  return security.flatMap(({ schemes }) => schemes);
}

/** A bearer token may be a key too, and often is not. */
function usesSharedToken({ name, type, scheme }: SecurityScheme, { token, byScheme }: Credentials): boolean {
  const isOther = type === 'apiKey' || (type === 'http' && scheme !== 'bearer');
  return isOther && token !== undefined && !byScheme.has(name);
}

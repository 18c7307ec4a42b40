/** Joins what the verifier says of an interaction with what went over the wire and what the contract says. */
import {
  type Contract,
  type Operation,
  responseFor,
  type SecurityScheme,
} from '../../../spec/model/contract.ts';
import {
  type Exchange,
  isRefusal,
  isTooLarge,
  isUnreachable,
  statusOf,
} from '../../conformance/model/exchange.ts';
import type { Finding } from '../../finding/finding.ts';
import type { Credentials } from '../../options/credentials.ts';
import { parameterFaults } from '../compare/parameters.ts';
import { subjectOf } from '../compare/subject.ts';
import type { Interaction } from '../file/interaction.ts';
import { operationFor, sendsCredentials } from '../file/operation-for.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { Recorded } from './check.ts';
import { type Breach, breaches } from './contract-check.ts';
import { type InteractionReport, type Mismatch, mismatch } from './verifier-report.ts';

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
  readonly breaches: readonly Breach[];
  /** What neither decides, said but not judged. */
  readonly silent: readonly string[];
  /** The real credentials were sent. */
  readonly isAuthorised: boolean;
  /** Credentials masked. */
  readonly exchange: Exchange | undefined;
  /** One for each cause; empty unless it failed. */
  readonly findings: readonly Finding[];
}

/** An interaction as it was judged, before anything is masked or told. */
export type JudgedInteraction = Omit<InteractionResult, 'findings'>;

interface JudgeInput {
  readonly pact: PactFile;
  readonly contract: Contract;
  readonly basePath: string;
  /** What was given to be sent. */
  readonly credentials: Credentials;
  /** Undefined counts as a failure. */
  readonly report: InteractionReport | undefined;
  /** What the proxy saw of this interaction. */
  readonly recorded: readonly Recorded[];
  /** Why it cannot be judged, such as a provider state that could not be set up. */
  readonly unjudged: string | undefined;
  /** A provider state that nobody has set up, though the pact says that it needs to be. */
  readonly unsetState?: string | undefined;
  readonly isPending: boolean;
}

export function judgeInteraction(interaction: Interaction, input: JudgeInput): JudgedInteraction {
  const { pact, contract, recorded, credentials, isPending } = input;
  const operation = operationFor(contract, interaction.request.method, interaction.request.path);
  const only = recorded.length === 1 ? recorded[0] : undefined;
  const judged = {
    pactFile: pact.file,
    consumer: pact.consumer,
    interaction,
    operation: operation?.id,
    isPending,
    exchange: only?.exchange,
    isAuthorised: only?.isAuthorised === true,
    silent: silence(interaction, operation, only),
  };
  const refused = whyRefused(interaction, { operation, only, credentials });
  const unjudged =
    input.unjudged ?? whyUnsent(input) ?? refused ?? whyLimited(interaction, only) ?? whyUnheard(only);
  if (only === undefined || unjudged !== undefined)
    return { ...judged, status: 'not judged', reason: unjudged, mismatches: [], breaches: [] };
  return { ...judged, ...orUnset(outcomeOf(judged, operation, { ...input, only }), input) };
}

type Outcome = Pick<JudgedInteraction, 'status' | 'mismatches' | 'breaches'>;

/** An answer that breaks the contract does so in any state. */
function orUnset(outcome: Outcome, { unsetState }: JudgeInput): Outcome & Pick<JudgedInteraction, 'reason'> {
  if (unsetState === undefined || outcome.status !== 'failed' || outcome.breaches.length > 0)
    return { ...outcome, reason: undefined };
  const reason = `it needs the provider state "${unsetState}", which nobody has set up (--states URL)`;
  return { status: 'not judged', reason, mismatches: [], breaches: [] };
}

/** RFC 6585: it says nothing of the request itself. */
function whyLimited({ response }: Interaction, only: Recorded | undefined): string | undefined {
  const isLimited = only !== undefined && statusOf(only.exchange) === TOO_MANY;
  if (!isLimited || response.status === TOO_MANY) return undefined;
  return 'the implementation answers 429: it takes no more requests for now';
}

const TOO_MANY = 429;

/** Nobody has seen the request, or the answer was not read to its end: neither says anything of the implementation. */
function whyUnheard(only: Recorded | undefined): string | undefined {
  if (only?.exchange.outcome.kind !== 'failure') return undefined;
  const { reason } = only.exchange.outcome.failure;
  if (isUnreachable(only.exchange)) return `the implementation was not reached: ${reason}`;
  return isTooLarge(only.exchange) ? `${reason}, which is more than is read` : undefined;
}

/** What the verifier does not do is nobody's fault but its own. */
function whyUnsent({ recorded, report }: JudgeInput): string | undefined {
  if (recorded.length === 1) return report === undefined ? 'the verifier reports nothing of it' : undefined;
  const said = report?.mismatches[0]?.message;
  return `the verifier sent ${recorded.length} requests in place of one${said === undefined ? '' : ` (${said})`}`;
}

function outcomeOf(
  { interaction }: Pick<JudgedInteraction, 'interaction'>,
  operation: Operation | undefined,
  input: JudgeInput & { readonly only: Recorded },
): Outcome {
  const { report, only } = input;
  const { outcome } = only.exchange;
  const broken = operation === undefined ? [] : breachesOf(interaction, operation, input);
  if (outcome.kind === 'failure') {
    const none = mismatch(
      'call',
      `no answer (${outcome.failure.reason})`,
      `status ${interaction.response.status}`,
    );
    return { status: 'failed', mismatches: [none], breaches: broken };
  }
  const mismatches = report?.mismatches ?? [];
  const holds = report?.ok === true && mismatches.length === 0 && broken.length === 0;
  return { status: holds ? 'passed' : 'failed', mismatches, breaches: broken };
}

function breachesOf(
  interaction: Interaction,
  operation: Operation,
  { pact, contract, only, basePath }: JudgeInput & { readonly only: Recorded },
): readonly Breach[] {
  const subject = subjectOf(interaction, contract, pact);
  const faults = subject === undefined ? [] : parameterFaults(subject);
  const wrongParameter = faults.find(({ severity }) => severity === 'error')?.place;
  return breaches({ interaction, operation, recorded: only, basePath, wrongParameter });
}

function silence(
  interaction: Interaction,
  operation: Operation | undefined,
  recorded: Recorded | undefined,
): string[] {
  const { method, path } = interaction.request;
  if (operation === undefined) return [`${method} ${path}: the contract declares no such operation`];
  const status = recorded === undefined ? undefined : statusOf(recorded.exchange);
  if (status === undefined || !isRefusal(status) || responseFor(operation, status) !== undefined) return [];
  if (recorded?.isAuthorised === true) return [];
  return [`${operation.id}: received ${status}; the contract does not say how credentials are refused`];
}

interface Refused {
  readonly operation: Operation | undefined;
  /** What was sent and answered; undefined where it was not sent once. */
  readonly only: Recorded | undefined;
  readonly credentials: Credentials;
}

/**
 * A credential that nobody gave for this place says nothing of the implementation when it is refused. In words; undefined
 * where the answer is no refusal, the consumer expects one, or the credential is the right one.
 */
function whyRefused(
  { request, response }: Interaction,
  { operation, only, credentials }: Refused,
): string | undefined {
  if (operation === undefined || only === undefined) return undefined;
  const status = statusOf(only.exchange) ?? 0;
  if (!isRefusal(status) || isRefusal(response.status) || !sendsCredentials(operation, request))
    return undefined;
  if (!only.isAuthorised)
    return `the credential is the pact's example and was refused with ${status}: give one in PLANT_STORE_TOKEN or with --token, for several schemes each as NAME=VALUE in PLANT_STORE_AUTH or with --auth`;
  const borrowing = schemesOf(operation).find((scheme) => isBorrowed(scheme, credentials));
  if (borrowing === undefined) return undefined;
  return `the token was sent as the credential of ${borrowing.name}, which has none of its own, and was refused with ${status}: give one as ${borrowing.name}=VALUE in PLANT_STORE_AUTH or with --auth`;
}

function schemesOf({ security }: Operation): readonly SecurityScheme[] {
  return security.flatMap(({ schemes }) => schemes);
}

/** A bearer token may be a key too, and often is not. */
function isBorrowed({ name, type, scheme }: SecurityScheme, { token, byScheme }: Credentials): boolean {
  const isOther = type === 'apiKey' || (type === 'http' && scheme !== 'bearer');
  return isOther && token !== undefined && !byScheme.has(name);
}

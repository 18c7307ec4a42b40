/** Joins what the verifier says of an interaction with what went over the wire and what the contract says. */
import { type Contract, type Operation, responseFor } from '../../../spec/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import { operationFor, sendsCredentials } from '../file/operation-for.ts';
import type { PactFile } from '../file/pact-file.ts';
import { type ContractViolation, checkAnswer, isRefusal } from './answer-check.ts';
import type { Exchange, Failure } from './exchange.ts';
import { type Mismatch, mismatch } from './mismatch.ts';
import type { InteractionReport } from './verifier-report.ts';

export interface InteractionResult {
  readonly pactFile: string;
  readonly consumer: string;
  readonly interaction: Interaction;
  /** The id of the contract's operation; undefined for a call that the contract does not know. */
  readonly operation: string | undefined;
  /** Passed: the consumer's expectation holds and the answer conforms to the contract. */
  readonly status: 'passed' | 'failed';
  /** Where the answer is not what the consumer expects. */
  readonly mismatches: readonly Mismatch[];
  /** Where the answer is not what the contract says, whatever the consumer expects. */
  readonly violations: readonly ContractViolation[];
  /** What neither decides, said but not judged. */
  readonly silent: readonly string[];
  readonly exchange: Exchange | undefined;
}

export interface Evidence {
  readonly pact: PactFile;
  readonly contract: Contract;
  /** Undefined counts as a failure. */
  readonly report: InteractionReport | undefined;
  readonly exchanges: readonly Exchange[];
}

export function judge(interaction: Interaction, evidence: Evidence): InteractionResult {
  const { pact, contract, report, exchanges } = evidence;
  const operation = operationFor(contract, interaction.request.method, interaction.request.path);
  const exchange = exchanges.length === 1 ? exchanges[0] : undefined;
  const outcome = exchange?.outcome;
  const mismatches =
    outcome?.kind === 'answer'
      ? (report?.mismatches ?? [])
      : [noAnswer(interaction, exchanges.length, outcome)];
  const violations =
    operation !== undefined && outcome?.kind === 'answer'
      ? checkAnswer(operation, interaction.request, outcome)
      : [];
  const holds = report?.ok === true && mismatches.length === 0 && violations.length === 0;
  return {
    pactFile: pact.file,
    consumer: pact.consumer,
    interaction,
    operation: operation?.id,
    status: holds ? 'passed' : 'failed',
    mismatches,
    violations,
    silent: silence(interaction, operation, exchange),
    exchange,
  };
}

function noAnswer({ response }: Interaction, requests: number, outcome: Failure | undefined): Mismatch {
  if (outcome !== undefined)
    return mismatch('call', `no answer (${outcome.message})`, `status ${response.status}`);
  return mismatch('call', `${requests} requests from the verifier`, 'one');
}

function silence(
  interaction: Interaction,
  operation: Operation | undefined,
  exchange: Exchange | undefined,
): string[] {
  const { method, path } = interaction.request;
  if (operation === undefined) return [`${method} ${path}: the contract declares no such operation`];
  if (exchange?.outcome.kind !== 'answer') return [];
  const { status } = exchange.outcome;
  if (!isRefusal(status) || responseFor(operation, status) !== undefined) return [];
  if (sendsCredentials(operation, interaction.request)) return [];
  return [`${operation.id}: received ${status}; the contract does not say how credentials are refused`];
}

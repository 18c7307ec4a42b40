/**
 * Records the interactions of one operation: valid requests, responses that depend on state, invalid requests and
 * requests without valid credentials.
 */
import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { type BaselineRequest, deriveJsonBaseline, isBaseline } from '../../conformance/request/baseline-request.ts';
import { declaresInvalid } from '../../lint/rules/responses.ts';
import { expectedResponse } from './expected-response.ts';
import {
  type CoveredInteractions,
  type ExpectedStatuses,
  exactStatus,
  isCovered,
  rejectionStatuses,
  successStatuses,
  unauthorizedStatuses,
  whyUnrecordable,
} from './expected-statuses.ts';
import {
  dependsOnState,
  generateInvalidCases,
  generateUnauthorizedCases,
  generateValidCases,
  pathExpression,
} from './recorded-cases.ts';
import type { InteractionKind, OmissionNote, RecordedInteraction, RecordedOperation } from './recording-model.ts';
import { type CredentialValues, createCredentialValues } from './request/fresh-values.ts';
import { type RequestSource, toPactRequest } from './request/pact-request.ts';

export function recordOperation(operation: Operation, contract: Contract): RecordedOperation {
  const schemes = usableSchemes(operation);
  const baseline =
    schemes === undefined
      ? { operation, reason: 'it requires a client certificate, which a pact cannot contain' }
      : deriveJsonBaseline(operation, schemes, contract.operations);
  if (!isBaseline(baseline)) {
    const note = { place: operation.place, subject: 'the operation', reason: baseline.reason };
    return { operation, interactions: [], noInvalidReason: baseline.reason, notes: [note] };
  }
  const notes: OmissionNote[] = [];
  const context: RecordingContext = { baseline, credentials: createCredentialValues(contract), notes };
  const valid = [...recordValid(context)];
  const invalid = [...recordInvalid(context)];
  const unauthorized = [...recordUnauthorized(context)];
  const states = [...recordByState(context, { valid, invalid, unauthorized })];
  return {
    operation,
    interactions: [...valid, ...states, ...invalid, ...unauthorized],
    noInvalidReason: invalid.length > 0 ? undefined : noInvalidReason(operation),
    notes: uniqueNotes(notes),
  };
}

function usableSchemes({ security }: Operation): readonly SecurityScheme[] | undefined {
  if (security.length === 0) return [];
  return security.find(({ schemes }) => schemes.every(({ type }) => type !== 'mutualTLS'))?.schemes;
}

function noInvalidReason(operation: Operation): string {
  if (!declaresInvalid(operation))
    return 'the contract declares no client error for invalid requests (400, 422, 4XX or default)';
  return 'no part of its request can be invalid';
}

interface RecordingContext {
  readonly baseline: BaselineRequest;
  readonly credentials: CredentialValues;
  readonly notes: OmissionNote[];
}

interface InteractionInput extends Pick<RequestSource, 'build' | 'bodyGenerators' | 'pathExpression'> {
  readonly kind: InteractionKind;
  readonly description: string;
  readonly outcome: ExpectedStatuses;
  readonly needsState: boolean;
  readonly schemes?: readonly SecurityScheme[];
}

function* recordValid(context: RecordingContext): Generator<RecordedInteraction> {
  const { baseline, notes } = context;
  const { operation } = baseline;
  const outcome = successStatuses(operation);
  if (outcome === undefined) {
    const reason = 'the contract declares no success response';
    notes.push({ place: operation.place, subject: 'the response to a valid request', reason });
    return;
  }
  const needsState = dependsOnState(baseline);
  for (const { mutation, ...rest } of generateValidCases(baseline)) {
    // How another record, or a missing one, responds to further variants is not known either.
    if (needsState && mutation !== undefined) return;
    const description =
      mutation === undefined ? `a valid request to ${operation.id}` : describeRequest(operation, mutation);
    const path = needsState ? { pathExpression: pathExpression(baseline) } : {};
    yield* recordInteraction(context, { kind: 'valid', description, outcome, needsState, ...path, ...rest });
  }
}

function describeRequest({ id }: Operation, mutation: string): string {
  return `a request to ${id}: ${mutation}`;
}

function* recordInvalid(context: RecordingContext): Generator<RecordedInteraction> {
  const { operation } = context.baseline;
  if (!declaresInvalid(operation)) return;
  // An implementation that looks up the record before it validates the request responds with 404.
  const namesRecord = operation.parameters.some((one) => one.in === 'path');
  const outcome = rejectionStatuses(operation, namesRecord ? [404] : []);
  if (outcome === undefined) return;
  for (const { mutation, buildRequest } of generateInvalidCases(context.baseline)) {
    const description = describeRequest(operation, mutation);
    yield* recordInteraction(context, {
      kind: 'invalid',
      description,
      outcome,
      needsState: outcome.hasUndeclared,
      build: buildRequest,
    });
  }
}

function* recordUnauthorized(context: RecordingContext): Generator<RecordedInteraction> {
  const { operation } = context.baseline;
  const outcome = unauthorizedStatuses(operation);
  for (const { mutation, schemes, build } of generateUnauthorizedCases(context.baseline)) {
    const description = describeRequest(operation, mutation);
    yield* recordInteraction(context, {
      kind: 'unauthorized',
      description,
      outcome,
      needsState: false,
      schemes,
      build,
    });
  }
}

/** Each declared response that no recorded interaction covers yet. */
function* recordByState(context: RecordingContext, recordedSoFar: CoveredInteractions): Generator<RecordedInteraction> {
  const { baseline, notes } = context;
  const { operation } = baseline;
  const build: InteractionInput['build'] = (fresh) => buildFirstValid(baseline, fresh);
  for (const response of operation.responses) {
    const outcome = exactStatus(response, operation);
    const { status } = outcome;
    const reason = whyUnrecordable(status);
    if (reason !== undefined) notes.push({ place: response.place, subject: `the response ${status}`, reason });
    if (reason !== undefined || isCovered(response, operation, recordedSoFar)) continue;
    const description = `a valid request to ${operation.id} that returns ${status}`;
    const path = status === 404 ? {} : { pathExpression: pathExpression(baseline) };
    yield* recordInteraction(context, {
      kind: 'state',
      description,
      outcome,
      needsState: true,
      ...path,
      build,
    });
  }
}

function buildFirstValid(
  baseline: BaselineRequest,
  fresh: Parameters<InteractionInput['build']>[0],
): ReturnType<InteractionInput['build']> {
  const [first] = generateValidCases(baseline);
  if (first === undefined) throw new Error('an operation has no valid request');
  return first.build(fresh);
}

function* recordInteraction(
  context: RecordingContext,
  interactionInput: InteractionInput,
): Generator<RecordedInteraction> {
  const { baseline, credentials, notes } = context;
  const { kind, description, outcome, needsState, schemes = baseline.schemes, ...source } = interactionInput;
  const { operation } = baseline;
  const pactRequest = toPactRequest({ operation, schemes, credentials, ...source });
  if (!pactRequest.ok) {
    notes.push({ place: operation.place, subject: description, reason: pactRequest.reason });
    return;
  }
  const expected = expectedResponse(outcome, operation.method === 'HEAD');
  notes.push(...expected.notes);
  const { status } = outcome;
  yield { kind, description, status, needsState, request: pactRequest.request, response: expected.response };
}

function uniqueNotes(notes: readonly OmissionNote[]): readonly OmissionNote[] {
  const keys = new Map(notes.map((note) => [`${note.place.pointer} ${note.subject} ${note.reason}`, note]));
  return [...keys.values()];
}

/** The interactions of one operation: its answers, its invalid requests, its refusals. */
import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { isTwin, jsonTwinOf, type Twin } from '../../conformance/request/twin.ts';
import { declaresInvalid } from '../../lint/rules/responses.ts';
import { invalidCases, pathExpression, refusedCases, restsOnState, validCases } from './cases.ts';
import { expectedResponse } from './expected-response.ts';
import type { InteractionKind, Note, RecordedInteraction, RecordedOperation } from './recorded.ts';
import { type CredentialValues, credentialValues } from './request/fresh-places.ts';
import { type RequestSource, writtenRequest } from './request/written-request.ts';
import {
  type Covered,
  type ExpectedStatuses,
  exactly,
  isCovered,
  refusalOf,
  rejectionOf,
  successOf,
  whyUnrecordable,
} from './statuses.ts';

export function recordOperation(operation: Operation, contract: Contract): RecordedOperation {
  const schemes = schemesOf(operation);
  const twin =
    schemes === undefined
      ? { operation, reason: 'it asks for a client certificate, which no pact can hold' }
      : jsonTwinOf(operation, schemes, contract.operations);
  if (!isTwin(twin)) {
    const note = { place: operation.place, what: 'the operation', reason: twin.reason };
    return { operation, interactions: [], invalidSilence: twin.reason, notes: [note] };
  }
  const notes: Note[] = [];
  const recorder: Recorder = { twin, credentials: credentialValues(contract), notes };
  const valid = [...validInteractions(recorder)];
  const invalid = [...invalidInteractions(recorder)];
  const refused = [...refusedInteractions(recorder)];
  const states = [...stateInteractions(recorder, { valid, invalid, refused })];
  return {
    operation,
    interactions: [...valid, ...states, ...invalid, ...refused],
    invalidSilence: invalid.length > 0 ? undefined : whyNoneInvalid(operation),
    notes: distinct(notes),
  };
}

function schemesOf({ security }: Operation): readonly SecurityScheme[] | undefined {
  if (security.length === 0) return [];
  return security.find(({ schemes }) => schemes.every(({ type }) => type !== 'mutualTLS'))?.schemes;
}

function whyNoneInvalid(operation: Operation): string {
  if (!declaresInvalid(operation))
    return 'the contract declares no client error for invalid requests (400, 422, 4XX or default)';
  return 'nothing that it takes can be invalid';
}

interface Recorder {
  readonly twin: Twin;
  readonly credentials: CredentialValues;
  readonly notes: Note[];
}

interface Entry extends Pick<RequestSource, 'build' | 'bodyGenerators' | 'pathExpression'> {
  readonly kind: InteractionKind;
  readonly description: string;
  readonly outcome: ExpectedStatuses;
  readonly needsState: boolean;
  readonly schemes?: readonly SecurityScheme[];
}

function* validInteractions(recorder: Recorder): Generator<RecordedInteraction> {
  const { twin, notes } = recorder;
  const { operation } = twin;
  const outcome = successOf(operation);
  if (outcome === undefined) {
    const reason = 'the contract declares no success';
    notes.push({ place: operation.place, what: 'the answer to a valid request', reason });
    return;
  }
  const needsState = restsOnState(twin);
  for (const { mutation, ...rest } of validCases(twin)) {
    // What another record, or none, would answer to one more variant is not known either.
    if (needsState && mutation !== undefined) return;
    const description =
      mutation === undefined ? `a valid request to ${operation.id}` : told(operation, mutation);
    const path = needsState ? { pathExpression: pathExpression(twin) } : {};
    yield* recorded(recorder, { kind: 'valid', description, outcome, needsState, ...path, ...rest });
  }
}

function told({ id }: Operation, mutation: string): string {
  return `a request to ${id}: ${mutation}`;
}

function* invalidInteractions(recorder: Recorder): Generator<RecordedInteraction> {
  const { operation } = recorder.twin;
  if (!declaresInvalid(operation)) return;
  // Whoever looks for the record first does not find what the request names.
  const namesRecord = operation.parameters.some((one) => one.in === 'path');
  const outcome = rejectionOf(operation, namesRecord ? [404] : []);
  if (outcome === undefined) return;
  for (const { mutation, build } of invalidCases(recorder.twin)) {
    const description = told(operation, mutation);
    yield* recorded(recorder, { kind: 'invalid', description, outcome, needsState: outcome.isOpen, build });
  }
}

function* refusedInteractions(recorder: Recorder): Generator<RecordedInteraction> {
  const { operation } = recorder.twin;
  const outcome = refusalOf(operation);
  for (const { mutation, schemes, build } of refusedCases(recorder.twin)) {
    const description = told(operation, mutation);
    yield* recorded(recorder, { kind: 'refused', description, outcome, needsState: false, schemes, build });
  }
}

/** Each declared response that is not the one answer to a request already recorded. */
function* stateInteractions(recorder: Recorder, covered: Covered): Generator<RecordedInteraction> {
  const { twin, notes } = recorder;
  const { operation } = twin;
  const build: Entry['build'] = (fresh) => firstBuild(twin, fresh);
  for (const response of operation.responses) {
    const outcome = exactly(response, operation);
    const { status } = outcome;
    const reason = whyUnrecordable(status);
    if (reason !== undefined) notes.push({ place: response.place, what: `the answer ${status}`, reason });
    if (reason !== undefined || isCovered(response, operation, covered)) continue;
    const description = `a valid request to ${operation.id} that is answered ${status}`;
    const path = status === 404 ? {} : { pathExpression: pathExpression(twin) };
    yield* recorded(recorder, { kind: 'state', description, outcome, needsState: true, ...path, build });
  }
}

function firstBuild(twin: Twin, fresh: Parameters<Entry['build']>[0]): ReturnType<Entry['build']> {
  const [first] = validCases(twin);
  if (first === undefined) throw new Error('the full request comes first');
  return first.build(fresh);
}

function* recorded(recorder: Recorder, entry: Entry): Generator<RecordedInteraction> {
  const { twin, credentials, notes } = recorder;
  const { kind, description, outcome, needsState, schemes = twin.schemes, ...source } = entry;
  const { operation } = twin;
  const written = writtenRequest({ operation, schemes, credentials, ...source });
  if (!written.ok) {
    notes.push({ place: operation.place, what: description, reason: written.reason });
    return;
  }
  const expected = expectedResponse(outcome, operation.method === 'HEAD');
  notes.push(...expected.notes);
  const { status } = outcome;
  yield { kind, description, status, needsState, request: written.request, response: expected.response };
}

function distinct(notes: readonly Note[]): readonly Note[] {
  const keys = new Map(notes.map((note) => [`${note.place.pointer} ${note.what} ${note.reason}`, note]));
  return [...keys.values()];
}

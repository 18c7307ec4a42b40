/** Compares a pact with the contract: what the consumer sends and expects with what the document declares. */
import { type Contract, sourceLine } from '../../../spec/model/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import { type PactFile, placeInPact } from '../file/pact-file.ts';
import { runComparator } from './comparator.ts';
import { comparatorPact, remainingFindings } from './comparator-overrides.ts';
import { type ComparedInteraction, findComparedInteraction } from './compared-interaction.ts';
import { checkCredentials } from './credentials.ts';
import { childOf, placeBelow } from './document-lookup.ts';
import { type CompareFinding, type CompareResult, formatMessage, type RawFinding } from './findings.ts';
import { checkResponseHeaders } from './headers.ts';
import { createPactLines, type PactLines } from './masked-lines.ts';
import { checkMatchingRules } from './matching-rules.ts';
import { checkParameters } from './parameters.ts';
import { checkRequestBody } from './request-body.ts';
import { checkResponseBody } from './response-body.ts';
import { checkStatus } from './response-status.ts';
import { checkUndeclaredRequestParts } from './undeclared-request.ts';

/** Throws `pact-unverifiable` for a pact that the comparator rejects. */
export async function comparePact(pact: PactFile, contract: Contract): Promise<CompareResult> {
  const findings = (await compareInteractions(pact, contract)).toSorted((a, b) => a.pactPlace.line - b.pactPlace.line);
  return {
    pactFile: pact.file,
    consumer: pact.consumer,
    interactions: pact.interactions.length,
    compared: pact.interactions,
    findings,
    ok: findings.every(({ severity }) => severity !== 'error'),
  };
}

async function compareInteractions(pact: PactFile, contract: Contract): Promise<readonly CompareFinding[]> {
  const lines = createPactLines(pact, contract);
  const locate = (interaction: Interaction | undefined) => (found: RawFinding) =>
    toCompareFinding(found, { interaction, pact, lines, contract });
  const subjects = matchOperations(pact, contract);
  if (subjects.size === 0 && pact.interactions.length > 1)
    return [locate(undefined)(unrelatedPactFinding(pact, contract))];
  const ownFindings = pact.interactions.flatMap((interaction) => {
    const subject = subjects.get(interaction.index);
    const found =
      subject === undefined ? [unknownOperationFinding(interaction, contract)] : interactionFindings(subject);
    return found.map(locate(interaction));
  });
  // A pact that the comparator rejects is rejected here too.
  const results = await runComparator({ file: pact.file, value: comparatorPact(pact, subjects) }, contract);
  return [
    ...ownFindings,
    ...remainingFindings(results, subjects, pact).map(([{ interaction }, found]) => locate(interaction)(found)),
  ];
}

/** By the index of the interaction. */
function matchOperations(pact: PactFile, contract: Contract): ReadonlyMap<number, ComparedInteraction> {
  const subjects = pact.interactions.map((interaction) => findComparedInteraction(interaction, contract, pact));
  return new Map(subjects.flatMap((subject, index) => (subject === undefined ? [] : [[index, subject] as const])));
}

interface ComparisonContext {
  readonly interaction: Interaction | undefined;
  readonly pact: PactFile;
  readonly lines: PactLines;
  readonly contract: Contract;
}

function toCompareFinding(
  found: RawFinding,
  { interaction, pact, lines, contract }: ComparisonContext,
): CompareFinding {
  const { code, expected, pointer, place } = found;
  const severity = found.severity === 'error' && isPending(pact, interaction) ? 'warning' : found.severity;
  const received = lines.mask(found.received);
  const at = placeInPact(pact, pointer);
  return {
    severity,
    code,
    message: formatMessage({ ...found, received }),
    received,
    expected,
    interaction,
    consumer: pact.consumer,
    pactPlace: at,
    pactLine: lines.lineAt(at),
    specPlace: place,
    specLine: sourceLine(contract, place),
  };
}

/** A pending interaction (version 4) is not agreed on yet and causes no errors. */
function isPending({ value }: PactFile, interaction: Interaction | undefined): boolean {
  if (interaction === undefined) return false;
  return childOf(childOf(value.interactions, String(interaction.index)), 'pending') === true;
}

/** Checks the request if the consumer expects success, and the response always. */
function interactionFindings(subject: ComparedInteraction): readonly RawFinding[] {
  const requestErrors = [...checkParameters(subject), ...checkRequestBody(subject)];
  const credentialErrors = checkCredentials(subject);
  const { status } = subject.interaction.response;
  const expectsSuccess = status >= 200 && status < 300;
  return [
    ...(subject.isDerivedHead ? [derivedHeadFinding(subject)] : []),
    ...(expectsSuccess ? credentialErrors : []),
    ...(subject.expectsSuccess ? requestErrors : []),
    ...checkUndeclaredRequestParts(subject),
    ...rejectionFindings(subject, [...requestErrors, ...credentialErrors]),
    ...checkStatus(subject),
    ...checkResponseHeaders(subject),
    ...checkResponseBody(subject),
    ...checkMatchingRules(subject),
  ];
}

/** RFC 9110, section 9.3.2: HEAD has the same response as GET, without the body. */
function derivedHeadFinding({ operation, interaction }: ComparedInteraction): RawFinding {
  return {
    severity: 'unspecified',
    code: 'request.method.derived',
    part: 'request',
    received: `HEAD ${interaction.request.path}`,
    expected: 'GET for this path, which also defines HEAD',
    pointer: `${interaction.place.pointer}/request/method`,
    place: operation.place,
  };
}

/** A pact without any operation of the contract is reported once, not once for each interaction. */
function unrelatedPactFinding({ consumer, provider, interactions }: PactFile, contract: Contract): RawFinding {
  return {
    severity: 'error',
    code: 'pact.provider.unknown',
    part: 'pact',
    received: `${interactions.length} interactions of ${consumer} with ${provider}, none for an operation of the contract`,
    expected: `${contract.operations.length} operations of ${contract.title}; is this the pact of another provider?`,
    pointer: '/provider',
    place: placeBelow(contract, { ...contract.place, pointer: '' }, 'paths'),
  };
}

/**
 * The contract promises no response for an undeclared operation, not even a 404 or 405, although these may well be
 * correct.
 */
function unknownOperationFinding({ request, response, place }: Interaction, contract: Contract): RawFinding {
  const expectsUnknownRoute = [404, 405, 501].includes(response.status);
  return {
    severity: expectsUnknownRoute ? 'warning' : 'error',
    code: 'request.path-or-method.unknown',
    part: 'request',
    received: `${request.method} ${request.path}`,
    expected: expectsUnknownRoute
      ? `no such operation, so it does not declare the ${response.status}`
      : 'no such operation',
    pointer: `${place.pointer}/request/path`,
    place: placeBelow(contract, { ...contract.place, pointer: '' }, 'paths'),
  };
}

/**
 * A provider state may be the cause, so the contract is silent; but a 400 or 422 that neither side explains is worth a
 * warning. Statuses that describe the state itself (404, 409, 429, ...) need no invalid request.
 */
function rejectionFindings(subject: ComparedInteraction, requestErrors: readonly RawFinding[]): readonly RawFinding[] {
  const { interaction, response, operation } = subject;
  const { status } = interaction.response;
  if (!requestErrorStatuses.has(status) || requestErrors.length > 0) return [];
  return [
    {
      severity: interaction.states.length > 0 ? 'unspecified' : 'warning',
      code: 'request.valid.rejected',
      part: 'request',
      received: `a valid request that expects ${status}`,
      expected: 'nothing that makes it invalid',
      pointer: `${interaction.place.pointer}/request`,
      place: response?.place ?? operation.place,
    },
  ];
}

const requestErrorStatuses = new Set([400, 413, 414, 415, 422]);

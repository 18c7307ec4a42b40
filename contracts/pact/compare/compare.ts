/** Compares a pact with the contract: what the consumer sends and expects against what the document declares. */
import { type Contract, sourceLine } from '../../../spec/model/contract.ts';
import type { Interaction } from '../file/interaction.ts';
import { type PactFile, pactPlace } from '../file/pact-file.ts';
import { runComparator } from './comparator.ts';
import { credentialFaults } from './credentials.ts';
import { childOf, placeBelow } from './document.ts';
import { type CompareFinding, type CompareResult, type Found, messageOf } from './findings.ts';
import { responseHeaderFindings } from './headers.ts';
import { ruleFindings } from './matching-rules.ts';
import { type PactLines, pactLines } from './pact-line.ts';
import { parameterFaults } from './parameters.ts';
import { requestBodyFaults } from './request-body.ts';
import { responseBodyFindings } from './response-body.ts';
import { statusFindings } from './response-status.ts';
import { forComparator, standing } from './second-opinion.ts';
import { type ComparedInteraction, subjectOf } from './subject.ts';
import { undeclaredInRequest } from './undeclared-request.ts';

/** Throws `pact-unverifiable` for a pact that the comparator does not understand. */
export async function comparePact(pact: PactFile, contract: Contract): Promise<CompareResult> {
  const findings = (await findingsOf(pact, contract)).toSorted((a, b) => a.pactPlace.line - b.pactPlace.line);
  return {
    pactFile: pact.file,
    consumer: pact.consumer,
    interactions: pact.interactions.length,
    compared: pact.interactions,
    findings,
    ok: findings.every(({ severity }) => severity !== 'error'),
  };
}

async function findingsOf(pact: PactFile, contract: Contract): Promise<readonly CompareFinding[]> {
  const lines = pactLines(pact, contract);
  const told = (interaction: Interaction | undefined) => (found: Found) =>
    inFull(found, { interaction, pact, lines, contract });
  const subjects = subjectsOf(pact, contract);
  if (subjects.size === 0 && pact.interactions.length > 1)
    return [told(undefined)(strangerFinding(pact, contract))];
  const own = pact.interactions.flatMap((interaction) => {
    const subject = subjects.get(interaction.index);
    const found =
      subject === undefined ? [unknownOperation(interaction, contract)] : interactionFindings(subject);
    return found.map(told(interaction));
  });
  // The comparator reads pacts of its own kind only; what it refuses to read is refused here too.
  const results = await runComparator({ file: pact.file, value: forComparator(pact, subjects) }, contract);
  return [
    ...own,
    ...standing(results, subjects, pact).map(([{ interaction }, found]) => told(interaction)(found)),
  ];
}

/** By the index of the interaction. */
function subjectsOf(pact: PactFile, contract: Contract): ReadonlyMap<number, ComparedInteraction> {
  const subjects = pact.interactions.map((interaction) => subjectOf(interaction, contract, pact));
  return new Map(
    subjects.flatMap((subject, index) => (subject === undefined ? [] : [[index, subject] as const])),
  );
}

interface Sides {
  readonly interaction: Interaction | undefined;
  readonly pact: PactFile;
  readonly lines: PactLines;
  readonly contract: Contract;
}

function inFull(found: Found, { interaction, pact, lines, contract }: Sides): CompareFinding {
  const { code, expected, pointer, place } = found;
  const severity = found.severity === 'error' && isPending(pact, interaction) ? 'warning' : found.severity;
  const received = lines.mask(found.received);
  const at = pactPlace(pact, pointer);
  return {
    severity,
    code,
    message: messageOf({ ...found, received }),
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

/** An interaction that its consumer says is not agreed yet (version 4) fails nobody. */
function isPending({ value }: PactFile, interaction: Interaction | undefined): boolean {
  if (interaction === undefined) return false;
  return childOf(childOf(value.interactions, String(interaction.index)), 'pending') === true;
}

/** The request is held to the contract where the consumer expects it to succeed, the response always. */
function interactionFindings(subject: ComparedInteraction): readonly Found[] {
  const faults = [...parameterFaults(subject), ...requestBodyFaults(subject)];
  const uncredited = credentialFaults(subject);
  const { status } = subject.interaction.response;
  const isAnswered = status >= 200 && status < 300;
  return [
    ...(subject.isDerivedHead ? [derivedHead(subject)] : []),
    ...(isAnswered ? uncredited : []),
    ...(subject.expectsSuccess ? faults : []),
    ...undeclaredInRequest(subject),
    ...refusalFindings(subject, [...faults, ...uncredited]),
    ...statusFindings(subject),
    ...responseHeaderFindings(subject),
    ...responseBodyFindings(subject),
    ...ruleFindings(subject),
  ];
}

/** RFC 9110, section 9.3.2: what answers a GET answers a HEAD alike, without the body. */
function derivedHead({ operation, interaction }: ComparedInteraction): Found {
  return {
    severity: 'silent',
    code: 'request.method.derived',
    at: 'request',
    received: `HEAD ${interaction.request.path}`,
    expected: 'GET there, which HTTP lets stand for HEAD too',
    pointer: `${interaction.place.pointer}/request/method`,
    place: operation.place,
  };
}

/** Of a pact of which nothing is about this contract: told once, not once for each interaction. */
function strangerFinding({ consumer, provider, interactions }: PactFile, contract: Contract): Found {
  return {
    severity: 'error',
    code: 'pact.provider.unknown',
    at: 'pact',
    received: `${interactions.length} interactions of ${consumer} with ${provider}, none of them about an operation of the contract`,
    expected: `${contract.operations.length} operations of ${contract.title}: is it the pact of another provider?`,
    pointer: '/provider',
    place: placeBelow(contract, { ...contract.place, pointer: '' }, 'paths'),
  };
}

/** Of what is declared nowhere the contract promises no answer, a 404 or 405 either; these may well be right. */
function unknownOperation({ request, response, place }: Interaction, contract: Contract): Found {
  const isRefusal = [404, 405, 501].includes(response.status);
  return {
    severity: isRefusal ? 'warning' : 'error',
    code: 'request.path-or-method.unknown',
    at: 'request',
    received: `${request.method} ${request.path}`,
    expected: isRefusal
      ? `no such operation, so that nothing promises the ${response.status}`
      : 'no such operation',
    pointer: `${place.pointer}/request/path`,
    place: placeBelow(contract, { ...contract.place, pointer: '' }, 'paths'),
  };
}

/**
 * A state of the provider may be the cause, so the contract is silent; but a 400 or 422 for no reason that either side
 * gives is worth advice. Statuses that speak of the state itself (404, 409, 429, ...) need no request that is wrong.
 */
function refusalFindings(subject: ComparedInteraction, faults: readonly Found[]): readonly Found[] {
  const { interaction, response, operation } = subject;
  const { status } = interaction.response;
  if (!speaksOfRequest.has(status) || faults.length > 0) return [];
  return [
    {
      severity: interaction.states.length > 0 ? 'silent' : 'warning',
      code: 'request.valid.refused',
      at: 'request',
      received: `a valid one, and ${status} is expected`,
      expected: 'nothing of why it is refused',
      pointer: `${interaction.place.pointer}/request`,
      place: response?.place ?? operation.place,
    },
  ];
}

const speaksOfRequest = new Set([400, 413, 414, 415, 422]);

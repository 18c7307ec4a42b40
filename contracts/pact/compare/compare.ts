/** Compares a pact with the contract: what the consumer sends and expects against what the document declares. */
import { type Contract, isSecured, type Operation, type Place } from '../../../spec/contract.ts';
import { withDoubles } from '../../../spec/source.ts';
import type { Interaction } from '../file/interaction.ts';
import { operationFor, sendsCredentials } from '../file/operation-for.ts';
import { type PactFile, pactPlace, readPact } from '../file/pact-file.ts';
import { isRefusal } from '../provider/answer-check.ts';
import { type BodyViolation, checkBodies } from './body-check.ts';
import { type ComparatorResult, runComparator } from './comparator.ts';
import { inOurWords } from './compare-words.ts';
import { pointerOf } from './locations.ts';
import { specPlaces } from './spec-places.ts';

export interface CompareFinding {
  /** `error`: the pact contradicts the contract; `warning`: it goes beyond it; `silent`: the contract does not say. */
  readonly severity: 'error' | 'warning' | 'silent';
  /** Of the comparator's kind, `part.aspect.verdict`: `request.body.incompatible`. */
  readonly code: string;
  /** `body.tag: received integer 5; the contract says string`, or the comparator's own sentence. */
  readonly message: string;
  /** Noun phrases, as far as they are known: the comparator only gives sentences. */
  readonly received: string;
  readonly expected: string;
  readonly interaction: Interaction | undefined;
  readonly pactPlace: Place;
  readonly specPlace: Place;
}

export interface CompareResult {
  readonly pactFile: string;
  readonly consumer: string;
  /** How many interactions were compared; never 0. */
  readonly interactions: number;
  /** In the order of the pact. */
  readonly findings: readonly CompareFinding[];
  /** No finding is an error. */
  readonly ok: boolean;
}

export interface Comparison {
  readonly pactFile: string;
  readonly contract: Contract;
}

/** Throws a KitError for a pact that cannot be read, or that holds nothing to compare. */
export async function comparePact({ pactFile, contract }: Comparison): Promise<CompareResult> {
  const pact = await readPact(pactFile);
  const bodies = pact.interactions.flatMap((interaction) =>
    checkBodies(interaction, contract).map((found) => bodyFinding(found, interaction, pact)),
  );
  const specPlace = specPlaces(contract);
  const compared = (await runComparator(pact, contract))
    .filter(({ type }) => type !== 'info')
    .map((result) => finding(result, { pact, contract, specPlace }))
    .filter((one) => !bodies.some((body) => saysTheSame(body, one)));
  const findings = [...compared, ...bodies].toSorted((a, b) => a.pactPlace.line - b.pactPlace.line);
  return {
    pactFile,
    consumer: pact.consumer,
    interactions: pact.interactions.length,
    findings,
    ok: findings.every(({ severity }) => severity !== 'error'),
  };
}

function bodyFinding(
  { part, pointer, place, message, received, expected }: BodyViolation,
  interaction: Interaction,
  pact: PactFile,
) {
  return {
    severity: 'error',
    code: `${part}.body.incompatible`,
    message,
    received,
    expected,
    interaction,
    pactPlace: pactPlace(pact, pointer),
    specPlace: place,
  } as const;
}

interface Sides {
  readonly pact: PactFile;
  readonly contract: Contract;
  readonly specPlace: (pointer: string) => Place;
}

function finding(result: ComparatorResult, { pact, contract, specPlace }: Sides): CompareFinding {
  const index = /interactions\[(\d+)\]/.exec(result.pactLocation)?.[1];
  const interaction = index === undefined ? undefined : pact.interactions[Number(index)];
  const { method, path } = interaction?.request ?? { method: '', path: '' };
  const operation = operationFor(contract, method, path);
  const silent = result.code === 'response.status.unknown' && refusesAnonymous(interaction, operation);
  return {
    severity: silent ? 'silent' : result.type === 'error' ? 'error' : 'warning',
    code: result.code,
    ...inOurWords(result, { interaction, operation, silent }),
    interaction,
    pactPlace: pactPlace(pact, pointerOf(withContent(result.pactLocation, pact), withDoubles(pact.value))),
    specPlace: specPlace(pointerOf(result.specLocation, contract.document)),
  };
}

/** The comparator sees the content of a version 4 body as the body itself. */
function withContent(location: string, { interactions }: PactFile): string {
  const pointers = interactions.flatMap(({ request, response }) => [
    request.body?.pointer,
    response.body?.pointer,
  ]);
  return pointers.some((pointer) => pointer?.endsWith('/content'))
    ? location.replace(/(\.(?:request|response)\.body)(?=[.[]|$)/, '$1.content')
    : location;
}

/** How a call without credentials is refused the contract need not say. */
function refusesAnonymous(interaction: Interaction | undefined, operation: Operation | undefined): boolean {
  if (interaction === undefined || operation === undefined || !isRefusal(interaction.response.status))
    return false;
  return isSecured(operation) && !sendsCredentials(operation, interaction.request);
}

/** Of two reports on one body our own is kept: its numbers are exact and it names what it received. */
function saysTheSame(ours: CompareFinding, theirs: CompareFinding): boolean {
  return ours.code === theirs.code && ours.pactPlace.pointer === theirs.pactPlace.pointer;
}

/**
 * A verification result on its way to the broker. The verifier knows only what the pact expects: a success is made a
 * failure where an answer breaks the contract, and what rests on nothing does not go out.
 */
import { KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { PactCheck } from '../provider/check.ts';
import { resultsOf } from '../provider/collect.ts';
import type { Helpers } from '../provider/helpers.ts';
import type { InteractionResult } from '../provider/interaction-result.ts';
import { resultOf } from '../provider/provider.ts';
import { type Accepted, acceptedIn, whyShutOut, withoutRefused } from '../provider/shut-out.ts';
import { type InteractionReport, unanswered } from '../provider/verifier-report.ts';
import { verifyAgain } from '../provider/verify-pact.ts';
import { withStrings } from './addresses.ts';
import type { HeldPact } from './held-pacts.ts';
import type { BrokerFailure, BrokerRequest } from './relayed.ts';

interface Publishing {
  readonly held: readonly HeldPact[];
  readonly helpers: Helpers;
  readonly check: PactCheck;
  readonly shutOuts: ShutOuts;
  /** Of the provider. */
  readonly version: string | undefined;
}

/** Leaves whatever is no result as it is, but for a version of an implementation that is not there. */
export async function resultToPublish(
  asked: BrokerRequest,
  publishing: Publishing,
): Promise<BrokerRequest | BrokerFailure> {
  if (!isResult(asked))
    return isOfNobody(asked, publishing) ? refused('the implementation does not answer') : asked;
  const index = publishing.held.findIndex(({ resultPath }) => resultPath === asked.path);
  const held = publishing.held[index];
  const parsed = parseJsonBytes(asked.body);
  if (held === undefined || !parsed.ok || !isJsonObject(parsed.value))
    return refused('the verifier publishes a result of a pact that it was not given');
  const payload = parsed.value;
  if (payload.providerApplicationVersion !== publishing.version)
    return refused('the verifier publishes a result for another version of the provider');
  const { helpers, check, shutOuts } = publishing;
  const reports = reportsIn(payload, held.pact);
  const judged = await shutOuts.heard(held.pact, resultsOf(held, index, { reports, helpers, check }));
  const shutOut = shutOuts.reasonOf(held.pact);
  const isTold = held.isPending && shutOut === undefined;
  const nothing = whyUntold(judged) ?? (isTold ? undefined : whyOpen(judged));
  if (nothing !== undefined) return refused(`no result is published of the ${held.name}: ${nothing}`);
  const honest =
    payload.success === true
      ? withFailures(payload, judged, held.pact)
      : without(
          judged.filter(({ reason }) => reason !== undefined && reason === shutOut),
          payload,
          held.pact,
        );
  return { ...asked, body: Buffer.from(masked(stringifyJson(honest), helpers)) };
}

/** The verifier tells the branch of a version before its result; known to the broker, the version might be deployable. */
function isOfNobody({ method }: BrokerRequest, { helpers: { recorded } }: Publishing): boolean {
  return (
    method === 'PUT' &&
    recorded.length > 0 &&
    recorded.every(
      ({ exchange: { outcome } }) => outcome.kind === 'failure' && outcome.failure.kind === 'unreachable',
    )
  );
}

export function isResult({ method, path }: BrokerRequest): boolean {
  return method === 'POST' && path.endsWith('/verification-results');
}

function refused(reason: string): BrokerFailure {
  return { kind: 'failure', because: 'refused', reason };
}

/** What the payload says of each interaction. Of one that it does not name nothing is reported, unless all hold. */
function reportsIn({ success, testResults }: JsonObject, pact: PactFile): readonly InteractionReport[] {
  const told = isJsonArray(testResults) ? testResults.filter(isJsonObject) : [];
  return pact.interactions.map((interaction) => {
    const { description } = interaction;
    const own = told.find((one) => isAbout(interaction, one, pact));
    const ok = success === true || own?.success === true;
    return { description, ok, mismatches: ok ? [] : [unanswered('see the result')] };
  });
}

function isAbout(interaction: Interaction, told: JsonObject, pact: PactFile): boolean {
  const id = idOf(interaction, pact);
  return id === undefined
    ? told.interactionDescription === interaction.description
    : told.interactionId === id;
}

/** Of what failed beside these the broker is told, and of these nothing. */
function without(left: readonly InteractionResult[], payload: JsonObject, pact: PactFile): JsonObject {
  if (left.length === 0 || !isJsonArray(payload.testResults)) return payload;
  const testResults = payload.testResults.filter(
    (told) => !isJsonObject(told) || !left.some(({ interaction }) => isAbout(interaction, told, pact)),
  );
  return { ...payload, testResults };
}

/** An implementation that is not there, or lets nobody in, has neither kept nor broken a promise. */
function whyUntold(judged: readonly InteractionResult[]): string | undefined {
  try {
    resultOf([{ results: judged, output: '' }], 0);
  } catch (error) {
    if (error instanceof KitError) return `${error.title}: ${error.detail}`;
    throw error;
  }
  return undefined;
}

/** Of a pact that is pending it is told all the same: it fails nobody. */
function whyOpen(judged: readonly InteractionResult[]): string | undefined {
  const open = judged.find(({ status }) => status === 'not judged');
  if (open === undefined || judged.some(({ status }) => status === 'failed')) return undefined;
  return `"${open.interaction.description}" was not judged: ${open.reason}`;
}

function withFailures(payload: JsonObject, judged: readonly InteractionResult[], pact: PactFile): JsonObject {
  const failed = judged.filter(({ status }) => status !== 'passed');
  if (failed.length === 0) return payload;
  const told = isJsonArray(payload.testResults) ? payload.testResults.filter(isJsonObject) : [];
  const ids = failed.map(({ interaction }) => idOf(interaction, pact));
  const passed = told.filter(({ interactionId }) => !ids.includes(interactionId));
  const failures = failed.map((one, index) => failureOf(one, ids[index]));
  return { ...payload, success: false, testResults: [...passed, ...failures] };
}

/** What the broker called it. */
function idOf({ index }: Interaction, { value }: PactFile): Json | undefined {
  const entry = isJsonArray(value.interactions) ? value.interactions[index] : undefined;
  return isJsonObject(entry) ? entry._id : undefined;
}

/** In the form in which the verifier tells what went wrong otherwise. */
function failureOf(one: InteractionResult, id: Json | undefined): JsonObject {
  const messages = [
    ...one.mismatches.map(({ message }) => message),
    ...one.breaches.map(({ violation }) => {
      return `The answer breaks the contract: received ${violation.received}; the contract says ${violation.expected}`;
    }),
  ];
  return {
    ...(id === undefined ? {} : { interactionId: id }),
    interactionDescription: one.interaction.description,
    success: false,
    exceptions: messages.map((message) => ({ message })),
  };
}

/** What an implementation answers may hold credentials, and the broker keeps what it is told. */
function masked(text: string, { mask }: Helpers): string {
  return withStrings(text, ({ path, value }) => {
    const isTold = path.includes('mismatches') || path.includes('exceptions');
    const shown = isTold ? mask(value) : value;
    return shown === value ? undefined : shown;
  });
}

/**
 * Credentials that end while the pacts of a broker are verified. Each pact is looked at once, before a result of it goes
 * out, so that what the broker is told and what is told here agree.
 */
export interface ShutOuts {
  /** The same results; what was refused is not judged where what was accepted before is refused too. */
  heard(pact: PactFile, results: readonly InteractionResult[]): Promise<readonly InteractionResult[]>;
  /** Why what was refused of a pact says nothing; undefined where it does, and until it was heard. */
  reasonOf(pact: PactFile): string | undefined;
}

/** Expects pacts in the order in which they were verified. */
export function shutOuts(check: PactCheck): ShutOuts {
  const reasons = new Map<PactFile, string | undefined>();
  let known: Accepted | undefined;
  const again = (pact: PactFile) => verifyAgain(pact, check);
  return {
    reasonOf: (pact) => reasons.get(pact),
    async heard(pact, results) {
      const accepted = acceptedIn(pact, results) ?? known;
      known ??= accepted;
      if (!reasons.has(pact)) reasons.set(pact, await whyShutOut(results, { accepted, again }));
      const reason = reasons.get(pact);
      return reason === undefined ? results : withoutRefused(results, reason);
    },
  };
}

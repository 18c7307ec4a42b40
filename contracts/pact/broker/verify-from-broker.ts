/**
 * Verifies an implementation with the pacts that a broker chooses, and publishes the results. The native verifier does
 * both, through a relay that holds each pact and corrects each result.
 */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { PactCheck } from '../provider/check.ts';
import { collect } from '../provider/collect.ts';
import { type Helpers, startHelpers } from '../provider/helpers.ts';
import type { InteractionResult } from '../provider/interaction-result.ts';
import { maskedError } from '../provider/on-the-wire.ts';
import { type ProviderResult, refuseWithoutToken, resultOf } from '../provider/provider.ts';
import { readReport } from '../provider/verifier-report.ts';
import { refuseTrouble } from './broker-cli.ts';
import { type HeldPact, type HeldPacts, holdPacts, type RefusedPact } from './held-pacts.ts';
import { refuseUnaccounted, type ToldPact, toldPacts, unpublished } from './outcome.ts';
import { type Relay, startRelay } from './relay.ts';
import { isResult, resultToPublish, type ShutOuts, shutOuts } from './result-publication.ts';
import { type BrokerVerification, type Verified, verifyOnce } from './verifier-run.ts';

export interface BrokerVerificationResult extends ProviderResult {
  readonly pacts: readonly ToldPact[];
  /** What is wrong beside the interactions: to be thrown once they are told. */
  readonly failure: KitError | undefined;
}

/** Throws a KitError when nothing could be judged. `ok` says nothing while there is a `failure`. */
export async function verifyFromBroker(
  verification: BrokerVerification,
  check: PactCheck,
): Promise<BrokerVerificationResult> {
  const started = performance.now();
  if (verification.publish && verification.version === undefined)
    throw new KitError('argument-missing', '--version is missing: results are published under one', {
      fix: 'Give the version of the implementation, such as --version "$(git rev-parse HEAD)".',
    });
  const pacts: PactFile[] = [];
  const helpers = await startHelpers(check, pacts);
  const held = holding(verification, check, { pass: helpers.pass, pacts });
  const work = { verification, check, helpers, shutOuts: shutOuts(check) };
  const relay = await startRelay(verification.access, editsFor(held, work));
  try {
    const verified = await verifyOnce({ verification, check, helpers, relay }).catch((error: unknown) => {
      refuseTrouble(relay.log);
      throw error;
    });
    return await judged(verified, { ...work, relay, held, started });
  } catch (error) {
    throw maskedError(error, (text) => helpers.mask(relay.shown(text)));
  } finally {
    await Promise.all([relay.close(), helpers.close()]);
  }
}

/** `pacts` grows with what is held: the helpers look up in it what they are sent. */
function holding(
  { access, provider, pending }: BrokerVerification,
  { credentials }: PactCheck,
  { pass, pacts }: { readonly pass: string; readonly pacts: PactFile[] },
): HeldPacts {
  const accept = (pact: PactFile) => {
    refuseWithoutToken([pact], credentials);
    pacts.push(pact);
  };
  return holdPacts({ brokerUrl: access.baseUrl, provider, pending, pass, accept });
}

interface Work {
  readonly verification: BrokerVerification;
  readonly check: PactCheck;
  readonly helpers: Helpers;
  readonly shutOuts: ShutOuts;
}

function editsFor({ held, take }: HeldPacts, { verification, ...work }: Work) {
  const publishing = { ...work, held, version: verification.version };
  return {
    outgoing: (asked: Parameters<typeof resultToPublish>[0]) => resultToPublish(asked, publishing),
    incoming: take,
  };
}

interface Judging extends Work {
  readonly relay: Relay;
  readonly held: HeldPacts;
  readonly started: number;
}

async function judged({ exit, report }: Verified, judging: Judging): Promise<BrokerVerificationResult> {
  const { verification, check, helpers, relay, held, started } = judging;
  const { log } = relay;
  refuseUnaccounted(held, log, exit);
  const refusal = refusalOf(held.refused);
  if (held.held.length === 0) {
    if (refusal !== undefined) throw refusal;
    return { ...nothing(judging), pacts: toldPacts(held, log, relay.shown) };
  }
  const collected = collect({
    pacts: held.held.map(({ pact, isPending }) => ({ pact, isPending })),
    reports: readReport(report),
    // A pact that was refused fails the verifier and has no results.
    exit: held.refused.length === 0 ? exit : { ...exit, exitCode: 0 },
    helpers,
    check,
  });
  const results = await heard(collected, judging);
  const shown = (text: string) => helpers.mask(relay.shown(text));
  const output = shown(exit.output);
  const pacts = toldPacts(held, log, shown);
  const failure = refusal ?? unpublished({ ...toldOf(judging), publish: verification.publish, results });
  const result = resultOf([{ results, output }], started);
  return {
    ...result,
    ok: result.ok && failure === undefined,
    pacts,
    failure: failure && masked(failure, shown),
  };
}

function masked({ code, detail, fix, where }: KitError, mask: Mask): KitError {
  return new KitError(code, mask(detail), { fix, ...(where === undefined ? {} : { where }) });
}

/** Pact by pact, in their order: what is refused once credentials have ended is not judged. */
async function heard(
  collected: readonly InteractionResult[],
  { held, shutOuts }: Judging,
): Promise<readonly InteractionResult[]> {
  const results: InteractionResult[] = [];
  for (const { pact } of held.held) {
    const own = collected.slice(results.length, results.length + pact.interactions.length);
    const judged = await shutOuts.heard(pact, own);
    results.push(...judged.map((one) => asPending(one, shutOuts.reasonOf(pact))));
  }
  return results;
}

/**
 * What a new pact asks for and nobody can set up yet fails as little as what it expects. That credentials have ended is
 * no failure which a pending pact could forgive: it has not been looked at.
 */
function asPending(result: InteractionResult, shutOut: string | undefined): InteractionResult {
  if (!result.isPending || result.status !== 'not judged') return result;
  const isShutOut = shutOut !== undefined && result.reason === shutOut;
  return isShutOut ? { ...result, isPending: false } : { ...result, status: 'failed' };
}

/** That nothing goes out of a pact whose credentials have ended is no fault of the broker, and told as what it is. */
function toldOf({ held, relay, shutOuts }: Judging) {
  const isShutOut = ({ pact }: HeldPact) => shutOuts.reasonOf(pact) !== undefined;
  const paths = new Set(held.held.filter(isShutOut).map(({ resultPath }) => resultPath));
  return {
    held: held.held.filter((one) => !isShutOut(one)),
    log: relay.log.filter(
      ({ asked, outcome }) =>
        !(
          outcome.kind === 'failure' &&
          outcome.because === 'refused' &&
          isResult(asked) &&
          paths.has(asked.path)
        ),
    ),
  };
}

/** A pact that is pending may be as it is; any other has to be verified. */
function refusalOf(refused: readonly RefusedPact[]): KitError | undefined {
  const [first] = [...refused.filter(({ isPending }) => !isPending), ...refused.filter(isOurFault)];
  return first?.error;
}

function isOurFault({ error }: RefusedPact): boolean {
  return error.code !== 'pact-unverifiable' && error.code !== 'pact-unreadable';
}

function nothing({ verification, held, started }: Judging): Omit<BrokerVerificationResult, 'pacts'> {
  const { provider, allowNoPacts, access } = verification;
  if (!allowNoPacts || held.refused.length > 0)
    throw new KitError(
      'nothing-judged',
      `${access.baseUrl} has no pact with ${provider} that was asked for`,
      {
        fix: 'Check --provider and --selector, and that the consumers have published; --allow-no-pacts where that is expected.',
      },
    );
  const durationMs = performance.now() - started;
  return { ok: true, interactions: [], output: '', durationMs, failure: undefined };
}

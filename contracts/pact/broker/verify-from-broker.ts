/**
 * Verifies an implementation with the pacts that a broker chooses, and publishes the results. The native verifier does
 * both, through a relay that holds each pact and corrects each result.
 */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { PactCheck } from '../provider/check.ts';
import { collect } from '../provider/collect.ts';
import { type Helpers, startHelpers } from '../provider/helpers.ts';
import type { InteractionResult } from '../provider/interaction-result.ts';
import { type ProviderResult, refuseWithoutToken, resultOf } from '../provider/provider.ts';
import { maskedError } from '../provider/redact.ts';
import { readReport } from '../provider/verifier-report.ts';
import { refuseTrouble } from './broker-cli.ts';
import { type HeldPacts, holdPacts, type RefusedPact } from './held-pacts.ts';
import { refuseUnaccounted, type ToldPact, toldPacts, unpublished } from './outcome.ts';
import { type Relay, startRelay } from './relay.ts';
import { resultToPublish } from './result-publication.ts';
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
  const relay = await startRelay(verification.access, editsFor(held, { verification, check, helpers }));
  try {
    const verified = await verifyOnce({ verification, check, helpers, relay }).catch((error: unknown) => {
      refuseTrouble(relay.log);
      throw error;
    });
    return judged(verified, { verification, check, helpers, relay, held, started });
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
}

function editsFor({ held, take }: HeldPacts, { verification, check, helpers }: Work) {
  const publishing = { held, helpers, check, version: verification.version };
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

function judged({ exit, report }: Verified, judging: Judging): BrokerVerificationResult {
  const { verification, check, helpers, relay, held, started } = judging;
  const { log } = relay;
  refuseUnaccounted(held, log, exit);
  const refusal = refusalOf(held.refused);
  if (held.held.length === 0) {
    if (refusal !== undefined) throw refusal;
    return { ...nothing(judging), pacts: toldPacts(held, log, relay.shown) };
  }
  const results = asPending(
    collect({
      pacts: held.held.map(({ pact, isPending }) => ({ pact, isPending })),
      reports: readReport(report),
      // A pact that was refused fails the verifier and has no results.
      exit: held.refused.length === 0 ? exit : { ...exit, exitCode: 0 },
      helpers,
      check,
    }),
  );
  const shown = (text: string) => helpers.mask(relay.shown(text));
  const output = shown(exit.output);
  const pacts = toldPacts(held, log, shown);
  const failure = refusal ?? unpublished({ held: held.held, log, publish: verification.publish, results });
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

/** What a new pact asks for and nobody can set up yet fails as little as what it expects. */
function asPending(results: readonly InteractionResult[]): readonly InteractionResult[] {
  return results.map((one) =>
    one.isPending && one.status === 'not judged' ? { ...one, status: 'failed' } : one,
  );
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

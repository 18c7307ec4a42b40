/** Accounts for every interaction: what the verifier reports, what the proxy saw, what the contract says. */
import { KitError } from '../../../errors.ts';
import { shownUrl } from '../../http/ask.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { VerifierExit } from '../native/process.ts';
import type { PactCheck } from './check.ts';
import { findingsOf } from './findings.ts';
import type { Helpers } from './helpers.ts';
import { type InteractionResult, type JudgedInteraction, judgeInteraction } from './interaction-result.ts';
import { maskedResult } from './on-the-wire.ts';
import type { InteractionReport } from './verifier-report.ts';

/** A pact that the verifier was given; its place among them is that of its tags. */
export interface GivenPact {
  readonly pact: PactFile;
  readonly isPending: boolean;
}

export interface Collecting {
  readonly pacts: readonly GivenPact[];
  /** Of all pacts, in their order. */
  readonly reports: readonly InteractionReport[];
  readonly exit: VerifierExit;
  readonly helpers: Helpers;
  readonly check: PactCheck;
}

/** By pact, in the order of its file. Throws `pact-verifier-failed` when results are missing or contradict each other. */
export function collect(input: Collecting): readonly InteractionResult[] {
  refuseIncomplete(input);
  let before = 0;
  return input.pacts.flatMap((given, index) => {
    const reports = input.reports.slice(before, before + given.pact.interactions.length);
    before += reports.length;
    return resultsOf(given, index, { ...input, reports });
  });
}

/** As many results as interactions, in their order, and an exit code that agrees with them. */
function refuseIncomplete({ pacts, reports, exit }: Collecting): void {
  const wanted = pacts.flatMap(({ pact }) => pact.interactions);
  if (wanted.length !== reports.length)
    throw new KitError(
      'pact-verifier-failed',
      `it reports ${reports.length} results for ${wanted.length} interactions`,
    );
  const stranger = wanted.find(({ description }, index) => reports[index]?.description !== description);
  if (stranger !== undefined)
    throw new KitError('pact-verifier-failed', `its report holds no result for "${stranger.description}"`);
  // The other way round it is the report that counts: failures of pending interactions end with 0.
  if (exit.exitCode !== 0 && reports.every(({ ok }) => ok))
    throw new KitError('pact-verifier-failed', `its exit code ${exit.exitCode} contradicts its report`);
}

/** Of one pact; `reports` are its own. */
export function resultsOf(
  { pact, isPending }: GivenPact,
  pactIndex: number,
  { reports, helpers, check }: Pick<Collecting, 'reports' | 'helpers' | 'check'>,
): readonly InteractionResult[] {
  const { contract, baseUrl, credentials } = check;
  const basePath = baseUrl.pathname.replace(/\/+$/, '');
  const telling = {
    contract,
    credentials,
    baseUrl: `${baseUrl.origin}${basePath}`,
    standIn: helpers.standIn,
    mask: helpers.mask,
    statesUrl: check.statesUrl === undefined ? undefined : shownUrl(new URL(check.statesUrl)),
  };
  return pact.interactions.map((interaction, index) => {
    const recorded = helpers.recorded.filter(
      (one) => one.pact === pactIndex && one.interaction === interaction.index,
    );
    const { unjudged, notes } = helpers.circumstances(pactIndex, interaction);
    const unsetState = check.statesUrl === undefined ? needed(interaction) : undefined;
    const report = reports[index];
    const known = { pact, contract, basePath, credentials, recorded, isPending, report, unsetState };
    const said = judgeInteraction(interaction, { ...known, unjudged: unjudged ?? faultOfPact(report) });
    const judged = { ...said, silent: [...said.silent, ...notes, ...unsetNotes(said, check)] };
    return maskedResult({ ...judged, findings: findingsOf(judged, telling) }, helpers.mask);
  });
}

function faultOfPact(report: InteractionReport | undefined): string | undefined {
  return report?.inapplicable === undefined ? undefined : `the pact is at fault: ${report.inapplicable}`;
}

/** It may fail for nothing but that. */
function unsetNotes(
  { interaction, status, breaches }: JudgedInteraction,
  { statesUrl }: PactCheck,
): readonly string[] {
  if (status !== 'failed' || breaches.length > 0 || statesUrl !== undefined) return [];
  return interaction.states.map(
    ({ name }) => `the provider state "${name}" was taken for set up, since no --states URL was given`,
  );
}

/** Pacts made from a contract say of each state whether the request alone brings the answer about. */
function needed({ states }: Interaction): string | undefined {
  return states.find(({ params }) => params.needsState === true)?.name;
}

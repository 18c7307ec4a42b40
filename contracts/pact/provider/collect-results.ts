/** Accounts for every interaction: what the verifier reports, what the proxy saw, what the contract says. */
import { KitError } from '../../../errors.ts';
import { redactedUrl } from '../../http/http-client.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { VerifierResult } from '../native/native-process.ts';
import { createFindings } from './findings.ts';
import { type CheckedInteraction, checkInteraction, type InteractionResult } from './interaction-result.ts';
import { maskResult } from './secret-substitution.ts';
import type { PactVerificationOptions } from './verification-options.ts';
import type { VerifierEnvironment } from './verifier-environment.ts';
import type { InteractionReport } from './verifier-report.ts';

/** A pact that the verifier was given; its place among them is that of its tags. */
export interface VerifiedPact {
  readonly pact: PactFile;
  readonly isPending: boolean;
}

export interface CollectInput {
  readonly pacts: readonly VerifiedPact[];
  /** Of all pacts, in their order. */
  readonly reports: readonly InteractionReport[];
  readonly exit: VerifierResult;
  readonly environment: VerifierEnvironment;
  readonly options: PactVerificationOptions;
}

/** By pact, in the order of its file. Throws `pact-verifier-failed` when results are missing or contradict each other. */
export function collectResults(input: CollectInput): readonly InteractionResult[] {
  assertComplete(input);
  let offset = 0;
  return input.pacts.flatMap((verifiedPact, index) => {
    const reports = input.reports.slice(offset, offset + verifiedPact.pact.interactions.length);
    offset += reports.length;
    return collectPactResults(verifiedPact, index, { ...input, reports });
  });
}

/** As many results as interactions, in their order, and an exit code that agrees with them. */
function assertComplete({ pacts, reports, exit }: CollectInput): void {
  const expected = pacts.flatMap(({ pact }) => pact.interactions);
  if (expected.length !== reports.length)
    throw new KitError(
      'pact-verifier-failed',
      `it reports ${reports.length} results for ${expected.length} interactions`,
    );
  const missing = expected.find(({ description }, index) => reports[index]?.description !== description);
  if (missing !== undefined)
    throw new KitError('pact-verifier-failed', `its report holds no result for "${missing.description}"`);
  // The other way round it is the report that counts: failures of pending interactions end with 0.
  if (exit.exitCode !== 0 && reports.every(({ ok }) => ok))
    throw new KitError('pact-verifier-failed', `its exit code ${exit.exitCode} contradicts its report`);
}

/** Of one pact; `reports` are its own. */
export function collectPactResults(
  { pact, isPending }: VerifiedPact,
  pactIndex: number,
  { reports, environment, options }: Pick<CollectInput, 'reports' | 'environment' | 'options'>,
): readonly InteractionResult[] {
  const { contract, baseUrl, credentials } = options;
  const basePath = baseUrl.pathname.replace(/\/+$/, '');
  const evidenceContext = {
    contract,
    credentials,
    baseUrl: `${baseUrl.origin}${basePath}`,
    placeholder: environment.placeholder,
    mask: environment.mask,
    statesUrl: options.statesUrl === undefined ? undefined : redactedUrl(new URL(options.statesUrl)),
  };
  return pact.interactions.map((interaction, index) => {
    const recorded = environment.recorded.filter(
      (one) => one.pact === pactIndex && one.interaction === interaction.index,
    );
    const { uncheckedReason, notes } = environment.limitationsOf(pactIndex, interaction);
    const unsetState = options.statesUrl === undefined ? requiredState(interaction) : undefined;
    const report = reports[index];
    const checkInput = { pact, contract, basePath, credentials, recorded, isPending, report, unsetState };
    const result = checkInteraction(interaction, {
      ...checkInput,
      uncheckedReason: uncheckedReason ?? pactErrorReason(report),
    });
    const checked = { ...result, notes: [...result.notes, ...notes, ...unsetStateNotes(result, options)] };
    return maskResult({ ...checked, findings: createFindings(checked, evidenceContext) }, environment.mask);
  });
}

function pactErrorReason(report: InteractionReport | undefined): string | undefined {
  return report?.pactError === undefined ? undefined : `the pact is at fault: ${report.pactError}`;
}

/** It may fail for nothing but that. */
function unsetStateNotes(
  { interaction, status, violations }: CheckedInteraction,
  { statesUrl }: PactVerificationOptions,
): readonly string[] {
  if (status !== 'failed' || violations.length > 0 || statesUrl !== undefined) return [];
  return interaction.states.map(
    ({ name }) => `the provider state "${name}" was taken for set up, since no --states URL was given`,
  );
}

/** Pacts made from a contract say of each state whether the request alone brings the answer about. */
function requiredState({ states }: Interaction): string | undefined {
  return states.find(({ params }) => params.needsState === true)?.name;
}

/** Collects the result of every interaction from the verifier's report, the recorded exchanges and the contract. */
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

/** A verified pact; its index among the pacts is that of its tags. */
export interface VerifiedPact {
  readonly pact: PactFile;
  readonly isPending: boolean;
}

export interface CollectInput {
  readonly pacts: readonly VerifiedPact[];
  /** The reports of all pacts, in order. */
  readonly reports: readonly InteractionReport[];
  readonly exit: VerifierResult;
  readonly environment: VerifierEnvironment;
  readonly options: PactVerificationOptions;
}

/** By pact, in file order. Throws `pact-verifier-failed` if results are missing or contradict each other. */
export function collectResults(input: CollectInput): readonly InteractionResult[] {
  assertComplete(input);
  let offset = 0;
  return input.pacts.flatMap((verifiedPact, index) => {
    const reports = input.reports.slice(offset, offset + verifiedPact.pact.interactions.length);
    offset += reports.length;
    return collectPactResults(verifiedPact, index, { ...input, reports });
  });
}

/** Requires one result for each interaction, in order, and an exit code that agrees with them. */
function assertComplete({ pacts, reports, exit }: CollectInput): void {
  const expected = pacts.flatMap(({ pact }) => pact.interactions);
  if (expected.length !== reports.length)
    throw new KitError(
      'pact-verifier-failed',
      `it reports ${reports.length} results for ${expected.length} interactions`,
    );
  const missing = expected.find(({ description }, index) => reports[index]?.description !== description);
  if (missing !== undefined)
    throw new KitError('pact-verifier-failed', `its report contains no result for "${missing.description}"`);
  // Exit code 0 with reported failures is possible: failures of pending interactions exit with 0.
  if (exit.exitCode !== 0 && reports.every(({ ok }) => ok))
    throw new KitError('pact-verifier-failed', `its exit code ${exit.exitCode} contradicts its report`);
}

/** The results of one pact; `reports` are those of this pact only. */
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
  return report?.pactError === undefined ? undefined : `the pact is invalid: ${report.pactError}`;
}

/** The missing state may be the only cause of the failure. */
function unsetStateNotes(
  { interaction, status, violations }: CheckedInteraction,
  { statesUrl }: PactVerificationOptions,
): readonly string[] {
  if (status !== 'failed' || violations.length > 0 || statesUrl !== undefined) return [];
  return interaction.states.map(
    ({ name }) => `the provider state "${name}" was assumed to be set up, because no --states URL was given`,
  );
}

/** Generated pacts state for each provider state whether the response depends on it. */
function requiredState({ states }: Interaction): string | undefined {
  return states.find(({ params }) => params.needsState === true)?.name;
}

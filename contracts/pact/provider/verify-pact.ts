/**
 * Verifies an implementation with one pact: starts the environment, runs the verifier through the proxy and collects
 * every result.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { splitPointer } from '../../../spec/json/pointer.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { validAccepted } from '../../conformance/checks/valid-accepted.ts';
import type { Finding, ResponsePart } from '../../finding/finding.ts';
import { comparePact } from '../compare/compare-pact.ts';
import { type CompareFinding, toFindings } from '../compare/findings.ts';
import type { PactFile } from '../file/pact-file.ts';
import { tagInteractions } from '../file/tagged-pact.ts';
import { findPactBinary, runVerifier, type VerifierResult, withTemporaryFolder } from '../native/native-process.ts';
import { collectResults } from './collect-results.ts';
import type { InteractionResult } from './interaction-result.ts';
import { type AcceptedInteraction, checkLostAccess, findAccepted } from './lost-access.ts';
import { reproduceFailures } from './reproduce-failures.ts';
import { maskError } from './secret-substitution.ts';
import { DEFAULT_PACT_TIMEOUT_MS, type PactVerificationOptions } from './verification-options.ts';
import { startVerifierEnvironment, type VerifierEnvironment } from './verifier-environment.ts';
import { type InteractionReport, parseVerifierReport } from './verifier-report.ts';

export interface PactRun {
  readonly results: readonly InteractionResult[];
  /** The verifier's output, without secrets. */
  readonly output: string;
}

/**
 * Failures are repeated, and attributed to the pact if it contradicts the contract. `earlierAccepted` is an interaction
 * of another pact whose credentials were accepted.
 */
export async function verifyPact(
  pact: PactFile,
  options: PactVerificationOptions,
  earlierAccepted?: AcceptedInteraction,
): Promise<PactRun> {
  const { results, output } = await runOnce(pact, options);
  const runAgain = (subset: PactFile) => verifyAgain(subset, options);
  const hasSeededValues = options.freshValueSeed !== undefined;
  const withoutLostAccess = await checkLostAccess(results, {
    accepted: findAccepted(pact, results) ?? earlierAccepted,
    verifyAgain: runAgain,
  });
  const attributed = await attributeToPact(
    pact,
    await reproduceFailures(pact, withoutLostAccess, { verifyAgain: runAgain, hasSeededValues }),
    options.contract,
  );
  return { results: attributed, output };
}

/** Verifies again with new values: values of a seed may exist since an earlier run. */
export async function verifyAgain(
  pact: PactFile,
  options: PactVerificationOptions,
): Promise<readonly InteractionResult[]> {
  return (await runOnce(pact, { ...options, freshValueSeed: undefined })).results;
}

async function runOnce(pact: PactFile, options: PactVerificationOptions): Promise<PactRun> {
  const environment = await startVerifierEnvironment(options, [pact]);
  try {
    const { exit, reports } = await withTemporaryFolder('plant-store-verify-', (folder) =>
      runVerifierIn(folder, pact, { options, environment }),
    );
    const results = collectResults({
      pacts: [{ pact, isPending: false }],
      reports,
      exit,
      environment,
      options,
    });
    return { results, output: sortDifferences(environment.mask(exit.output)) };
  } catch (error) {
    throw maskError(error, environment.mask);
  } finally {
    await environment.close();
  }
}

/** The verifier prints the differences of one body (`$.name -> ...`) in random order. */
function sortDifferences(output: string): string {
  return output.replace(/(?:^ +\$[^\n]*\n)+/gm, (lines) => `${lines.trimEnd().split('\n').toSorted().join('\n')}\n`);
}

interface VerifierRunResult {
  readonly exit: VerifierResult;
  readonly reports: readonly InteractionReport[];
}

async function runVerifierIn(
  folder: string,
  pact: PactFile,
  { options, environment }: { readonly options: PactVerificationOptions; readonly environment: VerifierEnvironment },
): Promise<VerifierRunResult> {
  const { timeoutMs = DEFAULT_PACT_TIMEOUT_MS, deadlineMs, binary } = options;
  const pactFile = path.join(folder, 'pact.json');
  const reportFile = path.join(folder, 'report.json');
  await writeFile(pactFile, tagInteractions(pact, environment.tagPrefix, 0), { mode: 0o600 });
  const exit = await runVerifier({
    binary: binary ?? findPactBinary(),
    args: [
      // With `=`, a name with a leading dash is not read as an option.
      ...['verifier', '--file', pactFile, `--provider-name=${pact.provider}`],
      ...environment.args,
      ...['--json', reportFile, '--no-colour'],
    ],
    timeoutMs: deadlineMs ?? 15_000 + expectedCalls(pact, options) * (timeoutMs + 1_000),
  });
  return { exit, reports: parseVerifierReport(await readFile(reportFile, 'utf8').catch(() => '')) };
}

/** One for each interaction, plus two for each provider state if there is an endpoint. */
function expectedCalls({ interactions }: PactFile, { statesUrl }: PactVerificationOptions): number {
  const states = interactions.reduce((sum, interaction) => sum + interaction.states.length, 0);
  return interactions.length + (statesUrl === undefined ? 0 : 2 * states);
}

/**
 * Returns the results; failures that are caused by a contradiction between pact and contract get a finding about the
 * pact.
 */
async function attributeToPact(
  pact: PactFile,
  results: readonly InteractionResult[],
  contract: Contract,
): Promise<readonly InteractionResult[]> {
  if (!results.some(({ findings }) => findings.some(mayBePactError))) return results;
  const { findings } = await comparePact(pact, contract);
  const errors = findings.filter(({ severity }) => severity === 'error');
  return results.map((result) => {
    const interactionErrors = errors.filter(({ interaction }) => interaction?.index === result.interaction.index);
    return {
      ...result,
      findings: result.findings.map((finding) => replaceWithPactError(finding, interactionErrors)),
    };
  });
}

/** The check for rejected valid requests only validates the body; the comparison validates the whole request. */
function mayBePactError({ check }: Finding): boolean {
  return check === 'pact-expectation' || check === validAccepted.id;
}

function replaceWithPactError(finding: Finding, errors: readonly CompareFinding[]): Finding {
  if (!mayBePactError(finding)) return finding;
  const isRejected = finding.check === validAccepted.id;
  const cause = errors.find(
    (error) => (!isRejected || isRequestFinding(error)) && explainsFinding(error, finding.responsePart),
  );
  const [pactFinding] = cause === undefined ? [] : toFindings({ findings: [cause] });
  if (pactFinding === undefined) return finding;
  const { evidence, brokenPacts = [], responsePart, severity } = finding;
  return {
    ...pactFinding,
    brokenPacts,
    responsePart,
    severity,
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/**
 * An invalid request explains its rejection; a wrong part of the expected response explains a difference in that part.
 */
function explainsFinding(error: CompareFinding, at: ResponsePart | undefined): boolean {
  if (isRequestFinding(error)) return at?.in === 'status';
  const [, , part, ...steps] = splitPointer(error.pactPlace.pointer).slice(1);
  if (part === 'status') return true;
  if (part === 'headers') return at?.in === 'header' && at.name.toLowerCase() === steps[0]?.toLowerCase();
  if (part !== 'body' || at?.in !== 'body' || !('path' in at)) return false;
  const expected = steps[0] === 'content' ? steps.slice(1) : steps;
  return at.path.every((step, index) => index >= expected.length || String(step) === expected[index]);
}

function isRequestFinding({ code }: CompareFinding): boolean {
  return code.startsWith('request.');
}

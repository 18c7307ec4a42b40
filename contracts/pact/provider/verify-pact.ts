/** One pact against one implementation: helpers up, verifier through the proxy, every result accounted for. */
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
  /** What the verifier printed, without secrets. */
  readonly output: string;
}

/**
 * What fails is sent again, and is the pact's fault where the contract says so. `earlier` is a call with credentials that
 * another pact has shown to be accepted.
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

/** By itself, with values of its own: those of a seed may be there since an earlier run. */
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
      runVerifierIn(folder, pact, { check: options, helpers: environment }),
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

/** What differs in one body, `$.name -> ...`, the verifier tells in another order each time. */
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
  {
    check: options,
    helpers: environment,
  }: { readonly check: PactVerificationOptions; readonly helpers: VerifierEnvironment },
): Promise<VerifierRunResult> {
  const { timeoutMs = DEFAULT_PACT_TIMEOUT_MS, deadlineMs, binary } = options;
  const pactFile = path.join(folder, 'pact.json');
  const reportFile = path.join(folder, 'report.json');
  await writeFile(pactFile, tagInteractions(pact, environment.tagPrefix, 0), { mode: 0o600 });
  const exit = await runVerifier({
    binary: binary ?? findPactBinary(),
    args: [
      // A name that begins with a dash is no option.
      ...['verifier', '--file', pactFile, `--provider-name=${pact.provider}`],
      ...environment.args,
      ...['--json', reportFile, '--no-colour'],
    ],
    timeoutMs: deadlineMs ?? 15_000 + expectedCalls(pact, options) * (timeoutMs + 1_000),
  });
  return { exit, reports: parseVerifierReport(await readFile(reportFile, 'utf8').catch(() => '')) };
}

/** One for each interaction; an endpoint for provider states is asked twice for each state. */
function expectedCalls({ interactions }: PactFile, { statesUrl }: PactVerificationOptions): number {
  const states = interactions.reduce((sum, interaction) => sum + interaction.states.length, 0);
  return interactions.length + (statesUrl === undefined ? 0 : 2 * states);
}

/** The same results; what is refused or expected against the contract is told as the pact's own fault. */
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

/** That a valid request is refused is known by its body alone; whether all of it is valid the comparison knows. */
function mayBePactError({ check: options }: Finding): boolean {
  return options === 'pact-expectation' || options === validAccepted.id;
}

function replaceWithPactError(finding: Finding, errors: readonly CompareFinding[]): Finding {
  if (!mayBePactError(finding)) return finding;
  const isRejected = finding.check === validAccepted.id;
  const cause = errors.find((error) => (!isRejected || isRequestFinding(error)) && explainsFinding(error, finding.at));
  const [pactFinding] = cause === undefined ? [] : toFindings({ findings: [cause] });
  if (pactFinding === undefined) return finding;
  const { evidence, breaks: brokenPacts = [], at, severity } = finding;
  return {
    ...pactFinding,
    breaks: brokenPacts,
    at,
    severity,
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** A request that the contract does not allow is why it is refused; a part of the answer is why that part differs. */
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

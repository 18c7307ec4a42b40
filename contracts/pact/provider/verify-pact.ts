/** One pact against one implementation: helpers up, verifier through the proxy, every result accounted for. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { splitPointer } from '../../../spec/json/pointer.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { validAccepted } from '../../conformance/checks/valid-accepted.ts';
import type { AnswerPart, Finding } from '../../finding/finding.ts';
import { comparePact } from '../compare/compare.ts';
import { type CompareFinding, compareFindings } from '../compare/findings.ts';
import type { PactFile } from '../file/pact-file.ts';
import { tagged } from '../file/tagged-pact.ts';
import { inTemporaryFolder, runVerifier, type VerifierExit, verifierBinary } from '../native/process.ts';
import { DEFAULT_TIMEOUT_MS, type PactCheck } from './check.ts';
import { collect } from './collect.ts';
import { confirmed } from './confirm.ts';
import { type Helpers, startHelpers } from './helpers.ts';
import type { InteractionResult } from './interaction-result.ts';
import { maskedError } from './on-the-wire.ts';
import { type Accepted, acceptedIn, unlessShutOut } from './shut-out.ts';
import { type InteractionReport, readReport } from './verifier-report.ts';

export interface PactRun {
  readonly results: readonly InteractionResult[];
  /** What the verifier printed, without secrets. */
  readonly output: string;
}

/**
 * What fails is sent again, and is the pact's fault where the contract says so. `earlier` is a call with credentials that
 * another pact has shown to be accepted.
 */
export async function verifyPact(pact: PactFile, check: PactCheck, earlier?: Accepted): Promise<PactRun> {
  const { results, output } = await verifyOnce(pact, check);
  const again = (some: PactFile) => verifyAgain(some, check);
  const isSeeded = check.freshSeed !== undefined;
  const heard = await unlessShutOut(results, { accepted: acceptedIn(pact, results) ?? earlier, again });
  const told = await blamed(pact, await confirmed(pact, heard, { again, isSeeded }), check.contract);
  return { results: told, output };
}

/** By itself, with values of its own: those of a seed may be there since an earlier run. */
export async function verifyAgain(pact: PactFile, check: PactCheck): Promise<readonly InteractionResult[]> {
  return (await verifyOnce(pact, { ...check, freshSeed: undefined })).results;
}

async function verifyOnce(pact: PactFile, check: PactCheck): Promise<PactRun> {
  const helpers = await startHelpers(check, [pact]);
  try {
    const { exit, reports } = await inTemporaryFolder('plant-store-verify-', (folder) =>
      verify(folder, pact, { check, helpers }),
    );
    const results = collect({ pacts: [{ pact, isPending: false }], reports, exit, helpers, check });
    return { results, output: inFixedOrder(helpers.mask(exit.output)) };
  } catch (error) {
    throw maskedError(error, helpers.mask);
  } finally {
    await helpers.close();
  }
}

/** What differs in one body, `$.name -> ...`, the verifier tells in another order each time. */
function inFixedOrder(output: string): string {
  return output.replace(
    /(?:^ +\$[^\n]*\n)+/gm,
    (lines) => `${lines.trimEnd().split('\n').toSorted().join('\n')}\n`,
  );
}

interface Verified {
  readonly exit: VerifierExit;
  readonly reports: readonly InteractionReport[];
}

async function verify(
  folder: string,
  pact: PactFile,
  { check, helpers }: { readonly check: PactCheck; readonly helpers: Helpers },
): Promise<Verified> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, deadlineMs, binary } = check;
  const pactFile = path.join(folder, 'pact.json');
  const reportFile = path.join(folder, 'report.json');
  await writeFile(pactFile, tagged(pact, helpers.pass, 0), { mode: 0o600 });
  const exit = await runVerifier({
    binary: binary ?? verifierBinary(),
    args: [
      // A name that begins with a dash is no option.
      ...['verifier', '--file', pactFile, `--provider-name=${pact.provider}`],
      ...helpers.args,
      ...['--json', reportFile, '--no-colour'],
    ],
    timeoutMs: deadlineMs ?? 15_000 + callsFor(pact, check) * (timeoutMs + 1_000),
  });
  return { exit, reports: readReport(await readFile(reportFile, 'utf8').catch(() => '')) };
}

/** One for each interaction; an endpoint for provider states is asked twice for each state. */
function callsFor({ interactions }: PactFile, { statesUrl }: PactCheck): number {
  const states = interactions.reduce((sum, interaction) => sum + interaction.states.length, 0);
  return interactions.length + (statesUrl === undefined ? 0 : 2 * states);
}

/** The same results; what is refused or expected against the contract is told as the pact's own fault. */
async function blamed(
  pact: PactFile,
  results: readonly InteractionResult[],
  contract: Contract,
): Promise<readonly InteractionResult[]> {
  if (!results.some(({ findings }) => findings.some(mayBeOfThePact))) return results;
  const { findings } = await comparePact(pact, contract);
  const errors = findings.filter(({ severity }) => severity === 'error');
  return results.map((result) => {
    const own = errors.filter(({ interaction }) => interaction?.index === result.interaction.index);
    return { ...result, findings: result.findings.map((finding) => orOfThePact(finding, own)) };
  });
}

/** That a valid request is refused is known by its body alone; whether all of it is valid the comparison knows. */
function mayBeOfThePact({ check }: Finding): boolean {
  return check === 'pact-expectation' || check === validAccepted.id;
}

function orOfThePact(finding: Finding, errors: readonly CompareFinding[]): Finding {
  if (!mayBeOfThePact(finding)) return finding;
  const isRefused = finding.check === validAccepted.id;
  const cause = errors.find((error) => (!isRefused || isOfRequest(error)) && explains(error, finding.at));
  const [found] = cause === undefined ? [] : compareFindings({ findings: [cause] });
  if (found === undefined) return finding;
  const { evidence, breaks = [], at, severity } = finding;
  return { ...found, breaks, at, severity, ...(evidence === undefined ? {} : { evidence }) };
}

/** A request that the contract does not allow is why it is refused; a part of the answer is why that part differs. */
function explains(error: CompareFinding, at: AnswerPart | undefined): boolean {
  if (isOfRequest(error)) return at?.in === 'status';
  const [, , part, ...steps] = splitPointer(error.pactPlace.pointer).slice(1);
  if (part === 'status') return true;
  if (part === 'headers') return at?.in === 'header' && at.name.toLowerCase() === steps[0]?.toLowerCase();
  if (part !== 'body' || at?.in !== 'body' || !('path' in at)) return false;
  const expected = steps[0] === 'content' ? steps.slice(1) : steps;
  return at.path.every((step, index) => index >= expected.length || String(step) === expected[index]);
}

function isOfRequest({ code }: CompareFinding): boolean {
  return code.startsWith('request.');
}

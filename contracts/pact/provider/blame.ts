/** Where a pact expects what the contract does not allow, an implementation that keeps the contract is not to blame. */

import { splitPointer } from '../../../spec/json/pointer.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { validAccepted } from '../../conformance/checks/valid-accepted.ts';
import type { AnswerPart, Finding } from '../../finding/finding.ts';
import { comparePact } from '../compare/compare.ts';
import type { CompareFinding } from '../compare/compare-finding.ts';
import { compareFindings } from '../compare/findings.ts';
import type { PactFile } from '../file/pact-file.ts';
import type { InteractionResult } from './interaction-result.ts';

/** The same results; what is refused or expected against the contract is told as the pact's own fault. */
export async function blamed(
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

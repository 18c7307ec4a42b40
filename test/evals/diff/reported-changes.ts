/** The changes of a mutant that our differ reports, except harmless ones. */

import { diffContracts } from '../../../spec/diff/diff-contracts.ts';
import type { Change, Impact } from '../../../spec/diff/rules/change.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { toDocumentUrl } from '../../../spec/source/read-source.ts';
import { applyContractMutant } from './apply-mutant.ts';
import type { ContractMutant } from './mutants/mutant.ts';

export interface ReportedChange {
  readonly rule: string;
  readonly impact: Impact;
  readonly operation: string;
  /** The location, the old and new state, and an example value. */
  readonly text: string;
}

const originals = new Map<string, Promise<Contract>>();

/** Throws a KitError where the mutant is no valid document. */
export async function reportedChanges(mutant: ContractMutant): Promise<readonly ReportedChange[]> {
  const { before, after } = await contractsOf(mutant);
  return diffContracts(before, after)
    .filter(({ rule }) => rule.impact !== 'harmless')
    .map(toReportedChange);
}

async function contractsOf(mutant: ContractMutant): Promise<{ before: Contract; after: Contract }> {
  const { texts } = applyContractMutant(mutant);
  const url = toDocumentUrl(mutant.contract);
  const before = originals.get(url) ?? parseContract(url, texts.before);
  originals.set(url, before);
  return { before: await before, after: await parseContract(url, texts.after) };
}

function toReportedChange({ rule: { id, impact }, operation, at, was, is, witness }: Change): ReportedChange {
  return { rule: id, impact, operation, text: `${at}: ${was} -> ${is} (${witness})` };
}

/** The worst reported impact. */
export function worstReportedImpact(changes: readonly Pick<ReportedChange, 'impact'>[]): Impact {
  if (changes.some(({ impact }) => impact === 'breaking')) return 'breaking';
  return changes.some(({ impact }) => impact === 'risky') ? 'risky' : 'harmless';
}

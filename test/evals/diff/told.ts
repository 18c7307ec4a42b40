/** What our differ says of a mutant, above harmless. */

import { diffContracts } from '../../../spec/diff/diff.ts';
import type { Change, Impact } from '../../../spec/diff/rules/change.ts';
import { readContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { toUrl } from '../../../spec/source/source.ts';
import type { Mutant } from './mutants/mutant.ts';
import { subjectOf } from './subject.ts';

export interface Told {
  readonly rule: string;
  readonly impact: Impact;
  readonly operation: string;
  /** Where, what was and what is, and a value that shows it. */
  readonly text: string;
}

const originals = new Map<string, Promise<Contract>>();

/** Throws a KitError where the mutant is no valid document. */
export async function toldOf(mutant: Mutant): Promise<readonly Told[]> {
  const { before, after } = await contractsOf(mutant);
  return diffContracts(before, after)
    .filter(({ rule }) => rule.impact !== 'harmless')
    .map(told);
}

async function contractsOf(mutant: Mutant): Promise<{ before: Contract; after: Contract }> {
  const { texts } = subjectOf(mutant);
  const url = toUrl(mutant.contract);
  const before = originals.get(url) ?? readContract(url, texts.before);
  originals.set(url, before);
  return { before: await before, after: await readContract(url, texts.after) };
}

function told({ rule: { id, impact }, operation, at, was, is, witness }: Change): Told {
  return { rule: id, impact, operation, text: `${at}: ${was} -> ${is} (${witness})` };
}

/** The worst of what is told. */
export function verdictOf(told: readonly Pick<Told, 'impact'>[]): Impact {
  if (told.some(({ impact }) => impact === 'breaking')) return 'breaking';
  return told.some(({ impact }) => impact === 'risky') ? 'risky' : 'harmless';
}

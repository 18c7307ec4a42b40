/** One variant of the zoo behind one obstacle, checked by the verifier. */
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { describeErrors, verify } from '../../conformance/support.ts';
import type { VariantInfo, Zoo } from '../zoo/zoo.ts';
import type { Obstacle } from './obstacle.ts';
import { startProxy } from './proxy.ts';

export type CrossedVerdict =
  | { readonly kind: 'errors'; readonly errors: readonly string[] }
  | { readonly kind: 'inconclusive'; readonly reasons: readonly string[] }
  | { readonly kind: 'conforms' };

export interface Crossing {
  readonly zoo: Zoo;
  readonly contract: Contract;
  readonly variant: VariantInfo;
  readonly obstacle: Obstacle;
  /** Maximum number of cases of a correct implementation; a faulty one is checked with those that show its defect. */
  readonly correctCases?: number;
}

export interface CrossedVariant extends Crossing {
  readonly verdict: CrossedVerdict;
}

/** A defect that was neither found nor reported as not tested, or a false positive. */
export function isUnexpected({ variant, obstacle, verdict }: CrossedVariant): boolean {
  if (variant.kind === 'faulty') return verdict.kind === 'conforms';
  return obstacle.isAllowed && verdict.kind === 'errors';
}

const CORRECT_CASES = 600;

const TIMEOUT_MS = 5_000;

/** Whether the contract has a method that the obstacle concerns. */
export function isApplicable({ operations }: Contract, { methods }: Obstacle): boolean {
  return methods.length === 0 || operations.some(({ method }) => methods.includes(method));
}

export async function crossOne({
  zoo,
  contract,
  variant,
  obstacle,
  correctCases = CORRECT_CASES,
}: Crossing): Promise<CrossedVerdict> {
  const store = await zoo.start(variant.name);
  const proxy = await startProxy(store.url, obstacle.create(contract));
  try {
    const scope =
      variant.kind === 'faulty'
        ? { operations: variant.operations ?? [], categories: variant.categories ?? [] }
        : { budget: correctCases };
    const options = { baseUrl: proxy.url, contract, credentials: zoo.credentials, timeoutMs: TIMEOUT_MS };
    const result = await verify({ ...options, ...scope });
    const errors = describeErrors(result);
    if (errors.length > 0) return { kind: 'errors', errors };
    const reasons = result.unchecked.map(({ operation, reason }) => `${operation}: ${reason}`);
    return reasons.length > 0 ? { kind: 'inconclusive', reasons } : { kind: 'conforms' };
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { kind: 'inconclusive', reasons: [`${error.code}: ${error.detail}`] };
  } finally {
    await proxy.close();
    await store.close();
  }
}

/** The order in which a run checks its operations: what others may not survive comes late. */
import type { Operation } from '../../../spec/model/contract.ts';
import { type EffectName, findOutsideEffect } from '../model/outside-effects.ts';

/**
 * Deletions run after the others, the deepest first, since deleted records and their children cannot be read any more;
 * then those with effects outside of the run, and last what other operations may not survive. Each phase begins when the
 * one before has ended.
 */
export function orderInPhases(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const depth = ({ path }: Operation) => path.split('/').length;
  const phases = Map.groupBy(operations, (operation) => {
    const effect = findOutsideEffect(operation)?.name;
    if (effect !== undefined) return lateEffects[effect] ?? 'effects';
    return operation.method === 'DELETE' ? 'deletions' : 'others';
  });
  return [
    phases.get('others') ?? [],
    (phases.get('deletions') ?? []).toSorted((a, b) => depth(b) - depth(a)),
    phases.get('effects') ?? [],
    phases.get('all records') ?? [],
    phases.get('sessions') ?? [],
  ];
}

const lateEffects: Readonly<Partial<Record<EffectName, 'all records' | 'sessions'>>> = {
  deletion: 'all records',
  session: 'sessions',
};

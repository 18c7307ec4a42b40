/** The order in which a run checks its operations: what others may not survive comes late. */
import type { Operation } from '../../../spec/model/contract.ts';
import type { EffectName } from '../model/outside-effects.ts';
import type { LimitedOperations } from './few-requests.ts';

/**
 * Deletions run after the others, the deepest first, since deleted records and their children cannot be read any more;
 * then those with effects outside of the run, and last what other operations may not survive. Each phase begins when the
 * one before has ended.
 */
export function orderInPhases(
  operations: readonly Operation[],
  limited: LimitedOperations,
): readonly (readonly Operation[])[] {
  const depth = ({ path }: Operation) => path.split('/').length;
  const phases = Map.groupBy(operations, ({ id, method }) => {
    const effect = limited.get(id)?.name;
    return effect === undefined ? (method === 'DELETE' ? 'deletions' : 'others') : (lateEffects[effect] ?? 'effects');
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

import type { CaseSeed } from '../../request/case-of.ts';
import type { MutationPoint } from '../shared/mutation-points.ts';

/** What all cases of integer-limits at a place have in common. */
export function about(
  point: MutationPoint,
  name: string,
  topic: string,
): Pick<CaseSeed, 'family' | 'name' | 'topic' | 'place'> {
  return {
    family: 'integer-limits',
    name: `${point.name}/${name}`,
    topic: `${point.name} ${topic}`,
    place: point.schema.place,
  };
}

/** A run split over machines: each case belongs to one of them, by its id alone. */
import { createHash } from 'node:crypto';
import type { Shard } from '../../report/report.ts';
import type { Case } from '../case.ts';

/** The cases of this part, in their order; all of them where nothing is split. */
export function inShard(cases: Iterable<Case>, shard: Shard | undefined): Iterable<Case> {
  return shard === undefined ? cases : Iterator.from(cases).filter(({ id }) => isIn(id, shard));
}

function isIn(caseId: string, { index, of }: Shard): boolean {
  return createHash('sha256').update(caseId).digest().readUInt32BE(0) % of === index - 1;
}

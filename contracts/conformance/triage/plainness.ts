/** Which of two cases that show the same shows it more plainly: a person reads one of them. */
import type { JudgedScene } from '../checks/attempt.ts';
import type { Case } from '../model/case.ts';
import { requestsTold } from '../telling/shown-case.ts';

/** Lower is plainer: what was made on purpose, fewer requests, a kind of case that needs no thought. */
export function plainness({ family, company, simpler }: Case, scene: JudgedScene): number {
  // To make it simpler takes many requests.
  if (simpler !== undefined) return Number.POSITIVE_INFINITY;
  const requests = requestsTold(scene) + (company === undefined ? 0 : 1);
  const rank = plainFamilies.indexOf(family);
  return requests + (rank < 0 ? plainFamilies.length : rank) / (plainFamilies.length + 1);
}

/** Anybody has seen these go wrong. */
const plainFamilies = ['valid-bodies', 'missing-properties', 'wrong-types'];

import type { Case } from '../model/case.ts';
import type { Fresh } from '../model/draft.ts';

/** Whether a request with a body is the same in every run: the part that would have been fresh is not in it. */
export function isConstant({ build, story }: Case): boolean {
  if (story !== undefined) return false;
  const [one, other] = [build(stub(1)), build(stub(2))];
  if (one.body === undefined || other.body === undefined) return false;
  return one.path === other.path && Buffer.from(one.body).equals(Buffer.from(other.body));
}

/** Two of them have nothing in common. */
function stub(index: 1 | 2): Fresh {
  return {
    known: () => 1_000_000 + index,
    number: () => 1_000_000 + index,
    word: () => `w${index}`,
    uuid: () => `9b7c4e52-0f3d-4a61-8c2e-d15a7f60b38${index}`,
  };
}

/** What the contract's own paths name is there from the start, though nobody has written it. */
import type { Contract } from '../../../spec/model/contract.ts';
import { shownPath } from '../initial.ts';
import type { Content } from './derive.ts';
import { type Keeping, placeOf } from './place.ts';

/** Without a body: the answer is a sample until something is written. */
export async function seedContents(
  contract: Contract,
  contents: readonly Content[],
  { prefix, records }: Keeping,
): Promise<void> {
  for (const content of contents) {
    for (const operation of content.roles.values()) {
      if (operation.path !== content.path) continue;
      for (const values of shownPath(contract, operation)) {
        const { name, key } = placeOf(content, values, prefix);
        await records.insert(name, key, {});
      }
    }
  }
}

/** Tells on stderr what of a contract has no effect here, as soon as it is read. */
import { styleFor } from '../../contracts/render/text/style.ts';
import { unsupportedLines } from '../../contracts/render/text/unsupported-text.ts';
import type { Contract } from '../../spec/model/contract.ts';

/** `seeAll`: where all of it can be seen. */
export function tellUnsupported({ unsupported = [] }: Contract, seeAll: string): void {
  for (const line of unsupportedLines(unsupported, seeAll, styleFor(process.stderr)))
    process.stderr.write(`${line}\n`);
}

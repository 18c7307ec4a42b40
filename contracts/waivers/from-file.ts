/** The waivers of a file, held against the checks that there are. */
import { catalogue } from '../catalogue/catalogue.ts';
import { waiverChecks } from '../catalogue/waiver-checks.ts';
import type { Waiver } from '../report/waiver.ts';
import { readWaivers } from './read.ts';

/** Before a run. Throws what `readWaivers` throws. */
export async function waiversFrom(file: string): Promise<readonly Waiver[]> {
  return readWaivers(file, waivable);
}

/** Those of waivers themselves are put right in the same file. */
const waivable: ReadonlySet<string> = new Set(
  catalogue.map(({ id }) => id).filter((id) => !Object.hasOwn(waiverChecks, id)),
);

/** `--waivers FILE`, for every command that judges. */
import { catalogue } from '../contracts/catalogue.ts';
import { waiverChecks } from '../contracts/waivers/checks.ts';
import { readWaivers } from '../contracts/waivers/read.ts';
import type { Waiver } from '../contracts/waivers/waiver.ts';
import type { CommandInput, OptionSpec } from './command.ts';
import { text } from './options.ts';

export const waiversOption = {
  type: 'string',
  value: 'FILE',
  help: 'findings that are known: id, reason and last day of each',
} as const satisfies OptionSpec;

/** Before a run. Throws for a file that cannot be used. */
export async function waiversOf(input: CommandInput): Promise<readonly Waiver[]> {
  const file = text(input, 'waivers');
  return file === undefined ? [] : readWaivers(file, waivable());
}

/** Those of waivers themselves are put right in the same file. */
function waivable(): ReadonlySet<string> {
  return new Set(catalogue.map(({ id }) => id).filter((id) => !Object.hasOwn(waiverChecks, id)));
}

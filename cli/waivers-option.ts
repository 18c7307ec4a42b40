/** `--waivers FILE`, for every command that judges. */
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
  if (file === undefined) return [];
  const { readWaivers } = await import('../contracts/waivers/read.ts');
  return readWaivers(file, await waivable());
}

/** Those of waivers themselves are put right in the same file. */
async function waivable(): Promise<ReadonlySet<string>> {
  const { catalogue } = await import('../contracts/catalogue.ts');
  const { waiverChecks } = await import('../contracts/waivers/checks.ts');
  return new Set(catalogue.map(({ id }) => id).filter((id) => !Object.hasOwn(waiverChecks, id)));
}

/** `--waivers FILE`, for every command that judges. */
import type { Report } from '../../contracts/report/report.ts';
import type { Waiver } from '../../contracts/report/waiver.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { text } from './values.ts';

export const waiversOption = {
  type: 'string',
  value: 'FILE',
  help: 'findings that are known: id, reason and last day of each',
} as const satisfies OptionSpec;

/** Before a run. Throws for a file that cannot be used. */
export async function waiversOf(input: CommandInput): Promise<readonly Waiver[]> {
  const file = text(input, 'waivers');
  if (file === undefined) return [];
  const { waiversFrom } = await import('../../contracts/waivers/from-file.ts');
  return waiversFrom(file);
}

/** On stderr, where what is on stdout for programs has no room for it. */
export async function tellWaivers(report: Report): Promise<void> {
  const { styleFor } = await import('../../contracts/render/text/style.ts');
  const { waiverLines } = await import('../../contracts/render/text/waiver-text.ts');
  for (const line of waiverLines(report, styleFor(process.stderr))) process.stderr.write(`${line}\n`);
}

import { sanitizeLine } from '../../sanitize.ts';
import { writeFileAtomically } from '../../spec/files/atomic-write.ts';
import { documentTypes } from '../../spec/typescript/document-types.ts';
import type { CommandInput } from '../command.ts';
import { getString, loadSpec, rejectExtraArguments, rejectUrl } from '../options/option-values.ts';
import { printRepairs } from '../output.ts';

/** `plant-store types`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 0);
  const file = getString(input, 'out');
  if (file !== undefined) rejectUrl(file, '--out', 'a file');
  const contract = await loadSpec(input);
  printRepairs(contract);
  const text = documentTypes(contract);
  if (file === undefined) process.stdout.write(text);
  else {
    await writeFileAtomically(file, text);
    process.stdout.write(`wrote ${sanitizeLine(file)}\n`);
  }
  return 0;
}

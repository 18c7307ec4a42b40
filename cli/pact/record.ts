import { writeRecording } from '../../contracts/pact/record/destination.ts';
import { recordPact } from '../../contracts/pact/record/record.ts';
import { summaryData, summaryText } from '../../contracts/pact/record/summary.ts';
import { KitError } from '../../errors.ts';
import { stringifyJson } from '../../spec/exact-json.ts';
import { loadContract } from '../../spec/load.ts';
import type { CommandInput } from '../command.ts';
import { flag, refuseExtra, specSource, text } from '../options.ts';

/** stdout gets the pact, or with --json the summary; a summary for people goes to stderr. */
export async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 0);
  const out = text(input, 'out');
  const isForMachines = flag(input, 'json');
  if (isForMachines && out === undefined)
    throw new KitError(
      'argument-missing',
      '--out is missing: with --json stdout is the summary, not the pact',
    );
  const names = { consumer: nameIn(input, 'consumer'), provider: nameIn(input, 'provider') };
  const contract = await loadContract(specSource(input));
  const recording = recordPact(contract, names);
  const isEmpty = recording.operations.every(({ interactions }) => interactions.length === 0);
  if (!isForMachines || isEmpty) process.stderr.write(summaryText(recording, contract));
  if (isEmpty)
    throw new KitError('nothing-judged', 'nothing of this contract can be recorded, for the reasons above', {
      fix: 'Give examples where values cannot be derived; bodies have to be JSON.',
    });
  const file = out === undefined ? undefined : await writeRecording(recording, out);
  if (isForMachines) process.stdout.write(`${stringifyJson(summaryData(recording, contract, file), 2)}\n`);
  else if (file === undefined) process.stdout.write(recording.text);
  else process.stderr.write(`Written to ${file}\n`);
  return 0;
}

function nameIn(input: CommandInput, option: string): string | undefined {
  const given = text(input, option);
  if (given === undefined || /^[^\p{Cc}]*[^\s\p{Cc}][^\p{Cc}]*$/u.test(given)) return given;
  throw new KitError('option-invalid', `--${option} ${JSON.stringify(given)}: expected a name`);
}

import { writeRecording } from '../../../contracts/pact/record/destination.ts';
import {
  isEmpty,
  nothingRecorded,
  participantName,
  recordPact,
} from '../../../contracts/pact/record/record.ts';
import { summaryData, summaryText } from '../../../contracts/pact/record/summary.ts';
import { KitError } from '../../../errors.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import { printedJson } from '../../../text.ts';
import type { CommandInput } from '../../command.ts';
import { flag, refuseExtra, specSource, text } from '../../options/values.ts';

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
  const hasNothing = isEmpty(recording);
  if (!isForMachines || hasNothing) process.stderr.write(summaryText(recording, contract));
  if (hasNothing) throw nothingRecorded(', for the reasons above');
  const file = out === undefined ? undefined : await writeRecording(recording, out);
  if (isForMachines) process.stdout.write(printedJson(summaryData(recording, contract, file)));
  else if (file === undefined) process.stdout.write(recording.text);
  else process.stderr.write(`Written to ${file}\n`);
  return 0;
}

function nameIn(input: CommandInput, option: string): string | undefined {
  return participantName(text(input, option), `--${option}`);
}

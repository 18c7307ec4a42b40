import { writeRecording } from '../../../contracts/pact/record/output-path.ts';
import {
  createRecording,
  isEmptyRecording,
  nothingRecordedError,
  parseParticipantName,
} from '../../../contracts/pact/record/record-pact.ts';
import { recordingSummaryText, toSummaryData } from '../../../contracts/pact/record/recording-summary.ts';
import { KitError } from '../../../errors.ts';
import { formatJson } from '../../../sanitize.ts';
import type { CommandInput } from '../../command.ts';
import { getFlag, getString, loadSpec, rejectExtraArguments, rejectUrl } from '../../options/option-values.ts';
import { printRepairs } from '../../output.ts';

/** Writes the pact to stdout, or the summary with --json; the text summary goes to stderr. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 0);
  const out = getString(input, 'out');
  if (out !== undefined) rejectUrl(out, '--out', 'a file');
  const isJson = getFlag(input, 'json');
  if (isJson && out === undefined)
    throw new KitError('argument-missing', '--out is missing: with --json, stdout has the summary, not the pact');
  const names = {
    consumer: readParticipantName(input, 'consumer'),
    provider: readParticipantName(input, 'provider'),
  };
  const contract = await loadSpec(input);
  printRepairs(contract);
  const recording = createRecording(contract, names);
  const hasNothing = isEmptyRecording(recording);
  if (!isJson || hasNothing) process.stderr.write(recordingSummaryText(recording, contract));
  if (hasNothing) throw nothingRecordedError(', for the reasons above');
  const file = out === undefined ? undefined : await writeRecording(recording, out);
  if (isJson) process.stdout.write(formatJson(toSummaryData(recording, contract, file)));
  else if (file === undefined) process.stdout.write(recording.text);
  else process.stderr.write(`Written to ${file}\n`);
  return 0;
}

function readParticipantName(input: CommandInput, option: string): string | undefined {
  return parseParticipantName(getString(input, option), `--${option}`);
}

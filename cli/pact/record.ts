import { writeRecording } from '../../contracts/pact/record/destination.ts';
import { recordPact } from '../../contracts/pact/record/record.ts';
import { summaryData, summaryText } from '../../contracts/pact/record/summary.ts';
import { KitError } from '../../errors.ts';
import { stringifyJson } from '../../spec/exact-json.ts';
import { loadContract } from '../../spec/load.ts';
import type { Command, CommandInput } from '../command.ts';
import { commonOptions, flag, refuseExtra, specSource, text } from '../options.ts';

export const command: Command = {
  name: 'pact record',
  summary: 'Write a pact from the contract alone, to verify an implementation with',
  usage: 'plant-store pact record [--out FILE|DIR] [options]',
  examples: [
    'plant-store pact record --out pacts/',
    'plant-store pact record --spec openapi.yaml > generated.json',
    'plant-store pact record --spec openapi.yaml --out generated.json --json',
  ],
  options: {
    spec: commonOptions.spec,
    out: {
      type: 'string',
      value: 'FILE|DIR',
      help: 'where to write it; a folder gets CONSUMER-PROVIDER.json (default: stdout)',
    },
    consumer: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the consumer (default: generated-from- and the title of the document)',
    },
    provider: {
      type: 'string',
      value: 'NAME',
      help: 'the name of the provider (default: the title of the document)',
    },
    json: { type: 'boolean', help: 'print the summary as JSON; the pact goes to --out' },
  },
  run,
};

/** stdout gets the pact, or with --json the summary; a summary for people goes to stderr. */
async function run(input: CommandInput): Promise<number> {
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

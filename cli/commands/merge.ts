import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';
import { reportOption, verboseOption } from '../options/shared-options.ts';

/** `plant-store merge` */
export const command: Command = {
  name: 'merge',
  summary: 'Merge the reports of all shards of a run into one verdict',
  usage: 'plant-store merge REPORT... [options]',
  examples: [
    'plant-store merge shard-1.json shard-2.json shard-3.json',
    'plant-store merge shards/*.json --out report',
  ],
  options: {
    out: {
      type: 'string',
      value: 'DIR',
      help: 'folder for the report in every format, and the certificate',
    },
    report: reportOption,
    json: commonOptions.json,
    verbose: verboseOption,
  },
  action: () => import('../actions/merge.ts'),
};

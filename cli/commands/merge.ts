import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';
import { reportOption } from '../options/shared-options.ts';

/** `plant-store merge` */
export const command: Command = {
  name: 'merge',
  summary: 'One verdict from the reports of all shards of a run',
  usage: 'plant-store merge REPORT... [options]',
  examples: [
    'plant-store merge shard-1.json shard-2.json shard-3.json',
    'plant-store merge shards/*.json --out report',
  ],
  options: {
    out: {
      type: 'string',
      value: 'DIR',
      help: 'write every format of the report, and the certificate, here',
    },
    report: reportOption,
    json: commonOptions.json,
  },
  action: () => import('../actions/merge.ts'),
};

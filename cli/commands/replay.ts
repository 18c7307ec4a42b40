import type { Command } from '../command.ts';
import { repairOptions } from '../options/option-values.ts';
import { configurationOptions, hooksOption, otherUserOptions, targetOptions } from '../options/shared-options.ts';

/** `plant-store replay` */
export const command: Command = {
  name: 'replay',
  summary: 'Repeat one test case and show its requests and responses',
  usage: 'plant-store replay CASE_ID BASE_URL [options]',
  examples: ["plant-store replay 'createOrder/missing-properties/body.name' http://127.0.0.1:4010"],
  options: {
    ...targetOptions,
    ...otherUserOptions,
    ...repairOptions,
    hooks: hooksOption,
    ...configurationOptions,
  },
  targetArgument: 1,
  action: () => import('../actions/replay.ts'),
};

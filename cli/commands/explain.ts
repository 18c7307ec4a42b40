import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';

/** `plant-store explain` */
export const command: Command = {
  name: 'explain',
  summary: 'What a check means and how to mend what it finds; what the resources of a document are',
  usage: 'plant-store explain [CHECK_ID|FAMILY]\n       plant-store explain resources [--spec FILE|URL]',
  examples: [
    'plant-store explain',
    'plant-store explain invalid-rejected',
    'plant-store explain walks',
    'plant-store explain response-media-type-removed',
    'plant-store explain resources --spec openapi.yaml',
  ],
  options: { spec: commonOptions.spec },
  action: () => import('../actions/explain.ts'),
};

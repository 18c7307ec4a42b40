import type { Command } from '../command.ts';

/** `plant-store explain` */
export const command: Command = {
  name: 'explain',
  summary: 'What a check means and how to mend what it finds',
  usage: 'plant-store explain [CHECK_ID|FAMILY]',
  examples: [
    'plant-store explain',
    'plant-store explain invalid-rejected',
    'plant-store explain walks',
    'plant-store explain response-media-type-removed',
  ],
  options: {},
  work: () => import('../work/explain.ts'),
};

import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';

/** `plant-store types` */
export const command: Command = {
  name: 'types',
  summary: 'Write the TypeScript types of a document, for openapi-fetch and plant-store.config.ts',
  usage: 'plant-store types [options]',
  examples: ['plant-store types --spec api.yaml --out api.d.ts', 'plant-store types --spec api.yaml > api.d.ts'],
  options: {
    spec: commonOptions.spec,
    overlay: commonOptions.overlay,
    'ref-root': commonOptions['ref-root'],
    out: { type: 'string', value: 'FILE', help: 'the file to write (default: stdout)' },
  },
  action: () => import('../actions/types.ts'),
};

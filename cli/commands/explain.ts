import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';

/** `plant-store explain` */
export const command: Command = {
  name: 'explain',
  summary: 'Explain a check, a test category or an error code, or the resources of a document',
  usage: 'plant-store explain [CHECK_ID|CATEGORY|ERROR_CODE]\n       plant-store explain resources [--spec FILE|URL]',
  examples: [
    'plant-store explain',
    'plant-store explain invalid-rejected',
    'plant-store explain random-sequences',
    'plant-store explain response-media-type-removed',
    'plant-store explain resources --spec openapi.yaml',
  ],
  options: { spec: commonOptions.spec, overlay: commonOptions.overlay, 'ref-root': commonOptions['ref-root'] },
  action: () => import('../actions/explain.ts'),
};

import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';

/** `plant-store init` */
export const command: Command = {
  name: 'init',
  summary: 'Write plant-store.yaml, the settings for a document, with comments',
  usage: 'plant-store init [BASE_URL] [options]',
  examples: [
    'plant-store init --spec openapi.yaml',
    'plant-store init https://staging.example.com/v1 --spec openapi.yaml --out staging.yaml',
  ],
  options: {
    spec: {
      ...commonOptions.spec,
      help: 'the OpenAPI document (default: openapi.yaml, openapi.yml or openapi.json here)',
    },
    'ref-root': commonOptions['ref-root'],
    out: { type: 'string', value: 'FILE', help: 'the new file (default: plant-store.yaml beside the document)' },
    json: { type: 'boolean', help: 'print the path of the file as JSON' },
  },
  action: () => import('../actions/init.ts'),
};

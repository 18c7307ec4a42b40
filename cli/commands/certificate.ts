import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';

/** `plant-store certificate` */
export const command: Command = {
  name: 'certificate',
  summary: 'Check a certificate against its report',
  usage: 'plant-store certificate FILE [options]',
  examples: [
    'plant-store certificate report/certificate.json',
    'plant-store certificate certificate.json --report run-12/report.json --spec openapi.yaml',
  ],
  options: {
    report: {
      type: 'string',
      value: 'FILE',
      help: 'the JSON report it was created from (default: report.json in the same folder)',
    },
    spec: {
      type: 'string',
      value: 'FILE|URL',
      help: 'the OpenAPI document to compare it with (default: none)',
    },
    'ref-root': commonOptions['ref-root'],
    json: commonOptions.json,
  },
  action: () => import('../actions/certificate.ts'),
};

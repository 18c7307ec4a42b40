import type { Command } from '../command.ts';
import { commonOptions } from '../options/option-values.ts';
import { reportOption, waiversOption } from '../options/shared-options.ts';

/** `plant-store diff` */
export const command: Command = {
  name: 'diff',
  summary: 'Breaking changes between two versions of a contract',
  usage:
    'plant-store diff OLD NEW [options]\n\nOLD and NEW are files, URLs, or git:REF:path, from the top of the repository (git:REF:./path from here).',
  examples: [
    'plant-store diff git:main:openapi.yaml openapi.yaml',
    'plant-store diff https://api.example.com/openapi.json openapi.yaml --strict',
    'plant-store diff old.yaml new.yaml --report junit=report/diff.xml',
    'plant-store diff old.yaml new.yaml --json',
  ],
  options: {
    strict: { type: 'boolean', help: 'risky changes fail too' },
    waivers: waiversOption,
    report: reportOption,
    json: commonOptions.json,
  },
  reportOption: 'report',
  action: () => import('../actions/diff.ts'),
};

import type { Command } from '../command.ts';

/** `plant-store demo` */
export const command: Command = {
  name: 'demo',
  summary: 'Show a mock server and a verification, without a document of yours',
  usage: 'plant-store demo [options]',
  examples: ['plant-store demo', 'plant-store demo --once'],
  options: {
    once: {
      type: 'boolean',
      help: 'end after the verification (default: on a terminal, keep the servers running until Ctrl-C)',
    },
  },
  action: () => import('../actions/demo.ts'),
};

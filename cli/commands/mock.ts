import { mockOptions } from '../actions/mock/options.ts';
import type { Command } from '../command.ts';

/** `plant-store mock` */
export const command: Command = {
  name: 'mock',
  summary: 'Start a mock server for a document',
  usage: 'plant-store mock [options]',
  examples: [
    'plant-store mock',
    'plant-store mock --spec api.yaml --port 0 --no-auth --watch',
    'plant-store mock --spec pets.yaml --spec /shop=orders.yaml',
    'PLANT_STORE_TOKEN=s3cret plant-store mock --delay 100-300 --rule "createOrder x3 = 503"',
    'plant-store mock --dynamic --seed 7',
    'plant-store mock --upstream https://orders.example.com --fail-on-violations',
  ],
  options: mockOptions,
  action: () => import('../actions/mock/mock.ts'),
};

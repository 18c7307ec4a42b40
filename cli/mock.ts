/** `plant-store mock`: the fake store in the foreground, until it is told to stop. */
import { KitError } from '../errors.ts';
import { workerRole } from '../mock/workers/workers.ts';
import type { Command, CommandInput } from './command.ts';
import { mockOptions } from './mock/options.ts';
import { serveUntilStopped } from './mock/serve.ts';
import { readSettings, type Settings } from './mock/settings.ts';
import { runPrimary, runWorker } from './mock/workers.ts';
import { refuseExtra } from './options.ts';

export const command: Command = {
  name: 'mock',
  summary: 'Serve a fake store that answers as the document says',
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
  run,
};

async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 0);
  const settings = readSettings(input);
  // Whoever reads the log may close it; the store goes on.
  process.stderr.on('error', () => undefined);
  try {
    return await start(settings);
  } catch (error) {
    return tellTaken(error);
  }
}

function start(settings: Settings): Promise<number> {
  const role = workerRole();
  if (role !== undefined) return runWorker(settings, role);
  if (settings.workers > 1) return runPrimary(settings);
  return serveUntilStopped({ settings, ready: (text) => process.stdout.write(text), isFirst: true });
}

/** By far the most common failure, and one line says all of it. */
function tellTaken(error: unknown): number {
  if (!(error instanceof KitError) || error.code !== 'port-taken') throw error;
  process.stderr.write(`error[${error.code}]: ${error.detail}. ${error.fix}\n`);
  return 2;
}

import { setFlagsFromString } from 'node:v8';
import { KitError } from '../../../errors.ts';
import type { CommandInput } from '../../command.ts';
import { rejectExtraArguments } from '../../options/option-values.ts';
import { serveUntilStopped } from './serve.ts';
import { type MockSettings, readSettings } from './settings.ts';

/** `plant-store mock`: runs the mock server in the foreground until it receives a stop signal. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 0);
  const settings = readSettings(input);
  // Most journal entries survive a collection and are evicted soon after. V8 would pretenure them in old space, where
  // garbage stays for long. The flag applies to the whole process.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // The reader of the log may close the stream; the server continues.
  process.stderr.on('error', () => undefined);
  try {
    return await startMockServer(settings);
  } catch (error) {
    return reportPortTaken(error);
  }
}

async function startMockServer(settings: MockSettings): Promise<number> {
  if (settings.workers === 1)
    return serveUntilStopped({ settings, ready: (text) => process.stdout.write(text), isFirst: true });
  const { workerRole } = await import('../../../mock/workers/run-workers.ts');
  const { runPrimary, runWorker } = await import('./workers.ts');
  const role = workerRole();
  return role === undefined ? runPrimary(settings) : runWorker(settings, role);
}

/** The most common failure gets a one-line message. */
function reportPortTaken(error: unknown): number {
  if (!(error instanceof KitError) || error.code !== 'port-taken') throw error;
  process.stderr.write(`error[${error.code}]: ${error.detail}. ${error.fix}\n`);
  return 2;
}

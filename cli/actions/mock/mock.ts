import { setFlagsFromString } from 'node:v8';
import { KitError } from '../../../errors.ts';
import type { CommandInput } from '../../command.ts';
import { rejectExtraArguments } from '../../options/option-values.ts';
import { serveUntilStopped } from './serve.ts';
import { type MockSettings, readSettings } from './settings.ts';

/** `plant-store mock`: the fake store in the foreground, until it is told to stop. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 0);
  const settings = readSettings(input);
  // Most entries of the journal outlive a collection, and leave soon after: V8 would take them for lasting and make them in
  // old space, where what is gone stays for long, with all that it holds. It is a choice for the whole process.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // Whoever reads the log may close it; the store goes on.
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

/** By far the most common failure, and one line says all of it. */
function reportPortTaken(error: unknown): number {
  if (!(error instanceof KitError) || error.code !== 'port-taken') throw error;
  process.stderr.write(`error[${error.code}]: ${error.detail}. ${error.fix}\n`);
  return 2;
}

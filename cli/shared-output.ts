/** Whether stdout and stderr are read together, so that a command should not print the same lines to both. */
import { fstatSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Where a command runs. */
interface OutputEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** The device and inode of an open file. */
  readonly identify: (descriptor: number) => string;
}

/** The same terminal, file or pipe; or the log of a GitHub job, which joins two pipes. */
export function isOutputShared({ env, identify }: OutputEnvironment = currentEnvironment()): boolean {
  if (env['GITHUB_ACTIONS'] === 'true') return true;
  try {
    return identify(1) === identify(2);
  } catch {
    // One of them is closed.
    return false;
  }
}

function currentEnvironment(): OutputEnvironment {
  return {
    env: process.env,
    identify: (descriptor) => {
      // A worker thread has streams of its own in place of the descriptors.
      const { dev, ino } = isMainThread ? fstatSync(descriptor) : { dev: descriptor, ino: descriptor };
      return `${dev} ${ino}`;
    },
  };
}

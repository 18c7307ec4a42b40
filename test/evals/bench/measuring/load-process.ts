/** The process of `load-driver.ts`, as a function. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadBurst, LoadFailure, LoadMeasurement } from './load-driver.ts';

export interface LoadProcess {
  /** One at a time. Throws where the process ended. */
  send(burst: LoadBurst): Promise<LoadMeasurement | LoadFailure>;
  stop(): Promise<void>;
}

export function startLoadProcess(): LoadProcess {
  const child = fork(new URL('load-driver.ts', import.meta.url), { execArgv: [] });
  return {
    send: (burst) => nextReply(child, burst),
    stop: async () => {
      if (!child.connected) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

function nextReply(child: ChildProcess, burst: LoadBurst): Promise<LoadMeasurement | LoadFailure> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`the load on ${burst.url} ended early`));
    child.once('exit', ended);
    child.once('message', (response: LoadMeasurement | LoadFailure) => {
      child.off('exit', ended);
      resolve(response);
    });
    child.send(burst);
  });
}

/** The process of `driver.ts`, as a function. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Burst, Failed, Felt } from './driver.ts';

export interface LoadProcess {
  /** One at a time. Throws where the process ended. */
  send(burst: Burst): Promise<Felt | Failed>;
  stop(): Promise<void>;
}

export function startLoadProcess(): LoadProcess {
  const child = fork(new URL('driver.ts', import.meta.url), { execArgv: [] });
  return {
    send: (burst) => answerOf(child, burst),
    stop: async () => {
      if (!child.connected) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

function answerOf(child: ChildProcess, burst: Burst): Promise<Felt | Failed> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`the load on ${burst.url} ended early`));
    child.once('exit', ended);
    child.once('message', (answer: Felt | Failed) => {
      child.off('exit', ended);
      resolve(answer);
    });
    child.send(burst);
  });
}

/** The mock server from its source, in a process of its own, without a log. */
import { startServer, stopChild } from '../measuring/child-process.ts';
import { resolvePath, TOKEN } from '../servers.ts';

export interface MockProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startMockProcess(...options: readonly string[]): Promise<MockProcess> {
  const {
    child,
    pid,
    matches: groups,
  } = await startServer({
    args: [resolvePath('../../../cli/main.ts'), 'mock', '--port', '0', '--log', 'none', ...options],
    env: { ...process.env, PLANT_STORE_TOKEN: TOKEN },
    line: /listening on (\S+)\s/,
  });
  const [url = ''] = groups;
  return { url, pid, stop: () => stopChild(child) };
}

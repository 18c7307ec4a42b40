/** The fake store from its source, in a process of its own, without a log. */
import { startServer, stopped } from '../measuring/child.ts';
import { pathOf, TOKEN } from '../servers.ts';

export interface OwnStore {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startOwnStore(...options: readonly string[]): Promise<OwnStore> {
  const { child, pid, said } = await startServer({
    args: [pathOf('../../../cli/main.ts'), 'mock', '--port', '0', '--log', 'none', ...options],
    env: { ...process.env, PLANT_STORE_TOKEN: TOKEN },
    line: /listening on (\S+)\s/,
  });
  const [url = ''] = said;
  return { url, pid, stop: () => stopped(child) };
}

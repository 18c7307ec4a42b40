import { startServer, stopped } from '../../measuring/child.ts';
import { pathOf } from '../../servers.ts';

/** In a process of its own, like a real implementation. */
export interface Store {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** One of the zoo. */
export async function startStore(name: string): Promise<Store> {
  const { child, said } = await startServer({
    args: [pathOf('../zoo/main.ts'), name],
    line: /URL\s+(\S+)\s+token\s+(\S+)\s/,
  });
  const [url = '', token = ''] = said;
  return { url, token, stop: () => stopped(child) };
}

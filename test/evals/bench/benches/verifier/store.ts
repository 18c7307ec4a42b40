import { startServer, stopChild } from '../../measuring/child-process.ts';
import { resolvePath } from '../../servers.ts';

/** In a process of its own, like a real implementation. */
export interface BenchStore {
  readonly url: string;
  readonly token: string;
  stop(): Promise<void>;
}

/** One of the zoo. */
export async function startBenchStore(name: string): Promise<BenchStore> {
  const { child, matches: groups } = await startServer({
    args: [resolvePath('../zoo/main.ts'), name],
    line: /URL\s+(\S+)\s+token\s+(\S+)\s/,
  });
  const [url = '', token = ''] = groups;
  return { url, token, stop: () => stopChild(child) };
}

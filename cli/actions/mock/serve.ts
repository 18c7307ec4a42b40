/** One process that serves, from its start until it is told to stop. */
import { flushCompileCache } from 'node:module';
import { createLog } from '../../../mock/journal/log.ts';
import type { Mount } from '../../../mock/serve/mounts.ts';
import type { RunningMock } from '../../../mock/serve/server.ts';
import { type Prepared, prepare, servePrepared, specsOf } from '../../../mock/start/prepare.ts';
import { consoleUrl, readyLines } from '../../../mock/start/ready/ready.ts';
import { loadMounts } from '../../../mock/start/specs.ts';
import type { Watcher } from '../../../mock/start/watch.ts';
import { tellUnsupported } from '../../output.ts';
import { endSoon, flushLog, stopSignal, writeLine } from './process.ts';
import { type OpenProxy, openProxy } from './proxy.ts';
import type { Settings } from './settings.ts';
import { holdYoungGeneration } from './young-generation.ts';

export interface Serving {
  readonly settings: Settings;
  /** Gets the ready lines as one text, and the port, 0 where it is the protocol's own. */
  readonly ready: (text: string, port: number) => void;
  /** The only process, or the first of several: what all would say it says for them. */
  readonly isFirst: boolean;
}

/** Resolves with the exit code when it has stopped. */
export async function serveUntilStopped({ settings, ready, isFirst }: Serving): Promise<number> {
  const letYoungGrow = holdYoungGeneration(specsOf(settings.options.spec).map(({ spec }) => spec));
  const prepared = await prepare(settings.options);
  if (isFirst)
    for (const { contract } of prepared.mounts)
      tellUnsupported(contract, 'plant-store verify BASE_URL --report json=FILE, under contract.unsupported');
  const proxy = await proxyFor(settings, prepared);
  const mock = await servePrepared(prepared, proxy.options);
  let watcher: Watcher | undefined;
  let closed = () => {};
  try {
    const stopped = stopSignal();
    watcher = await watching(settings, prepared, mock);
    const lines = readyLines(prepared.mounts, factsOf(settings, prepared, mock));
    ready(`${lines.join('\n')}\n`, Number(new URL(mock.url).port));
    void mock.warm().then(() => {
      // Written now, as a process that is killed never comes to it.
      flushCompileCache();
      letYoungGrow();
    });
    await stopped;
    closed = endSoon({
      exitCode: () => proxy.conclude('cut short'),
      say: createLog(settings.logFormat, writeLine).note,
    });
  } finally {
    await Promise.all([watcher?.close(), mock.close()]).finally(() => closed());
  }
  flushLog();
  return proxy.conclude('whole');
}

/** What was opened before would keep the process alive. */
async function proxyFor({ proxy, options: { port } }: Settings, prepared: Prepared): Promise<OpenProxy> {
  try {
    return await openProxy(proxy, { mounts: prepared.mounts, port });
  } catch (error) {
    await prepared.options.storage?.close();
    throw error;
  }
}

async function watching(
  { options, watch, logFormat }: Settings,
  { mounts }: Prepared,
  mock: RunningMock,
): Promise<Watcher | undefined> {
  if (!watch) return undefined;
  const say = createLog(logFormat, writeLine).note;
  const { watchMounts } = await import('../../../mock/start/watch.ts');
  return watchMounts(mounts, {
    load: () => loadMounts(specsOf(options.spec)),
    apply: (loaded) => replace(mock, loaded, say),
    say,
  });
}

/** A token that pages need from now on was in none of the lines of the start. */
async function replace(
  mock: RunningMock,
  mounts: readonly Mount[],
  say: (line: string) => void,
): Promise<void> {
  const before = mock.pageToken();
  await mock.replace(mounts);
  const pageToken = mock.pageToken();
  if (before !== undefined || pageToken === undefined) return;
  const url = consoleUrl({ ...mock, pageToken, isControlTokenSecret: false });
  say(`pages need the control token now, since the contract declares Content-Security-Policy: ${url}`);
}

function factsOf(settings: Settings, { certificate }: Prepared, mock: RunningMock) {
  const { isTokenSecret, isControlTokenSecret, options, proxy } = settings;
  return {
    url: mock.url,
    token: mock.token,
    isTokenSecret,
    auth: options.auth !== false,
    controlToken: mock.controlToken,
    pageToken: mock.pageToken(),
    isControlTokenSecret,
    upstream: proxy?.upstream,
    fingerprint: certificate?.fingerprint,
  };
}

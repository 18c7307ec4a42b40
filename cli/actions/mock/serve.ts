/** Runs one server process, from its start until a stop signal. */
import * as nodeModule from 'node:module';
import { createLog } from '../../../mock/journal/log.ts';
import type { RunningMock } from '../../../mock/serve/mock-server.ts';
import type { Mount } from '../../../mock/serve/mounts.ts';
import { loadMounts } from '../../../mock/start/load-mounts.ts';
import { type PreparedMock, prepareMock, servePreparedMock, toMountedSpecs } from '../../../mock/start/prepare-mock.ts';
import { consoleUrl, startupLines } from '../../../mock/start/startup-message/startup-message.ts';
import type { Watcher } from '../../../mock/start/watch-documents.ts';
import { sanitizeLine } from '../../../sanitize.ts';
import { printUnusedActions } from '../../options/option-values.ts';
import { printUnsupportedKinds } from '../../output.ts';
import { exitAfterTimeout, flushLog, waitForStopSignal, writeLine } from './foreground-process.ts';
import { limitYoungGeneration } from './heap-settings.ts';
import { type OpenProxy, openProxy } from './proxy.ts';
import type { MockSettings } from './settings.ts';

export interface ServeInput {
  readonly settings: MockSettings;
  /** Receives the startup lines as one text, and the port (0 for the default port of the protocol). */
  readonly ready: (text: string, port: number) => void;
  /** The only process, or the first of several, which prints the common messages. */
  readonly isFirst: boolean;
}

/** Resolves to the exit code when the server has stopped. */
export async function serveUntilStopped({ settings, ready, isFirst }: ServeInput): Promise<number> {
  const releaseHeapLimit = limitYoungGeneration(toMountedSpecs(settings.options.spec).map(({ spec }) => spec));
  const prepared = await prepareMock(settings.options);
  if (isFirst)
    for (const { contract } of prepared.mounts) {
      printUnusedActions(contract);
      printUnsupportedKinds(contract);
    }
  const { configFile } = settings.options;
  if (isFirst && configFile !== undefined) writeLine(`config: ${sanitizeLine(configFile)}`);
  const proxy = await openProxyOrClose(settings, prepared);
  const mock = await servePreparedMock(prepared, proxy.options);
  let watcher: Watcher | undefined;
  let cancelExit = () => {};
  try {
    const stopped = waitForStopSignal();
    watcher = await startWatching(settings, prepared, { mock, isFirst });
    const lines = startupLines(prepared.mounts, readyFacts(settings, prepared, mock));
    ready(`${lines.join('\n')}\n`, Number(new URL(mock.url).port));
    void mock.preload().then(async () => {
      if (isFirst) await printFakerProblems(prepared.mounts);
      // Written now, since a process that is killed would not write it.
      // Deno has none, and says so when a missing export is imported by name.
      if (Object.hasOwn(nodeModule, 'flushCompileCache')) nodeModule.flushCompileCache();
      releaseHeapLimit();
    });
    await stopped;
    cancelExit = exitAfterTimeout({
      exitCode: () => proxy.summarize('interrupted'),
      log: createLog(settings.logFormat, writeLine).note,
    });
  } finally {
    await Promise.all([watcher?.close(), mock.close()]).finally(() => cancelExit());
  }
  flushLog();
  return proxy.summarize('complete');
}

/** After the start, because only Faker knows what it has. */
async function printFakerProblems(mounts: readonly Mount[]): Promise<void> {
  const { fakerProblems } = await import('../../../mock/made-up/faker-problems.ts');
  for (const line of mounts.flatMap(({ contract }) => fakerProblems(contract)).slice(0, MAX_FAKER_PROBLEMS))
    writeLine(`warning: ${sanitizeLine(line)}`);
}

const MAX_FAKER_PROBLEMS = 20;

/** Closes the storage on failure, since it would keep the process alive. */
async function openProxyOrClose(
  { proxy, options: { port } }: MockSettings,
  prepared: PreparedMock,
): Promise<OpenProxy> {
  try {
    return await openProxy(proxy, { mounts: prepared.mounts, port });
  } catch (error) {
    await prepared.options.storage?.close();
    throw error;
  }
}

async function startWatching(
  { options, watch, logFormat }: MockSettings,
  prepared: PreparedMock,
  { mock, isFirst }: { readonly mock: RunningMock; readonly isFirst: boolean },
): Promise<Watcher | undefined> {
  if (!watch) return undefined;
  const log = createLog(logFormat, writeLine).note;
  let { mounts } = prepared;
  const { watchMounts } = await import('../../../mock/start/watch-documents.ts');
  const documents = await watchMounts(mounts, {
    load: () => loadMounts(toMountedSpecs(options.spec), options.loading),
    apply: async (newMounts) => {
      await replaceMounts(mock, newMounts, log);
      mounts = newMounts;
    },
    log,
  });
  const { watchData } = await import('../../../mock/start/watch-data.ts');
  const data = watchData({ options, prepared, mock, mounts: () => mounts, isFirst, log });
  return { close: async () => void (await Promise.all([documents.close(), data.close()])) };
}

/** Logs a page token that is needed only now, since the startup lines did not include it. */
async function replaceMounts(mock: RunningMock, mounts: readonly Mount[], log: (line: string) => void): Promise<void> {
  const previousToken = mock.pageToken();
  await mock.replaceContracts(mounts);
  const pageToken = mock.pageToken();
  if (previousToken !== undefined || pageToken === undefined) return;
  const url = consoleUrl({ ...mock, pageToken, isControlTokenSecret: false });
  log(`pages now require the control token, because the contract declares Content-Security-Policy: ${url}`);
}

function readyFacts(settings: MockSettings, { certificate }: PreparedMock, mock: RunningMock) {
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

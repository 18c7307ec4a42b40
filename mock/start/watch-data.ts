/** With `--watch`: takes up changes of the config file, and of the files with initial records and rules. */
import { isJsonArray, stringifyJson } from '../../spec/json/exact-json.ts';
import type { InitialRecords } from '../records/record-handler-options.ts';
import type { RunningMock } from '../serve/mock-server.ts';
import type { Mount } from '../serve/mounts.ts';
import { loadCode, loadRules, type PreparedMock, type PrepareMockOptions } from './prepare-mock.ts';
import { watchFiles } from './watch-files.ts';

export interface DataWatchOptions {
  readonly options: PrepareMockOptions;
  readonly prepared: PreparedMock;
  readonly mock: RunningMock;
  /** The contracts that are served now. */
  readonly mounts: () => readonly Mount[];
  /** Of several processes with one storage, one changes what it stores. */
  readonly isFirst: boolean;
  readonly log: (line: string) => void;
}

/** The files must have been read when this is called. */
export function watchData(watched: DataWatchOptions): { readonly close: () => Promise<void> } {
  const { options, prepared, mock, mounts, isFirst, log } = watched;
  const { records: recordsFile, scenario } = options;
  let revision: number | undefined;
  let { records = {} } = prepared.options;
  const reloadCode = async (changed: number | undefined) => {
    const { configFiles, withLocation, ...code } = await loadCode(options, changed);
    try {
      await mock.replaceContracts(mounts(), code);
    } catch (error) {
      throw withLocation(error);
    }
    return { ...code, configFiles };
  };
  const config = watchFiles(prepared.configFiles, {
    what: 'the config file',
    reload: async (changed) => {
      revision = changed;
      const code = await reloadCode(changed);
      records = code.records;
      return code.configFiles;
    },
    log,
  });
  const data = watchFiles(typeof recordsFile === 'string' ? [recordsFile] : [], {
    what: 'the initial records',
    reload: async () => {
      const code = await reloadCode(revision);
      if (isFirst) await replaceRecords(mock, records, code.records);
      records = code.records;
      return [];
    },
    log,
  });
  const rules = watchFiles(typeof scenario === 'string' ? [scenario] : [], {
    what: 'the rules',
    reload: async () => {
      const loaded = await loadRules(options, mounts());
      await mock.replaceContracts(mounts(), { rules: loaded });
      if (isFirst) {
        await mock.scenario.clear();
        await mock.scenario.add(...loaded);
      }
      return [];
    },
    log,
  });
  return { close: async () => void (await Promise.all([config, data, rules].map((watcher) => watcher.close()))) };
}

/** Only the collections that have changed in the file: what clients wrote to others stays. */
async function replaceRecords(
  { records }: Pick<RunningMock, 'records'>,
  before: InitialRecords,
  now: InitialRecords,
): Promise<void> {
  for (const [name, values] of Object.entries(now)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (old !== undefined && stringifyJson(old) === stringifyJson(values)) continue;
    await records.clear(name);
    await records.add(name, ...(isJsonArray(values) ? values : [values]));
  }
}

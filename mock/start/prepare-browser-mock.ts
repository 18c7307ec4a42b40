/** Resolves the options of a mock in a browser to everything that it needs before it starts. */
import { importFaker } from '../made-up/faker.ts';
import { checkRules } from '../rules/check-rules.ts';
import type { ServeOptions } from '../serve/serve-options.ts';
import { checkRecordCount, checkTokens } from './checked-options.ts';
import { type BrowserDocument, loadBrowserDocument } from './load-browser-document.ts';
import type { MockOptions } from './mock-options.ts';
import type { PreparedMock } from './prepare-mock.ts';
import { readProgramConfig } from './read-config.ts';
import { seedRecords, withSeedLocation } from './seeds.ts';

type SharedOptions = Pick<
  MockOptions,
  | 'token'
  | 'auth'
  | 'callbacks'
  | 'tokenLifetime'
  | 'delay'
  | 'stream'
  | 'seed'
  | 'stateless'
  | 'recordsPerUser'
  | 'handlers'
  | 'seeds'
  | 'log'
  | 'logFormat'
>;

export interface BrowserMockOptions extends SharedOptions {
  readonly spec: BrowserDocument;
  /** The initial records by collection, instead of the examples of the contract; or the number of made-up ones in each. */
  readonly records?: Exclude<MockOptions['records'], string>;
  /** The initial rules. */
  readonly scenario?: Exclude<MockOptions['scenario'], string>;
}

/** Throws the errors of `prepareMock` that are not about files. */
export async function prepareBrowserMock(
  options: BrowserMockOptions,
): Promise<Pick<PreparedMock, 'mounts' | 'withLocation'> & { readonly options: ServeOptions }> {
  const { spec, token, records, scenario, handlers = {}, seeds = {}, ...unchanged } = options;
  const tokens = checkTokens(token);
  const recordCount = checkRecordCount(records);
  const [contract] = await Promise.all([loadBrowserDocument(spec), importFaker()]);
  const mounts = [{ prefix: '', contract }];
  const config = readProgramConfig({ handlers, seeds });
  const seeded =
    options.stateless === true ? {} : seedRecords(config.seeds, { source: config.source, seed: options.seed });
  return {
    mounts,
    options: {
      ...unchanged,
      rules: scenario === undefined ? [] : checkRules(scenario, mounts),
      handlers: { handlers: config.handlers, source: config.source },
      records: { ...seeded, ...(typeof records === 'object' ? records : {}) },
      ...(tokens === undefined ? {} : { tokens }),
      ...(recordCount === undefined ? {} : { recordCount }),
    },
    withLocation: (error) => withSeedLocation(error, config.seeds, config.source),
  };
}

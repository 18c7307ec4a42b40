/**
 * `plant-store/msw/browser`: the mock as handlers of MSW in a page, for its service worker. It needs neither a server nor
 * Node.
 *
 *     const mock = await mockHandlers(http, { spec: document, baseUrl: 'https://api.example.com' });
 *     await setupWorker(...mock.handlers).start();
 */
import {
  documentOption,
  listOption,
  numberOption,
  objectOption,
  requiredOption,
  unionOption,
} from '../../spec/options/option-validation.ts';
import type { EngineLoader } from '../respond/lazy-response-generator.ts';
import { type BrowserMockOptions, prepareBrowserMock } from '../start/prepare-browser-mock.ts';
import { createMemoryStorage } from '../storage/memory/memory-storage.ts';
import {
  type AddressOption,
  checkArguments,
  createHandlers,
  handlerOptionKinds,
  type MockHandlers,
  type MswHttp,
} from './msw-handlers.ts';

export { KitError } from '../../errors.ts';
export type { MockHandlers, MswHttp } from './msw-handlers.ts';

/** Those of `plant-store/msw`, without what needs files, a server or Prism. */
export interface BrowserHandlersOptions extends AddressOption, BrowserMockOptions {}

const { store: _store, dynamic: _dynamic, locale: _locale, ...sharedKinds } = handlerOptionKinds;

const browserOptionKinds = {
  ...sharedKinds,
  spec: requiredOption(documentOption),
  records: unionOption(objectOption, numberOption),
  scenario: listOption(objectOption),
};

/** Throws a KitError, with `code`, `detail` and `fix`, for invalid options. */
export async function mockHandlers<Handler>(
  http: MswHttp<Handler>,
  given: BrowserHandlersOptions,
): Promise<MockHandlers<Handler>> {
  const base = checkArguments(http, given, browserOptionKinds);
  const { baseUrl: _baseUrl, ...options } = given;
  const { options: served, ...prepared } = await prepareBrowserMock(options);
  const storage = createMemoryStorage();
  return createHandlers(http, {
    ...prepared,
    base,
    options: { ...served, storage, loadEngine: loadNoEngine, userAgent: undefined },
  });
}

/** Prism is larger than all the rest, so that responses without an example have the samples of this package. */
const loadNoEngine: EngineLoader = async () => ({
  generateSample: async () => ({ body: undefined, headers: new Map(), failure: undefined }),
});

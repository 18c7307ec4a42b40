/**
 * `plant-store/msw`: the mock as handlers of MSW, in the process of the tests and without a server.
 *
 *     const mock = await mockHandlers(http, { spec: 'api.yaml', baseUrl: 'https://api.example.com' });
 *     const server = setupServer(...mock.handlers);
 */
import '../../node-version.ts';

import { nodeParts } from '../serve/mock-server.ts';
import type { MockOptions } from '../start/mock-options.ts';
import { prepareMock } from '../start/prepare-mock.ts';
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

/** The options of `startMock` that do not concern a server. */
export interface MockHandlersOptions
  extends AddressOption,
    Omit<MockOptions, 'port' | 'host' | 'allowHosts' | 'tls' | 'limits' | 'controlToken'> {}

/** Throws a KitError, with `code`, `detail` and `fix`, for invalid options. */
export async function mockHandlers<Handler>(
  http: MswHttp<Handler>,
  given: MockHandlersOptions = {},
): Promise<MockHandlers<Handler>> {
  const base = checkArguments(http, given, handlerOptionKinds);
  const { baseUrl: _baseUrl, ...options } = given;
  const { mounts, options: served, withLocation } = await prepareMock(options);
  const storage = served.storage ?? createMemoryStorage();
  return createHandlers(http, { mounts, base, withLocation, options: { ...served, ...nodeParts, storage } });
}

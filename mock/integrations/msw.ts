/**
 * `plant-store/msw`: the mock as handlers of MSW, in the process of the tests and without a server.
 *
 *     const mock = await mockHandlers(http, { spec: 'api.yaml', baseUrl: 'https://api.example.com' });
 *     const server = setupServer(...mock.handlers);
 */
import '../../node-version.ts';

import { checkOptions } from '../../spec/options/option-validation.ts';
import { nodeParts } from '../serve/mock-server.ts';
import type { MockOptions } from '../start/mock-options.ts';
import { prepareMock } from '../start/prepare-mock.ts';
import { createMemoryStorage } from '../storage/memory/memory-storage.ts';
import {
  createHandlers,
  handlerOptionKinds,
  type MockHandlers,
  type MswHttp,
  requireHttpNamespace,
} from './msw-handlers.ts';
import { parseBaseUrl } from './msw-targets.ts';

export { KitError } from '../../errors.ts';
export type { MockHandlers, MswHttp } from './msw-handlers.ts';

/** The options of `startMock` that do not concern a server. */
export interface MockHandlersOptions
  extends Omit<MockOptions, 'port' | 'host' | 'allowHosts' | 'tls' | 'limits' | 'controlToken'> {
  /**
   * The address of the service in the app, such as `https://api.example.com` or `https://app.example.com/api`: all requests
   * below it are for the mock. By default, these are the requests to paths of the contract, at the address of its servers
   * if they have one, else at any.
   */
  readonly baseUrl?: string;
}

/** Throws a KitError, with `code`, `detail` and `fix`, for invalid options. */
export async function mockHandlers<Handler>(
  http: MswHttp<Handler>,
  { baseUrl, ...options }: MockHandlersOptions = {},
): Promise<MockHandlers<Handler>> {
  requireHttpNamespace(http);
  checkOptions(options, handlerOptionKinds);
  const base = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
  const { mounts, options: served, withLocation } = await prepareMock(options);
  const storage = served.storage ?? createMemoryStorage();
  return createHandlers(http, { mounts, base, withLocation, options: { ...served, ...nodeParts, storage } });
}

/**
 * `plant-store/vite`: a mock server that starts and stops with the development server of Vite.
 *
 *     export default defineConfig({ plugins: [plantStore({ spec: 'api.yaml', prefix: '/api' })] });
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { KitError } from '../../errors.ts';
import { type Mock, startMock } from '../index.ts';
import type { MockOptions } from '../start/mock-options.ts';
import { forwardRequest, mockTarget } from './forward-request.ts';
import { describeViolations, loadOperationPlaces } from './violation-text.ts';

export { KitError } from '../../errors.ts';

/** The options of `startMock`; the mock server is only reached through Vite, so there is no `host` and no `tls`. */
export interface PlantStoreOptions extends Omit<MockOptions, 'host' | 'allowHosts' | 'tls'> {
  /** Requests to the development server below this path go to the mock server, without it; the default is `/api`. */
  readonly prefix?: string;
}

/** The parts of Vite's development and preview servers that the plugin uses, so that it depends on no version of Vite. */
export interface ViteServer {
  readonly middlewares: { use(handler: ViteMiddleware): unknown };
  readonly config: { readonly logger: { info(text: string): void; error(text: string): void } };
  /** Null in middleware mode. */
  readonly httpServer: { once(event: 'listening' | 'close', listener: () => void): unknown } | null;
  /** Only the development server has one. */
  readonly ws?: { send(payload: OverlayError): void };
}

export type ViteMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Vite shows it in the browser, as text. */
export interface OverlayError {
  readonly type: 'error';
  readonly err: { readonly message: string; readonly stack: string; readonly plugin: string };
}

/** A plugin as Vite expects it. */
export interface PlantStorePlugin {
  readonly name: string;
  readonly apply: 'serve';
  configureServer(server: ViteServer): void;
  configurePreviewServer(server: ViteServer): void;
  closeBundle(): Promise<void>;
}

/** Creates the plugin. Throws `option-invalid` for an invalid prefix; Vite's log has the errors of `startMock`. */
export function plantStore({ prefix = '/api', ...options }: PlantStoreOptions = {}): PlantStorePlugin {
  if (typeof prefix !== 'string' || !/^(?:\/[\w.~-]+)+$/.test(prefix))
    throw new KitError('option-invalid', `prefix: expected a path such as "/api", got ${JSON.stringify(prefix)}`);
  const withoutHttpServer = new Set<() => Promise<void>>();
  const configure = (server: ViteServer): void => {
    const { start, stop } = createLifecycle(server, prefix, options);
    server.middlewares.use((request, response, next) => {
      const target = mockTarget(request.url ?? '', prefix);
      if (target === undefined) next();
      else start().then(({ url }) => forwardRequest(request, response, { url, target, prefix }), next);
    });
    // Not earlier: Vitest and others create a server that never listens, and so is never closed.
    server.httpServer?.once('listening', () => start().catch(() => undefined));
    server.httpServer?.once('close', () => void stop());
    if (server.httpServer === null) withoutHttpServer.add(stop);
  };
  return {
    name: 'plant-store',
    apply: 'serve',
    configureServer: configure,
    configurePreviewServer: configure,
    async closeBundle() {
      for (const stop of withoutHttpServer) await stop();
    },
  };
}

/** `start` starts the mock server once; a failed start is repeated with the next request. */
function createLifecycle(server: ViteServer, prefix: string, options: MockOptions) {
  const { logger } = server.config;
  let running: Promise<Mock> | undefined;
  const stop = async (): Promise<void> => {
    const mock = await running?.catch(() => undefined);
    running = undefined;
    await mock?.close();
  };
  const start = (): Promise<Mock> => {
    running ??= startReporting(server, options).then(
      (mock) => {
        logger.info(`  plant-store: ${prefix} is the mock server ${mock.url}, console ${mock.url}/__store/`);
        return mock;
      },
      (error: unknown) => {
        running = undefined;
        logger.error(`plant-store: ${errorText(error)}`);
        throw error;
      },
    );
    return running;
  };
  return { start, stop };
}

async function startReporting({ config: { logger }, ws }: ViteServer, options: MockOptions): Promise<Mock> {
  const mock = await startMock({ log: (line) => logger.info(line), ...options });
  const placeOf = await loadOperationPlaces(options.spec);
  await mock.journal.watch(
    (entry) => {
      const message = describeViolations(entry, placeOf);
      logger.error(message);
      // No stack: Vite makes links of the paths in it, and a request may contain one.
      ws?.send({ type: 'error', err: { message, stack: '', plugin: 'plant-store' } });
    },
    { valid: false },
  );
  return mock;
}

function errorText(error: unknown): string {
  if (error instanceof KitError) return [error.detail, error.fix].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}

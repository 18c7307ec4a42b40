/** The proxy mode: opens the proxy, and prints a summary when the server stops. */
import { KitError } from '../../../errors.ts';
import type { ServeOptions } from '../../../mock/serve/mock-server.ts';
import type { Mount } from '../../../mock/serve/mounts.ts';
import type { ProxySettings } from './settings.ts';

export interface OpenProxy {
  readonly options: Pick<ServeOptions, 'proxy'>;
  /** Prints the summary and returns the exit code. An interrupted shutdown never passes. */
  readonly summarize: (completion: 'complete' | 'interrupted') => number;
}

const noProxy: OpenProxy = { options: {}, summarize: () => 0 };

export interface ProxyContext {
  readonly mounts: readonly Mount[];
  readonly port: number | undefined;
}

/** Throws `target-invalid`, `option-invalid` and `file-unwritable`. */
export async function openProxy(
  settings: ProxySettings | undefined,
  { mounts, port }: ProxyContext,
): Promise<OpenProxy> {
  if (settings === undefined) return noProxy;
  await rejectLoop(settings.upstream, port);
  const { createProxy } = await import('../../../mock/proxy/proxy.ts');
  const recorder = await createRecorder(settings.record, mounts);
  const proxy = createProxy({
    upstream: settings.upstream,
    mocksUnimplemented: settings.mocksUnimplemented,
    ...(recorder === undefined ? {} : { recorder }),
  });
  const { formatSummary } = await import('../../../mock/proxy/traffic-summary.ts');
  return {
    options: { proxy },
    summarize: (completion) => {
      const { lines, exitCode } = formatSummary(proxy.summary());
      process.stdout.write(`${lines.join('\n')}\n`);
      if (!settings.failOnViolations) return 0;
      return exitCode === 0 && completion === 'interrupted' ? 2 : exitCode;
    },
  };
}

/** An upstream that is the server itself would forward requests in a loop. */
async function rejectLoop(upstream: string, port: number | undefined): Promise<void> {
  const { parseUpstream } = await import('../../../mock/proxy/forwarder.ts');
  const { hostname, port: upstreamPort } = new URL(parseUpstream(upstream).origin);
  if (Number(upstreamPort) !== port || !/^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(hostname)) return;
  throw new KitError(
    'option-invalid',
    `--upstream: expected another address than that of the mock server, port ${port}`,
  );
}

async function createRecorder(file: string | undefined, mounts: readonly Mount[]) {
  const [first, ...others] = mounts;
  if (file === undefined || first === undefined) return undefined;
  if (others.length > 0) throw new KitError('option-invalid', `--record: expected one --spec, got ${mounts.length}`);
  const { createExampleRecorder } = await import('../../../mock/proxy/example-recorder/example-recorder.ts');
  return createExampleRecorder(first.contract, file);
}

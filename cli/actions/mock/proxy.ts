/** The proxy mode: what the store passes on to, and what it says when it stops. */
import { KitError } from '../../../errors.ts';
import type { Mount } from '../../../mock/serve/mounts.ts';
import type { ServeOptions } from '../../../mock/serve/server.ts';
import type { ProxySettings } from './settings.ts';

export interface OpenProxy {
  readonly options: Pick<ServeOptions, 'proxy'>;
  /** Tells what was seen; the exit code. What was cut short is never a pass. */
  readonly conclude: (end: 'whole' | 'cut short') => number;
}

const none: OpenProxy = { options: {}, conclude: () => 0 };

export interface Served {
  readonly mounts: readonly Mount[];
  readonly port: number | undefined;
}

/** Throws `target-invalid`, `option-invalid` and `file-unwritable`. */
export async function openProxy(
  settings: ProxySettings | undefined,
  { mounts, port }: Served,
): Promise<OpenProxy> {
  if (settings === undefined) return none;
  await refuseLoop(settings.upstream, port);
  const { createProxy } = await import('../../../mock/proxy/proxy.ts');
  const recorder = await openRecorder(settings.record, mounts);
  const proxy = createProxy({
    upstream: settings.upstream,
    ...(recorder === undefined ? {} : { recorder }),
  });
  const { summarise } = await import('../../../mock/proxy/tally.ts');
  return {
    options: { proxy },
    conclude: (end) => {
      const { lines, exitCode } = summarise(proxy.summary());
      process.stdout.write(`${lines.join('\n')}\n`);
      if (!settings.failOnViolations) return 0;
      return exitCode === 0 && end === 'cut short' ? 2 : exitCode;
    },
  };
}

/** A request passed on to where it came from would be passed on again, and again. */
async function refuseLoop(upstream: string, port: number | undefined): Promise<void> {
  const { parseUpstream } = await import('../../../mock/proxy/forward.ts');
  const { hostname, port: other } = new URL(parseUpstream(upstream).origin);
  if (Number(other) !== port || !/^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/.test(hostname)) return;
  throw new KitError(
    'option-invalid',
    `--upstream: expected another address than the store's own, port ${port}`,
  );
}

async function openRecorder(file: string | undefined, mounts: readonly Mount[]) {
  const [first, ...others] = mounts;
  if (file === undefined || first === undefined) return undefined;
  if (others.length > 0)
    throw new KitError('option-invalid', `--record: expected one --spec with it, got ${mounts.length}`);
  const { createExampleRecorder } = await import('../../../mock/proxy/record/recorder.ts');
  return createExampleRecorder(first.contract, file);
}

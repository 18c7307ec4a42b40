/** The service behind the proxy, by its base URL. */
import { KitError } from '../../errors.ts';

export interface Upstream {
  /** `https://orders.example:8443` */
  readonly origin: string;
  /** Put before the path of every request: `/api`, or the empty string. */
  readonly basePath: string;
}

/** Throws `target-invalid`. The text is not repeated where it may hold a password. */
export function parseUpstream(url: string): Upstream {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new KitError('target-invalid', `upstream ${JSON.stringify(url)}: expected an http or https URL`);
  if (parsed.username !== '' || parsed.password !== '')
    throw new KitError('target-invalid', 'upstream: expected a URL without user and password');
  if (parsed.search !== '' || parsed.hash !== '')
    throw new KitError(
      'target-invalid',
      `upstream ${JSON.stringify(url)}: expected no query and no fragment`,
    );
  return { origin: parsed.origin, basePath: parsed.pathname.replace(/\/+$/, '') };
}

/** Which requests of an app are for the mock, by their address. */
import { KitError } from '../../errors.ts';
import { HttpError } from '../http/http-error.ts';
import { parseTarget } from '../http/request-target.ts';
import { isPlaceholderPath } from '../made-up/image-url.ts';
import { isUploadPath } from '../records/uploads/stored-files.ts';
import { createRouter } from '../routing/router.ts';
import type { FetchTarget } from '../serve/fetch-exchange.ts';
import type { Mount } from '../serve/mounts.ts';

export interface BaseUrl {
  readonly origin: string;
  /** Without a trailing slash; empty for the root. */
  readonly path: string;
}

/** Throws `option-invalid`. */
export function parseBaseUrl(text: string): BaseUrl {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '')
    return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
  throw new KitError(
    'option-invalid',
    `baseUrl: expected an address such as "https://api.example.com", got ${JSON.stringify(text.slice(0, 100))}`,
  );
}

export interface Addresses {
  readonly mounts: readonly Mount[];
  readonly base: BaseUrl | undefined;
}

/** Undefined for requests to others. */
export function createTargetFinder({ mounts, base }: Addresses): (request: Request) => FetchTarget | undefined {
  const isKnown = createPathTest(mounts);
  const origins = new Set(
    mounts.flatMap(({ contract }) => contract.servers.flatMap(({ expandedUrls }) => expandedUrls.flatMap(originOf))),
  );
  return ({ url: text }) => {
    const { origin, pathname, search } = new URL(text);
    const target = `${pathname}${search}`;
    const isOrigin = base === undefined ? origins.size === 0 || origins.has(origin) : origin === base.origin;
    const isPath = base === undefined ? isKnown(target) : `${pathname}/`.startsWith(`${base.path}/`);
    // Addresses of images and uploaded files in responses have the origin of the request, and paths of the mock.
    const isMocked = isOrigin && (isPath || isPlaceholderPath(pathname) || isUploadPath(pathname));
    return isMocked ? { target, origin } : undefined;
  };
}

function originOf(url: string): readonly string[] {
  const parsed = URL.parse(url);
  return parsed === null || !/^https?:$/.test(parsed.protocol) ? [] : [parsed.origin];
}

/** Whether a contract has the path, whatever the method. */
function createPathTest(mounts: readonly Mount[]): (target: string) => boolean {
  const routers = mounts.map(({ prefix, contract }) => ({ prefix, router: createRouter(contract, prefix) }));
  return (target) =>
    routers.some(({ prefix, router }) => {
      if (!target.startsWith(prefix)) return false;
      const parsed = parseTarget(target.slice(prefix.length) || '/');
      return !(parsed instanceof HttpError) && router.methods(parsed).length > 0;
    });
}

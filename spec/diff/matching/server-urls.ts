/** The URLs of an operation on its servers. */
import type { Contract, Operation, Server } from '../../model/contract.ts';
import type { Place } from '../../source/source-file.ts';

export interface ServerUrl {
  /** The normalized URL of the server and the operation; URLs with the same key are equal. */
  readonly key: string;
  /** `https://api.example.com`; empty for a relative server URL. */
  readonly host: string;
  /** The path of the server followed by that of the operation. */
  readonly path: string;
  /** The URL in the document. */
  readonly url: string;
  readonly place: Place;
  /** False for the default server `/` of a document without servers. */
  readonly isDeclared: boolean;
}

/** Returns one entry for each URL of each server. */
export function listServerUrls(contract: Contract, operation: Operation): readonly ServerUrl[] {
  return serversOrDefault(contract, operation).flatMap((server) =>
    server.expandedUrls.map((url) => {
      const { host, path } = splitUrl(url);
      const fullPath = `${path}${normalizePath(operation.path)}`;
      return {
        key: `${host}${fullPath}`,
        host,
        path: fullPath,
        url,
        place: server.place,
        isDeclared: !isDefaultServer(server),
      };
    }),
  );
}

/** Returns the servers of the operation, else of the contract, else OpenAPI's default. */
export function serversOrDefault(contract: Contract, { servers = [] }: Operation): readonly Server[] {
  if (servers.length > 0) return servers;
  if (contract.servers.length > 0) return contract.servers;
  return [{ url: '/', basePath: '', place: contract.place, expandedUrls: [DEFAULT_URL] }];
}

const DEFAULT_URL = '';

function isDefaultServer({ expandedUrls: [only] }: Server): boolean {
  return only === DEFAULT_URL;
}

/** The host in lower case without its default port; the path without trailing slashes. */
function splitUrl(url: string): { readonly host: string; readonly path: string } {
  const [, host = '', rest = url] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*|\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  const path = rest.replace(/^\.?(?=\/|$)/, '').replace(/\/+$/, '');
  const isRelative = path !== '' && !path.startsWith('/');
  return { host: normalizeHost(host), path: isRelative ? `/${path}` : path };
}

function normalizeHost(host: string): string {
  const lower = host.toLowerCase();
  return lower.replace(lower.startsWith('https:') ? /:443$/ : /:80$/, '');
}

/** `/orders/{id}` and `/orders/{orderId}` are the same path: both give `/orders/{}`. */
export function normalizePath(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

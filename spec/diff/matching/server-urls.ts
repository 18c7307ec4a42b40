/** The URLs that an operation is served at. */
import type { Contract, Operation, Server } from '../../model/contract.ts';
import type { Place } from '../../source/source-file.ts';

export interface ServerUrl {
  /** Of the server and the operation, in one spelling; two with the same key are the same. */
  readonly key: string;
  /** `https://api.example.com`; empty for a server that is named by its path. */
  readonly host: string;
  /** The path of the server and that of the operation. */
  readonly path: string;
  /** As the document writes it. */
  readonly url: string;
  readonly place: Place;
  /** False for the server `/` of a document that names none. */
  readonly isDeclared: boolean;
}

/** One for each address of each server. */
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

/** Those of the operation, else of the contract, else the one that OpenAPI takes for granted. */
export function serversOrDefault(contract: Contract, { servers = [] }: Operation): readonly Server[] {
  if (servers.length > 0) return servers;
  if (contract.servers.length > 0) return contract.servers;
  return [{ url: '/', basePath: '', place: contract.place, expandedUrls: [DEFAULT_URL] }];
}

const DEFAULT_URL = '';

function isDefaultServer({ expandedUrls: [only] }: Server): boolean {
  return only === DEFAULT_URL;
}

/** The host in lower case and without a port that goes without saying; the path without slashes at its end. */
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

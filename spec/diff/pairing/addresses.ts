/** The URLs that an operation is served at. */
import type { Contract, Operation, Server } from '../../model/contract.ts';
import type { Place } from '../../source/source-file.ts';

export interface Address {
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
  readonly isNamed: boolean;
}

/** One for each address of each server. */
export function addressesOf(contract: Contract, operation: Operation): readonly Address[] {
  return serversOf(contract, operation).flatMap((server) =>
    server.addresses.map((url) => {
      const { host, path } = partsOf(url);
      const whole = `${path}${plainPath(operation.path)}`;
      return {
        key: `${host}${whole}`,
        host,
        path: whole,
        url,
        place: server.place,
        isNamed: !isImplied(server),
      };
    }),
  );
}

/** Those of the operation, else of the contract, else the one that OpenAPI takes for granted. */
export function serversOf(contract: Contract, { servers = [] }: Operation): readonly Server[] {
  if (servers.length > 0) return servers;
  if (contract.servers.length > 0) return contract.servers;
  return [{ url: '/', basePath: '', place: contract.place, addresses: [IMPLIED] }];
}

const IMPLIED = '';

function isImplied({ addresses: [only] }: Server): boolean {
  return only === IMPLIED;
}

/** The host in lower case and without a port that goes without saying; the path without slashes at its end. */
function partsOf(url: string): { readonly host: string; readonly path: string } {
  const [, host = '', rest = url] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*|\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  const path = rest.replace(/^\.?(?=\/|$)/, '').replace(/\/+$/, '');
  const isBare = path !== '' && !path.startsWith('/');
  return { host: plainHost(host), path: isBare ? `/${path}` : path };
}

function plainHost(host: string): string {
  const lower = host.toLowerCase();
  return lower.replace(lower.startsWith('https:') ? /:443$/ : /:80$/, '');
}

/** `/orders/{id}` and `/orders/{orderId}` are the same path: both give `/orders/{}`. */
export function plainPath(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

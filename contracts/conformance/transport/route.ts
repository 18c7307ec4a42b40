/** Where the connections of a run go: straight to the implementation, or through a proxy. */
import type { ConnectionSettings } from '../../options/connection-settings.ts';
import { findProxy, type ProxyServer } from '../../options/proxy-settings.ts';
import type { ConnectionRoute } from './connector.ts';

/** Where connections go: to the origin, or to a proxy for http. */
export interface Route extends ConnectionRoute {
  readonly origin: string;
  readonly proxy: ProxyServer | undefined;
}

interface RouteOptions {
  /** `http://127.0.0.1:4010`, without a path. */
  readonly origin: string;
  readonly connection?: ConnectionSettings | undefined;
}

export function findRoute({ origin, connection }: RouteOptions): Route {
  const proxy = findProxy(connection?.proxy, origin);
  const isSecure = origin.startsWith('https:');
  return {
    tls: connection?.tls,
    proxy,
    tunnel: isSecure ? proxy : undefined,
    origin: proxy === undefined || isSecure ? origin : proxy.url.origin,
  };
}

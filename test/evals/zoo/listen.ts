/** A server from its first connection to its last. */
import type { Server } from 'node:http';

export interface Address {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** Resolves to the port. */
export function listen(server: Server, address: Address): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      const bound = server.address();
      if (bound === null || typeof bound === 'string') reject(new Error('the server has no port'));
      else resolve(bound.port);
    });
  });
}

/** Ends open connections too. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

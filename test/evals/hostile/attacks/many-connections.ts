/** Many connections at once, and what they do to whoever comes next. */
import type { AttackScript, AttackTarget } from './attack.ts';
import { create, PLANT } from './requests.ts';
import type { RawConnection } from './wire/connection.ts';

export const VALID_REQUEST = create(PLANT);

/** So many connections, on each the same. */
export function openMany(
  store: AttackTarget,
  count: number,
  script: (connection: RawConnection, n: number) => unknown,
): Promise<readonly RawConnection[]> {
  return Promise.all(
    Array.from({ length: count }, async (_unused, n) => {
      const connection = await store.open();
      await script(connection, n);
      return connection;
    }),
  );
}

/** The answer that counts is that to a good request afterwards. */
export function thenValidRequest(script: (store: AttackTarget) => Promise<unknown>): AttackScript {
  return async (store) => {
    await script(store);
    const connection = await store.open();
    await connection.write(VALID_REQUEST);
    return connection;
  };
}

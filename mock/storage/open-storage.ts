/** The storage that `--store` names. Each kind is imported on demand, because none is needed without the option. */
import type { Storage } from '../model/storage.ts';

/**
 * `file:PATH`, or `redis://` and `rediss://`. Throws `option-invalid` for other addresses, `storage-unreachable`, and
 * `storage-file-invalid`.
 */
export async function openStorage(address: string): Promise<Storage> {
  if (address.startsWith('file:')) {
    const { openFileStorage } = await import('./file/file-storage.ts');
    return openFileStorage(address);
  }
  const { openRedisStorage } = await import('./redis/redis-storage.ts');
  return openRedisStorage(address);
}

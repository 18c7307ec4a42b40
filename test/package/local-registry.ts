/**
 * A registry of what the checkout has installed, so that npm can install the package as a user does, without a network:
 * versions as the lockfile has them, tarballs made of node_modules.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { compareVersions, type LockedPackage, locked, packageName } from './lockfile.ts';

export interface LocalRegistry {
  readonly url: string;
  close(): void;
}

export async function startLocalRegistry(kit: string): Promise<LocalRegistry> {
  // What stands under another name stands under its own too.
  const own = Object.keys(locked).filter((place) => place !== '' && locked[place]?.name === undefined);
  const places = Map.groupBy(own, packageName);
  const server = createServer(({ url = '' }, response) => {
    const requestedPath = decodeURIComponent(url.slice(1));
    const found = places.get(requestedPath);
    if (found !== undefined) response.end(JSON.stringify(packument(requestedPath, found)));
    else if (existsSync(path.join(kit, requestedPath))) sendTarball(path.join(kit, requestedPath), response);
    else response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  function packument(name: string, found: readonly string[]) {
    const versions = found.map((place) => manifestAt(place));
    const [latest] = versions.map(({ version }) => version).toSorted(compareVersions);
    return {
      name,
      'dist-tags': { latest },
      versions: Object.fromEntries(versions.map((one) => [one.version, one])),
    };
  }

  /** Of packages for other platforms only the lockfile knows. */
  function manifestAt(place: string) {
    const { version = '', hasInstallScript, ...entry }: LockedPackage = locked[place] ?? {};
    const file = path.join(kit, place, 'package.json');
    const own: object = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    const name = packageName(place);
    const dist = { tarball: `${origin}/${encodeURIComponent(place)}` };
    return { ...entry, ...own, name, version, hasInstallScript, dist };
  }

  return { url: origin, close: () => void server.close() };
}

/** What is in the folder of a package, without the packages that lie in it. */
function sendTarball(folder: string, response: ServerResponse): void {
  const name = path.basename(folder);
  const args = ['-C', path.dirname(folder), '-cf', '-', `--exclude=${name}/node_modules`, name];
  spawn('tar', args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout.pipe(response);
}

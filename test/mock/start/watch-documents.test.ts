import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type RunningMock, serveMock } from '../../../mock/serve/mock-server.ts';
import { loadMounts } from '../../../mock/start/load-mounts.ts';
import { watchMounts } from '../../../mock/start/watch-documents.ts';
import { send } from '../support.ts';

interface Watched {
  readonly mock: RunningMock;
  readonly lines: readonly string[];
  /** The absolute path of a file in the folder of the document. */
  readonly at: (name: string) => string;
  /** In one step, because the watcher runs in the same process. */
  readonly edit: (name: string, change: (text: string) => string) => void;
  /** The status of a GET, 404 if the route does not exist. */
  readonly status: (route: string) => Promise<number>;
}

/** Watches a copy of test/fixtures/mock/watched. */
async function watched(): Promise<Watched> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp('test/fixtures/mock/watched', folder, { recursive: true });
  const at = (name: string) => path.join(folder, name);
  const load = () => loadMounts([{ prefix: '', spec: at('api.yaml') }]);
  const mounts = await load();
  const mock = await serveMock(mounts);
  onTestFinished(() => mock.close());
  const lines: string[] = [];
  const watcher = await watchMounts(mounts, {
    load,
    apply: (loaded) => mock.replaceContracts(loaded),
    log: (line) => lines.push(line),
  });
  onTestFinished(() => watcher.close());
  return {
    mock,
    lines,
    at,
    edit: (name, change) => writeFileSync(at(name), change(readFileSync(at(name), 'utf8'))),
    status: async (route) => (await send(`${mock.url}${route}`)).status,
  };
}

const soon = { interval: 30 };

/** Longer than an unexpected reload would take. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 400));

describe('watching a document', () => {
  it('reloads an edit, and logs it once', async () => {
    const { edit, status, lines } = await watched();
    expect(await status('/beds')).toBe(200);
    edit('api.yaml', (text) => text.replace('/beds:', '/plots:'));
    await expect.poll(() => status('/plots'), soon).toBe(200);
    expect(await status('/beds')).toBe(404);
    expect(lines).toEqual(['reloaded: Watched 1.0.0, 1 route']);
  });

  it('reloads an edit of a referenced file', async () => {
    const { edit, mock } = await watched();
    const body = async () => (await send(`${mock.url}/beds`)).json;
    expect(await body()).toEqual({ name: 'north' });
    edit('parts/bed.yaml', (text) => text.replace('north', 'south'));
    await expect.poll(body, soon).toEqual({ name: 'south' });
  });

  it('repeatedly reloads a file that an editor replaces by renaming', async () => {
    const { at, status } = await watched();
    const text = await readFile(at('api.yaml'), 'utf8');
    for (const route of ['/one', '/two', '/three']) {
      await writeFile(at('.api.yaml.swp'), text.replace('/beds:', `${route}:`));
      await rename(at('.api.yaml.swp'), at('api.yaml'));
      await expect.poll(() => status(route), soon).toBe(200);
    }
  });

  it('reloads once for several quick saves', async () => {
    const { edit, status, lines } = await watched();
    for (const name of ['a', 'b', 'c', 'd']) edit('api.yaml', (text) => text.replace(/\/\w+:/, `/${name}:`));
    await expect.poll(() => status('/d'), soon).toBe(200);
    await quiet();
    expect(lines).toEqual(['reloaded: Watched 1.0.0, 1 route']);
  });

  it('keeps the contract when an edit breaks it, reports the reason with file and line, and when it is fixed', async () => {
    const { edit, status, lines } = await watched();
    edit('api.yaml', (text) => text.replace('openapi:', 'open-api:'));
    await expect.poll(() => lines.length, soon).toBe(1);
    expect(lines[0]).toMatch(/^not reloaded, the previous contract stays active: \S*api\.yaml:\d+: .+/);
    expect(await status('/beds')).toBe(200);
    edit('api.yaml', (text) => text.replace('open-api:', 'openapi:').replace('/beds:', '/plots:'));
    await expect.poll(() => status('/plots'), soon).toBe(200);
    expect(lines[1]).toBe('reloaded, the error is fixed: Watched 1.0.0, 1 route');
  });

  it('logs an error of a broken document once, and the fix also after an undo', async () => {
    const { edit, lines } = await watched();
    edit('parts/bed.yaml', (text) => `[${text}`);
    await expect.poll(() => lines.length, soon).toBe(1);
    edit('parts/bed.yaml', (text) => `${text}\n`);
    await quiet();
    expect(lines).toHaveLength(1);
    edit('parts/bed.yaml', (text) => text.slice(1).trimEnd().concat('\n'));
    await expect.poll(() => lines[1], soon).toMatch(/^reloaded, the error is fixed/);
  });

  it('waits for a file that a new $ref names, and then watches it', async () => {
    const { at, edit, mock, lines } = await watched();
    edit('api.yaml', (text) => text.replace('parts/bed.yaml', 'parts/later/bed.yaml'));
    await expect.poll(() => lines.length, soon).toBe(1);
    await mkdir(at('parts/later'));
    await cp(at('parts/bed.yaml'), at('parts/later/bed.yaml'));
    await expect.poll(() => lines.at(-1), soon).toMatch(/^reloaded, the error is fixed/);
    edit('parts/later/bed.yaml', (text) => text.replace('north', 'west'));
    await expect.poll(async () => (await send(`${mock.url}/beds`)).json, soon).toEqual({ name: 'west' });
  });

  it('waits for a file whose absence disables only an operation', async () => {
    const { at, edit, status } = await watched();
    edit('api.yaml', (text) => text.replace('paths:', 'paths:\n  /plots: {$ref: parts/plots.yaml}'));
    await expect.poll(() => status('/plots'), soon).toBe(501);
    let text = "get: {responses: {'200': {description: ok}}}";
    const saveAndRequest = async () => {
      text += '\n';
      await writeFile(at('parts/plots.yaml'), text);
      return status('/plots');
    };
    // Saved again and again, since the file may exist before it is watched.
    await expect.poll(saveAndRequest, { interval: 300 }).toBe(200);
    expect(await status('/beds')).toBe(200);
  });

  it('reloads a file that was deleted and created again', async () => {
    const { at, status, lines } = await watched();
    const text = await readFile(at('api.yaml'), 'utf8');
    await rm(at('api.yaml'));
    await expect.poll(() => lines[0], soon).toMatch(/no such file/);
    expect(await status('/beds')).toBe(200);
    writeFileSync(at('api.yaml'), text.replace('/beds:', '/plots:'));
    await expect.poll(() => status('/plots'), soon).toBe(200);
  });

  it('does not log a save without a change', async () => {
    const { edit, lines } = await watched();
    edit('api.yaml', (text) => text);
    await quiet();
    expect(lines).toEqual([]);
  });

  it('keeps the journal and the rules', async () => {
    const { edit, status, mock } = await watched();
    await mock.scenario.next('readBed', { status: 503 });
    expect(await status('/nowhere')).toBe(404);
    edit('api.yaml', (text) => text.replace('/beds:', '/plots:'));
    await expect.poll(() => mock.journal.count({ path: '/nowhere' }), soon).toBe(1);
    await expect.poll(async () => [503, 200].includes(await status('/plots')), soon).toBe(true);
    expect((await mock.scenario.rules()).map(({ then }) => then)).toEqual([{ status: 503 }]);
  });
});

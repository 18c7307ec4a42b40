/** `plant-store mock` as users run it: what it prints, what it rejects, and how it ends. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reportedTicks, TICKS_PER_SECOND, tickReportingArgs } from '../cpu-time.ts';
import { cliMain, commandEnvironment, runWithoutToken, spawnWithoutToken } from './support.ts';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly out: () => string;
  readonly log: () => string;
}

async function start(
  args: readonly string[],
  env: Record<string, string> = {},
  nodeArgs: readonly string[] = [],
): Promise<Started> {
  const child = spawn(process.execPath, [...nodeArgs, cliMain, 'mock', '--port', '0', ...args], {
    env: { ...commandEnvironment(undefined), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, log] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  while (!out.includes('\nconsole ')) await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  return { child, url: /listening on (\S+)/.exec(out)?.[1] ?? '', out: () => out, log: () => log };
}

async function folderOf(file: string, name: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(file, path.join(folder, name));
  return path.join(folder, name);
}

async function fileWith(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, name), text);
  return path.join(folder, name);
}

function shell(command: string): Promise<string> {
  return new Promise((resolve) => execFile('sh', ['-c', command], (_error, stdout) => resolve(stdout)));
}

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000), ...init });
  await response.text();
  return response.status;
}

describe('the startup lines', () => {
  it('contain the console, and the prefix of each of several contracts', async () => {
    const specs = ['--spec', 'spec/plant-store.yaml', '--spec', '/beds=test/fixtures/mock/garden.yaml'];
    const { out, url } = await start(specs);
    expect(out()).toMatch(/^Mock server for Plant Store 1\.0\.0 at \/plant-store, Garden .* at \/beds, listening on/);
    expect(out()).toContain('POST   /plant-store/plants  (createPlant)');
    expect(out()).toContain(`\nconsole ${url}/__store/\n`);
    expect(out()).not.toContain('\ncontrol');
    expect(await shell(/^try +(.*)$/m.exec(out())?.[1] ?? '')).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it.each(['204', '201'])('contain a curl line that works for a contract with forms and files (%s)', async (status) => {
    const bodies: Readonly<Record<string, string>> = {
      '/photo': 'multipart/form-data: { schema: { type: object, required: [f], properties: { f: { type: string } } } }',
      '/login':
        "application/x-www-form-urlencoded: { schema: { type: object, required: [user, role], properties: { user: { type: string, example: 'a b&c' }, role: { type: array, minItems: 1, items: { type: string } } } } }",
      ...(status === '201' ? { '/todos': 'application/json: { schema: { type: object } }' } : {}),
    };
    const paths = Object.entries(bodies).map(
      ([at, body]) =>
        `  ${at}: { post: { requestBody: { required: true, content: { ${body} } }, responses: { '${at === '/todos' ? 201 : 204}': { description: x } } } }`,
    );
    const text = ['openapi: 3.0.3', 'info: { title: Forms, version: "1" }', 'paths:', ...paths].join('\n');
    const { out } = await start(['--spec', await fileWith('forms.yaml', text)]);
    expect(await shell(/^try +(.*)$/m.exec(out())?.[1] ?? '')).toContain(`HTTP/1.1 ${status}`);
  });

  it('list at most twenty routes, and where the others are', async () => {
    const paths = Array.from(
      { length: 30 },
      (_unused, n) => `  /p${n}: { get: { responses: { '204': { description: x } } } }`,
    );
    const text = ['openapi: 3.0.3', 'info: { title: Wide, version: "1" }', 'paths:', ...paths].join('\n');
    const { out, url } = await start(['--spec', await fileWith('wide.yaml', text)]);
    expect(out().match(/GET \/p\d+/g)).toHaveLength(20);
    expect(out()).toContain(`and 10 more: ${url}/__store/`);
  });

  it('contain a generated control token that works if the host is not loopback, but never a given one', async () => {
    const made = await start(['--host', '0.0.0.0']);
    const [, token = ''] = /^control .*Bearer (\S+)$/m.exec(made.out()) ?? [];
    const journal = `${made.url}/__store/journal`;
    expect(await statusOf(journal)).toBe(401);
    expect(await statusOf(journal, { headers: { Authorization: `Bearer ${token}` } })).toBe(200);
    const given = await start(['--host', '0.0.0.0'], { PLANT_STORE_CONTROL_TOKEN: 's3cret-control' });
    expect(given.out()).not.toContain('s3cret');
    expect(given.out()).toMatch(/^control .*your control token$/m);
  });

  it('contain the URL of the console with the page token, which every worker accepts', async () => {
    const { out, url } = await start(['--spec', await fileWith('page.yaml', PAGE), '--workers', '2']);
    const [, token = ''] = /^console \S+\/__store\/#token=([\w-]{32})$/m.exec(out()) ?? [];
    expect(out()).toContain(`\ncontrol /__store/ requires in requests from pages: Authorization: Bearer ${token}\n`);
    const statuses = async (headers: Record<string, string>) => {
      const all = Array.from({ length: 8 }, () =>
        statusOf(`${url}/__store/rules`, { headers: { ...headers, Connection: 'close' } }),
      );
      return [...new Set(await Promise.all(all))];
    };
    const page = { Origin: url };
    expect(await statuses({})).toEqual([200]);
    expect(await statuses(page)).toEqual([401]);
    expect(await statuses({ ...page, Authorization: `Bearer ${token}` })).toEqual([200]);
  });

  it('never contain a given control token in the URL of the console', async () => {
    const { out, url } = await start(['--control-token', 's3cret-control']);
    expect(out()).toContain(`\nconsole ${url}/__store/\n`);
    expect(out()).not.toContain('s3cret');
  });

  it('contain a curl line that works over HTTPS with a generated certificate, and its fingerprint', async () => {
    const { out } = await start(['--tls']);
    expect(out()).toMatch(/^tls +self-signed, generated for this run, SHA-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/m);
    expect(await shell(/^try +(.*)$/m.exec(out())?.[1] ?? '')).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});

describe('--allow-host', () => {
  const statusAs = (url: string, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = get(`${url}/plants`, { headers: { Host: host }, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
    });

  it('accepts requests for the given names and for loopback names', async () => {
    const { url } = await start(['--allow-host', 'shop.test', '--allow-host', '*.dev.test']);
    const hosts = ['shop.test', 'SHOP.test:80', 'a.dev.test', 'localhost', 'dev.test', 'evil.test'];
    expect(await Promise.all(hosts.map((host) => statusAs(url, host)))).toEqual([405, 405, 405, 405, 421, 421]);
  });

  it('rejects an invalid name', async () => {
    const ended = await runWithoutToken('mock', '--port', '0', '--allow-host', 'http://shop.test');
    expect([ended.exitCode, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('allowed host "http://shop.test": expected a host name');
  });
});

describe('the proxy mode', () => {
  it.each([
    ['{"id":1,"name":"fern"}', 0, 'no violations'],
    ['{"id":"1","name":"fern"}', 1, 'body.id: expected integer, got string "1"'],
  ])('forwards %s, and ends with exit code %i and a summary', async (body, code, reported) => {
    const upstream = await start([]);
    const args = ['--upstream', upstream.url, '--fail-on-violations'];
    const { child, url, out } = await start(args);
    expect(out()).toContain(`Proxy to ${upstream.url}, checked against Plant Store 1.0.0, listening on`);
    expect(out()).not.toContain('plant-store-dev-token');
    const headers = { Authorization: 'Bearer plant-store-dev-token', 'Content-Type': 'application/json' };
    expect(await statusOf(`${url}/plants`, { method: 'POST', headers, body })).toBe(code === 0 ? 200 : 400);
    child.kill('SIGTERM');
    const [ended] = await once(child, 'close');
    expect([ended, out()]).toEqual([code, expect.stringContaining(reported)]);
  });
});

describe('a failed start', () => {
  it.each([
    ['--records', 'records.yaml', '/plants: {}\n', /records\.yaml:1/],
    ['--records', 'records.yaml', '/plants:\n  - 7\n', /records\.yaml:2/],
    ['--records', 'records.yaml', '/plants: [', /records\.yaml:1/],
    ['--records', 'records.yaml', '/plnts:\n  - id: 1\n', /records\.yaml:1/],
    ['--scenario', 'rules.yaml', '- then: { status: 503 }\n- then: { statu: 503 }\n', /rules\.yaml:2/],
    ['--scenario', 'rules.yaml', 'when: { operation: createPlan }\nthen: { status: 503 }', /createPlant/],
  ])('exits with 2, the location and a fix: %s with %s %j', async (option, name, text, reported) => {
    const ended = await runWithoutToken('mock', '--port', '0', option, await fileWith(name, text));
    expect([ended.exitCode, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toMatch(reported);
    expect(ended.stderr).toMatch(/^ {2}fix {2}\S/m);
  });

  it.each([
    [['--rule', 'createPlan = 503'], 'createPlant'],
    [['--spec', 'spec/plant-store.yaml', '--spec', './spec/plant-store.yaml'], 'got the prefix /plant-store for each'],
    [['--tls-cert', 'no.pem', '--tls-key', 'no.key'], '--tls-cert no.pem'],
    [['--store', 'redis://127.0.0.1:1'], '127.0.0.1:1'],
    [['--workers', '2', '--spec', 'nowhere.yaml'], 'nowhere.yaml: no such file'],
  ])('exits with 2 and the reason: %j', async (args, reported) => {
    const ended = await spawnWithoutToken('mock', '--port', '0', ...args);
    expect([ended.exitCode, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain(reported);
    expect(ended.stderr.match(/^error\[/gm)).toHaveLength(1);
  });

  it('reports a port in use in one line with a fix', async () => {
    const { url } = await start([]);
    const { port } = new URL(url);
    for (const workers of ['1', '2']) {
      const ended = await spawnWithoutToken('mock', '--port', port, '--workers', workers);
      expect(ended.exitCode).toBe(2);
      expect(ended.stderr).toBe(
        `error[port-taken]: port ${port} on 127.0.0.1 is in use. Choose another port with --port, or a free one with --port 0.\n`,
      );
    }
  });
});

describe('the log', () => {
  it('is written to stderr in the given format, or not at all', async () => {
    const [json, none] = [await start(['--log', 'json']), await start(['--log', 'none'])];
    for (const { url } of [json, none]) expect(await statusOf(`${url}/plants`, { method: 'POST' })).toBe(401);
    await expect.poll(json.log).toContain('\n');
    expect(JSON.parse(json.log())).toMatchObject({
      method: 'POST',
      path: '/plants',
      status: 401,
      valid: false,
    });
    expect(none.log()).toBe('');
    expect(none.out()).not.toMatch(/\b401\b/);
  });
});

describe('--watch', () => {
  /** Atomically, so that no reader gets a part of it. */
  async function replace(file: string, text: string): Promise<void> {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  }

  it('reloads in every worker, and logs an invalid document', async () => {
    const file = await folderOf('spec/plant-store.yaml', 'api.yaml');
    const { url, log } = await start(['--spec', file, '--watch', '--workers', '2', '--no-auth']);
    const text = await readFile(file, 'utf8');
    await replace(file, text.replace('/plants:', '/herbs:'));
    const everywhere = async () => {
      const statuses = Array.from({ length: 8 }, () =>
        statusOf(`${url}/herbs`, { method: 'POST', headers: { Connection: 'close' } }),
      );
      return [...new Set(await Promise.all(statuses))];
    };
    // Each logs it separately.
    await expect.poll(() => log().match(/^reloaded: /gm)).toHaveLength(2);
    expect(await everywhere()).toEqual([400]);
    await replace(file, text.replace('paths:', 'path:'));
    await expect.poll(log).toMatch(/^not reloaded, the previous contract stays active: .*api\.yaml:\d+/m);
    expect(await everywhere()).toEqual([400]);
  });

  it('logs the token that pages require when the contract starts to allow scripts', async () => {
    const file = await fileWith('page.yaml', PAGE.replace('Content-Security-Policy', 'X-Other'));
    const { url, out, log } = await start(['--spec', file, '--watch']);
    expect(out()).toContain(`\nconsole ${url}/__store/\n`);
    await replace(file, PAGE);
    await expect.poll(log).toMatch(/pages now require the control token, .* http:\S+\/__store\/#token=[\w-]{32}$/m);
  });
});

/** Its responses may run scripts. */
const PAGE = `openapi: 3.1.0
info: { title: Page, version: '1' }
paths:
  /page:
    get:
      responses:
        '200':
          description: x
          headers: { Content-Security-Policy: { schema: { type: string } } }
          content: { text/html: { schema: { type: string } } }
`;

/** A mock server without timeouts during the test. */
const LONG_TIMEOUT = `data:text/javascript,${encodeURIComponent(
  'const { setTimeout } = globalThis; globalThis.setTimeout = (call, ms, ...more) => setTimeout(call, ms * 10_000, ...more);',
)}`;

async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

describe('the shutdown', () => {
  /** Opens what a mock server must close: a bare connection, streams, waits, a delay, a fault that hangs. */
  async function occupy({ url }: Started): Promise<readonly Promise<unknown>[]> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    await statusOf(`${url}/plants`, { method: 'POST' });
    const open = (target: string, headers: Record<string, string> = {}) =>
      fetch(`${url}${target}`, { headers })
        .then((response) => response.text())
        .catch(() => 'cut off');
    const all = [
      open('/__store/journal/stream'),
      open('/__store/journal/wait?count=9&timeout=60000'),
      open('/plants', { Prefer: 'delay=60000' }),
      open('/plants', { Prefer: 'fault=hang' }),
    ];
    await new Promise((resolve) => setTimeout(resolve, 200));
    return all;
  }

  it.each([
    ['SIGTERM', []],
    ['SIGINT', []],
    ['SIGTERM', ['--workers', '2']],
    ['SIGTERM', ['--watch']],
  ] as const)('takes at most a second after %s, with exit code 0, whatever is open (%j)', async (signal, args) => {
    const store = await start(['--no-auth', '--rule', 'GET /plants = hang', ...args], {}, tickReportingArgs);
    const open = await occupy(store);
    store.child.kill(signal);
    expect(await once(store.child, 'close')).toEqual([0, null]);
    expect(reportedTicks(store.log())).toBeLessThan(TICKS_PER_SECOND);
    await Promise.all(open);
  });

  it.each([
    ['SIGTERM', [null, 'SIGTERM']],
    ['SIGINT', [130, null]],
  ] as const)('is immediate after a second signal, here %s after SIGTERM', async (second, end) => {
    const { child, url } = await start(['--no-auth'], {}, ['--import', LONG_TIMEOUT]);
    // The response means that everything is loaded: a busy process would receive two signals as one.
    const headers = { 'Content-Type': 'application/json' };
    const body = '{"id":1,"name":"fern"}';
    expect(await statusOf(`${url}/plants`, { method: 'POST', headers, body })).toBe(200);
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    // A body that never ends: the mock server waits a moment for the rest. 100 Continue shows that it waits for the beginning.
    socket.write(
      'POST /plants HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 100 /);
    child.kill('SIGTERM');
    await expect.poll(() => isListening(hostname, Number(port))).toBe(false);
    child.kill(second);
    expect(await once(child, 'exit')).toEqual(end);
  });
});

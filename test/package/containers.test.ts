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
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

const composeText = read('docker-compose.yml');
const compose: { readonly services: Readonly<Record<string, Service>> } = parse(composeText);
const { store, verify, broker, 'broker-db': database } = compose.services;

describe('docker-compose.yml', () => {
  it('has the store and the verifier, and a broker with its database only when asked for', () => {
    const profiles = Object.entries(compose.services).map(([name, service]) => [
      name,
      service.profiles ?? [],
    ]);
    expect(Object.fromEntries(profiles)).toEqual({
      store: [],
      verify: [],
      broker: ['broker'],
      'broker-db': ['broker'],
    });
  });

  it('publishes the store and the broker to this machine only, and nothing else', () => {
    const ports = Object.entries(compose.services).flatMap(([name, service]) =>
      (service.ports ?? []).map((port) => `${name} ${port}`),
    );
    expect(ports).toEqual(['store 127.0.0.1:4010:4010', 'broker 127.0.0.1:9292:9292']);
  });

  it('judges the store once it is healthy', () => {
    expect(verify?.depends_on).toEqual({ store: { condition: 'service_healthy' } });
    expect(verify?.command).toEqual(['verify', 'http://store:4010']);
  });

  it('makes one image, and looks for it in no registry', () => {
    expect(store?.build).toEqual({ context: '.', dockerfile: 'mock/Dockerfile' });
    expect(verify?.image).toBe(store?.image);
    expect(verify?.build).toBeUndefined();
    expect([store?.pull_policy, verify?.pull_policy]).toEqual(['build', 'never']);
  });

  it('gives the store and the verifier one token, from the environment', () => {
    expect(store?.environment?.['PLANT_STORE_TOKEN']).toMatch(/^\$\{PLANT_STORE_TOKEN:-\}$/);
    // Without one of the user's own, the verifier needs the token that the store takes then.
    const [, token] = /DEFAULT_TOKEN = '([^']+)'/.exec(read('mock/request/default-token.ts')) ?? [];
    expect(verify?.environment?.['PLANT_STORE_TOKEN']).toBe(`\${PLANT_STORE_TOKEN:-${token}}`);
  });

  it('starts a broker that tells nobody, when its database is ready', () => {
    expect(broker?.environment?.['PACT_DO_NOT_TRACK']).toBe('true');
    expect(broker?.depends_on).toEqual({ 'broker-db': { condition: 'service_healthy' } });
    expect(broker?.healthcheck?.test?.at(-1)).toMatch(/\/diagnostic\/status\/heartbeat$/);
    expect(database?.healthcheck?.test).toContain('pg_isready');
  });

  it('is one that Compose v1 reads too', () => {
    expect(Object.keys(compose)).toEqual(['services', 'volumes']);
    // It takes a default within a default for text.
    expect(composeText).not.toMatch(/\$\{[^}]*\$\{/);
  });
});

describe('mock/Dockerfile', () => {
  const dockerfile = read('mock/Dockerfile');
  const [finalStage = ''] = dockerfile.split(/^FROM /m).slice(-1);

  it('runs the kit as a user without rights', () => {
    expect(finalStage).toMatch(/^USER node$/m);
    expect(finalStage).not.toMatch(/^COPY (?!--from=)/m);
  });

  it('takes every package as the lockfile has it, and runs no script of theirs', () => {
    const installs = dockerfile.match(/(?<=^RUN )npm (?:ci|install|i)\b.*/gm) ?? [];
    expect(installs).toHaveLength(2);
    expect(installs.filter((line) => !/^npm ci .*--ignore-scripts/.test(line))).toEqual([]);
    expect(dockerfile).not.toMatch(/registry|npmrc_|_auth/);
  });

  it('says how to see that the store lives, and how to stop it', () => {
    expect(finalStage).toMatch(/^HEALTHCHECK .*\\\n +CMD .*4010\/__store\/health/m);
    expect(finalStage).toMatch(/^STOPSIGNAL SIGTERM$/m);
    expect(finalStage).toMatch(/^EXPOSE 4010$/m);
  });

  it('gets all that is built from, past .dockerignore', () => {
    const allowed: readonly string[] = read('.dockerignore').match(/(?<=^!).+/gm) ?? [];
    const { include }: { readonly include: readonly string[] } = JSON.parse(read('tsconfig.build.json'));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    const needed = [...include, 'tsconfig.json', 'tsconfig.build.json', ...copied].filter(
      (file) => file !== '.',
    );
    expect(needed.filter((file) => !allowed.includes(file))).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');
}

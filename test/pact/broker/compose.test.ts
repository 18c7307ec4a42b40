/** docker is not needed: docker-compose.yml is checked as data. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { kitFolder } from '../support.ts';

const file: {
  readonly services: Readonly<Record<'broker' | 'broker-db', Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, unknown>>;
} = parse(readFileSync(path.join(kitFolder, 'docker-compose.yml'), 'utf8'));
const { broker, 'broker-db': database } = file.services;

interface Service {
  readonly image: string;
  readonly profiles: readonly string[];
  readonly restart: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: unknown;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly networks: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly privileged?: boolean;
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
}

test('broker and database start only with their profile, in pinned versions', () => {
  for (const { profiles, image, restart } of [broker, database]) {
    expect([profiles, restart]).toEqual([['broker'], 'unless-stopped']);
    expect(image).toMatch(/:\d[\w.-]*@sha256:[\da-f]{64}$/);
  }
});

test('the broker waits for the database, and its health check needs no credentials', () => {
  expect(broker.depends_on).toEqual({ 'broker-db': { condition: 'service_healthy' } });
  expect(database.healthcheck.test.join(' ')).toContain('pg_isready -h 127.0.0.1');
  expect(broker.healthcheck.test.at(-1)).toBe('http://127.0.0.1:9292/diagnostic/status/heartbeat');
  expect(broker.environment.PACT_BROKER_PUBLIC_HEARTBEAT).toBe('true');
});

test('neither of them sends telemetry', () => {
  const { PACT_DO_NOT_TRACK, SCARF_NO_ANALYTICS } = broker.environment;
  expect([PACT_DO_NOT_TRACK, SCARF_NO_ANALYTICS]).toEqual(['true', 'true']);
});

test('only this machine can reach the broker, and only the broker can reach the database', () => {
  expect(broker.ports).toEqual(['127.0.0.1:9292:9292']);
  expect(database.ports).toBe(undefined);
  const [shared = ''] = database.networks;
  expect([database.networks, broker.networks]).toEqual([[shared], ['default', shared]]);
  expect(file.networks).toEqual({ [shared]: { internal: true } });
  const { POSTGRES_USER: user, POSTGRES_PASSWORD: password, POSTGRES_DB: name } = database.environment;
  expect(broker.environment.PACT_BROKER_DATABASE_URL).toBe(`postgres://${user}:${password}@broker-db/${name}`);
});

test('both can write only to memory and data, gain no privileges, and have resource limits', () => {
  for (const service of [broker, database]) {
    expect([service.read_only, service.cap_drop, service.cap_add]).toEqual([true, ['ALL'], undefined]);
    expect([service.security_opt, service.privileged]).toEqual([['no-new-privileges:true'], undefined]);
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.pids_limit).toBeGreaterThan(100);
  }
  // Without capabilities its entrypoint could not become that user.
  expect(database.user).toBe('postgres');
  expect([broker.tmpfs, database.tmpfs]).toEqual([['/tmp'], ['/tmp', '/var/run/postgresql']]);
  expect([broker.volumes, database.volumes?.length]).toEqual([undefined, 1]);
});

test('the data of the database outlives the container', () => {
  const [volume = '', place] = database.volumes?.[0]?.split(':') ?? [];
  expect([place, Object.keys(file.volumes)]).toEqual(['/var/lib/postgresql/data', [volume]]);
});

test('its login comes from the environment, and none is in the file', () => {
  expect(broker.environment.PACT_BROKER_BASIC_AUTH_USERNAME).toMatch(/^\$\{PACT_BROKER_USERNAME:-\}$/);
  expect(broker.environment.PACT_BROKER_BASIC_AUTH_PASSWORD).toMatch(/^\$\{PACT_BROKER_PASSWORD:-\}$/);
});

test('a new broker has the environments of docs/how-to/use-a-pact-broker.md', () => {
  expect(broker.environment.PACT_BROKER_SEED_EXAMPLE_DATA).toBe('true');
});

test('its links use the requested address, and published versions cannot change', () => {
  expect(broker.environment.PACT_BROKER_BASE_URL?.split(' ')).toEqual(
    ['127.0.0.1', 'localhost', 'broker'].map((host) => `http://${host}:9292`),
  );
  expect(broker.environment.PACT_BROKER_ALLOW_DANGEROUS_CONTRACT_MODIFICATION).toBe('false');
});

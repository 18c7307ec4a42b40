/** Parses the options of `plant-store mock`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { KitError } from '../../../errors.ts';
import { requireTokenLifetime } from '../../../mock/authentication/token-lifetime.ts';
import type { LogFormat } from '../../../mock/journal/log.ts';
import type { Limits } from '../../../mock/serve/server-context.ts';
import { findConfigFile } from '../../../mock/start/config-file.ts';
import { defaultSpecs, type MountedSpec } from '../../../mock/start/load-mounts.ts';
import type { PrepareMockOptions } from '../../../mock/start/prepare-mock.ts';
import type { CommandInput } from '../../command.ts';
import { getFlag, getInteger, getString, getStrings, rejectUrl } from '../../options/option-values.ts';
import { bufferLogLine } from './foreground-process.ts';

export interface MockSettings {
  readonly options: PrepareMockOptions;
  /** 1: only this process. */
  readonly workers: number;
  readonly watch: boolean;
  /** Tokens given by the user are not shown. */
  readonly isTokenSecret: boolean;
  readonly isControlTokenSecret: boolean;
  readonly logFormat: LogFormat;
  readonly proxy: ProxySettings | undefined;
}

export interface ProxySettings {
  readonly upstream: string;
  readonly record: string | undefined;
  readonly failOnViolations: boolean;
  readonly mocksUnimplemented: boolean;
}

/** Throws `option-invalid`. */
export function readSettings(input: CommandInput): MockSettings {
  const tokens = readAcceptedTokens(input);
  const controlToken = readControlToken(input);
  const log = readLog(input);
  const proxy = readProxy(input);
  const workers = getInteger(input, 'workers', { min: 1, max: 64 }) ?? 1;
  if (workers > 1 && proxy !== undefined)
    throw new KitError(
      'option-invalid',
      '--workers: not supported with --upstream, which checks all traffic in one process',
    );
  return {
    options: {
      ...readServerOptions(input),
      ...readConfigFile(input, proxy !== undefined),
      ...(tokens.length === 0 ? {} : { token: tokens }),
      ...(controlToken === undefined ? {} : { controlToken }),
      ...(log === 'none' ? {} : { log: bufferLogLine, logFormat: log }),
    },
    workers,
    watch: getFlag(input, 'watch'),
    isTokenSecret: tokens.length > 0,
    isControlTokenSecret: controlToken !== undefined,
    logFormat: log === 'json' ? 'json' : 'text',
    proxy,
  };
}

function readServerOptions(input: CommandInput): PrepareMockOptions {
  const seed = getInteger(input, 'seed');
  const stream = getString(input, 'stream');
  const callbackHosts = getStrings(input, 'allow-callbacks');
  const sendsCallbacks = getFlag(input, 'callbacks') || callbackHosts.length > 0;
  const [scenario, records, store] = [getString(input, 'scenario'), getString(input, 'records'), readStore(input)];
  const locale = getString(input, 'locale');
  return {
    spec: withOverlays(readMountedSpecs(getStrings(input, 'spec')), getStrings(input, 'overlay')),
    port: getInteger(input, 'port', { max: 65_535 }) ?? 4010,
    host: readHost(input),
    allowHosts: getStrings(input, 'allow-host'),
    auth: !getFlag(input, 'no-auth'),
    ...readTokenLifetime(input),
    delay: getString(input, 'delay') ?? 0,
    dynamic: getFlag(input, 'dynamic'),
    stateless: getFlag(input, 'stateless'),
    recordsPerUser: readRecordsPerUser(input),
    loading: {
      mode: getFlag(input, 'strict-spec') ? 'strict' : 'lenient',
      refRoot: getString(input, 'ref-root'),
    },
    ruleTexts: getStrings(input, 'rule'),
    limits: readServerLimits(getStrings(input, 'limit')),
    ...readTls(input),
    ...(sendsCallbacks ? { callbacks: callbackHosts } : {}),
    ...(stream === undefined ? {} : { stream }),
    ...(seed === undefined ? {} : { seed }),
    ...(scenario === undefined ? {} : { scenario }),
    ...(locale === undefined ? {} : { locale }),
    ...(records === undefined ? {} : { records: /^\d+$/.test(records) ? Number(records) : records }),
    ...(store === undefined ? {} : { store }),
  };
}

/** A proxy responds with the responses of the service, so no code of the user takes part. */
function readConfigFile(input: CommandInput, isProxy: boolean): Pick<PrepareMockOptions, 'configFile'> {
  const given = getString(input, 'config');
  if (given !== undefined && isProxy)
    throw new KitError('option-invalid', '--config: not supported with --upstream, which forwards all requests');
  if (given !== undefined && getFlag(input, 'no-config'))
    throw new KitError('option-invalid', '--config and --no-config: expected one of them');
  if (given !== undefined) return { configFile: given };
  if (isProxy || getFlag(input, 'no-config')) return {};
  return { configFile: findConfigFile(readMountedSpecs(getStrings(input, 'spec')).map(({ spec }) => spec)) };
}

/** Also from the environment: the URL may contain a password, and process arguments are visible to all users. */
function readStore(input: CommandInput): string | undefined {
  return getString(input, 'store') ?? (process.env['PLANT_STORE_STORE'] || undefined);
}

function readTokenLifetime(input: CommandInput): Pick<PrepareMockOptions, 'tokenLifetime'> {
  const given = getString(input, 'token-lifetime');
  return given === undefined ? {} : { tokenLifetime: requireTokenLifetime(given, '--token-lifetime') };
}

function readRecordsPerUser(input: CommandInput): boolean {
  const isPerUser = getFlag(input, 'records-per-user');
  if (isPerUser && getFlag(input, 'stateless'))
    throw new KitError('option-invalid', '--records-per-user and --stateless: expected one of them');
  return isPerUser;
}

function readHost(input: CommandInput): string {
  const given = getString(input, 'host') ?? '127.0.0.1';
  if (/^[\w.:-]+$/.test(given)) return given;
  throw new KitError('option-invalid', `--host ${JSON.stringify(given)}: expected an address or a host name`);
}

function readTls(input: CommandInput): Pick<PrepareMockOptions, 'tls' | 'tlsFiles'> {
  const [cert, key] = [getString(input, 'tls-cert'), getString(input, 'tls-key')];
  if (cert !== undefined && key !== undefined) return { tlsFiles: { cert, key } };
  if (cert !== undefined || key !== undefined) {
    const [given, missing] = cert === undefined ? ['--tls-key', '--tls-cert'] : ['--tls-cert', '--tls-key'];
    throw new KitError('option-invalid', `${given}: requires ${missing}`);
  }
  return getFlag(input, 'tls') ? { tls: true } : {};
}

function readLog(input: CommandInput): LogFormat | 'none' {
  const given = getString(input, 'log') ?? 'text';
  if (given === 'text' || given === 'json' || given === 'none') return given;
  throw new KitError('option-invalid', `--log ${JSON.stringify(given)}: expected text, json or none`);
}

function readProxy(input: CommandInput): ProxySettings | undefined {
  const [upstream, record] = [getString(input, 'upstream'), getString(input, 'record')];
  const failOnViolations = getFlag(input, 'fail-on-violations');
  const mocksUnimplemented = getFlag(input, 'mock-unimplemented');
  if (record !== undefined) rejectUrl(record, '--record', 'a file');
  if (upstream !== undefined) return { upstream, record, failOnViolations, mocksUnimplemented };
  const [given] = [
    ...(record === undefined ? [] : ['--record']),
    ...(failOnViolations ? ['--fail-on-violations'] : []),
    ...(mocksUnimplemented ? ['--mock-unimplemented'] : []),
  ];
  if (given === undefined) return undefined;
  throw new KitError('option-invalid', `${given}: requires --upstream URL`);
}

/**
 * Parses `--limit NAME=VALUE`, with units: `body=10mb`, `header-time=10s`. Throws `option-invalid` for two values of one
 * limit.
 */
export function readServerLimits(given: readonly string[]): Partial<Limits> {
  const limits = given.map(readServerLimit);
  const repeated = limits.find(([field, amount]) =>
    limits.some(([other, value]) => other === field && value !== amount),
  );
  if (repeated !== undefined)
    throw new KitError('option-invalid', `--limit has different values for ${repeated[0]}: keep one`);
  return Object.fromEntries(limits);
}

function readServerLimit(given: string): [keyof Limits, number] {
  const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(given) ?? [];
  const spec = Object.hasOwn(limitSpecs, name) ? limitSpecs[name] : undefined;
  if (spec === undefined)
    throw invalidLimitError(given, `NAME=VALUE, where NAME is one of ${Object.keys(limitSpecs).join(', ')}`);
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?) *([a-z]*)$/i.exec(value) ?? [];
  const factor = Object.hasOwn(spec.units, unit.toLowerCase()) ? spec.units[unit.toLowerCase()] : undefined;
  const amount = Math.round(Number(digits ?? Number.NaN) * (factor ?? Number.NaN));
  if (amount >= spec.min && amount <= spec.max) return [spec.field, amount];
  const units = Object.keys(spec.units).filter((one) => one !== '');
  throw invalidLimitError(given, `${spec.allowed}${units.length === 0 ? '' : ` (units ${units.join(', ')})`}`);
}

interface LimitSpec {
  readonly field: keyof Limits;
  readonly units: Readonly<Record<string, number>>;
  readonly min: number;
  readonly max: number;
  /** How messages describe the range. */
  readonly allowed: string;
}

const byteUnits = { '': 1, b: 1, kb: 1_000, kib: 1_024, mb: 1_000_000, mib: 1_048_576, gb: 1_000_000_000 };

const timeUnits = { '': 1, ms: 1, s: 1_000, m: 60_000, min: 60_000 };

const limitSpecs: Readonly<Record<string, LimitSpec>> = {
  body: { field: 'bodyBytes', units: byteUnits, min: 1, max: 1_000_000_000, allowed: '1b to 1gb' },
  headers: { field: 'headerBytes', units: byteUnits, min: 1_000, max: 1_000_000, allowed: '1kb to 1mb' },
  'header-time': {
    field: 'headersTimeout',
    units: timeUnits,
    min: 100,
    max: 3_600_000,
    allowed: '100ms to 60m',
  },
  'request-time': {
    field: 'requestTimeout',
    units: timeUnits,
    min: 100,
    max: 3_600_000,
    allowed: '100ms to 60m',
  },
  connections: { field: 'connections', units: { '': 1 }, min: 1, max: 65_535, allowed: '1 to 65535' },
};

function invalidLimitError(given: string, expected: string): KitError {
  return new KitError('option-invalid', `--limit ${JSON.stringify(given)}: expected ${expected}`);
}

/** Overlays are written for one document. */
function withOverlays(specs: readonly MountedSpec[], overlays: readonly string[]): readonly MountedSpec[] {
  if (overlays.length === 0) return specs;
  const [only, ...others] = specs;
  if (only !== undefined && others.length === 0) return [{ ...only, overlays }];
  throw new KitError('option-invalid', `--overlay: expected one --spec, got ${specs.length}`, {
    fix: 'Serve each document with its overlays by a mock server of its own.',
  });
}

/** Parses `--spec`: a single document has no prefix by default; of several, each has its file name as prefix. */
export function readMountedSpecs(given: readonly string[]): readonly MountedSpec[] {
  if (given.length === 0) return defaultSpecs;
  return given.map((text) => {
    const [, prefix, spec] = /^(\/[^=]*)=(.+)$/s.exec(text) ?? [];
    if (prefix !== undefined && spec !== undefined && !existsSync(text))
      return { prefix: prefix.replace(/\/+$/, ''), spec };
    return { prefix: given.length === 1 ? '' : defaultPrefix(text), spec: text };
  });
}

/** `/pets` for `specs/pets.openapi.yaml` and for `https://example.com/pets.json`. */
function defaultPrefix(source: string): string {
  const url = /^\w+:\/\//.test(source) ? URL.parse(source) : null;
  const name = path.basename(url?.pathname ?? source).replace(/(?<=.)\..*$/, '');
  return `/${name.replaceAll(/[^\w.~-]+/g, '-') || 'api'}`;
}

/** The tokens that clients may send; empty when none was given. */
function readAcceptedTokens(input: CommandInput): readonly string[] {
  const fromEnvironment = process.env['PLANT_STORE_TOKEN'] ?? '';
  const given = getStrings(input, 'token');
  if (given.length > 0) return given.map((token) => requireSendableToken(token, '--token'));
  return fromEnvironment === '' ? [] : [requireSendableToken(fromEnvironment, 'PLANT_STORE_TOKEN')];
}

/** The token of the control API; undefined when none was given. */
function readControlToken(input: CommandInput): string | undefined {
  const given = getString(input, 'control-token');
  if (given !== undefined) return requireSendableToken(given, '--control-token');
  const fromEnvironment = process.env['PLANT_STORE_CONTROL_TOKEN'] ?? '';
  return fromEnvironment === '' ? undefined : requireSendableToken(fromEnvironment, 'PLANT_STORE_CONTROL_TOKEN');
}

/** Error messages never contain the token. */
function requireSendableToken(token: string, source: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new KitError('option-invalid', `${source}: expected visible ASCII characters without spaces, at least one`);
}

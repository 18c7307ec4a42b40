/** The options of `plant-store mock` as given, turned into what a store is told. */
import { KitError } from '../../../errors.ts';
import type { LogFormat } from '../../../mock/serve/log.ts';
import type { PrepareOptions } from '../../../mock/start/prepare.ts';
import type { CommandInput } from '../../command.ts';
import { flag, integer, text, texts } from '../../options/values.ts';
import { readLimits } from './limits.ts';
import { gatherLine } from './log-output.ts';
import { readSpecs } from './specs.ts';
import { readControlToken, readTokens } from './tokens.ts';

export interface Settings {
  readonly options: PrepareOptions;
  /** 1 is this process alone. */
  readonly workers: number;
  readonly watch: boolean;
  /** The user's own are not shown. */
  readonly isTokenSecret: boolean;
  readonly isControlTokenSecret: boolean;
  readonly logFormat: LogFormat;
  readonly proxy: ProxySettings | undefined;
}

export interface ProxySettings {
  readonly upstream: string;
  readonly record: string | undefined;
  readonly failOnViolations: boolean;
}

/** Throws `option-invalid`. */
export function readSettings(input: CommandInput): Settings {
  const tokens = readTokens(input);
  const controlToken = readControlToken(input);
  const log = readLog(input);
  const proxy = readProxy(input);
  const workers = integer(input, 'workers', { min: 1, max: 64 }) ?? 1;
  if (workers > 1 && proxy !== undefined)
    throw new KitError('option-invalid', '--workers: expected none with --upstream, whose judgement is one');
  return {
    options: {
      ...readOptions(input),
      ...(tokens.length === 0 ? {} : { token: tokens }),
      ...(controlToken === undefined ? {} : { controlToken }),
      ...(log === 'none' ? {} : { log: gatherLine, logFormat: log }),
    },
    workers,
    watch: flag(input, 'watch'),
    isTokenSecret: tokens.length > 0,
    isControlTokenSecret: controlToken !== undefined,
    logFormat: log === 'json' ? 'json' : 'text',
    proxy,
  };
}

function readOptions(input: CommandInput): PrepareOptions {
  const seed = integer(input, 'seed');
  const [scenario, records, store] = [text(input, 'scenario'), text(input, 'records'), readStore(input)];
  return {
    spec: readSpecs(texts(input, 'spec')),
    port: integer(input, 'port', { max: 65_535 }) ?? 4010,
    host: readHost(input),
    allowHosts: texts(input, 'allow-host'),
    auth: !flag(input, 'no-auth'),
    delay: text(input, 'delay') ?? 0,
    dynamic: flag(input, 'dynamic'),
    stateless: flag(input, 'stateless'),
    ruleTexts: texts(input, 'rule'),
    limits: readLimits(texts(input, 'limit')),
    ...readTls(input),
    ...(seed === undefined ? {} : { seed }),
    ...(scenario === undefined ? {} : { scenario }),
    ...(records === undefined ? {} : { records }),
    ...(store === undefined ? {} : { store }),
  };
}

/** It may hold a password, which anybody on the machine could read among the arguments of the process. */
function readStore(input: CommandInput): string | undefined {
  return text(input, 'store') ?? (process.env['PLANT_STORE_STORE'] || undefined);
}

function readHost(input: CommandInput): string {
  const given = text(input, 'host') ?? '127.0.0.1';
  if (/^[\w.:-]+$/.test(given)) return given;
  throw new KitError('option-invalid', `--host ${JSON.stringify(given)}: expected an address or a host name`);
}

function readTls(input: CommandInput): Pick<PrepareOptions, 'tls' | 'tlsFiles'> {
  const [cert, key] = [text(input, 'tls-cert'), text(input, 'tls-key')];
  if (cert !== undefined && key !== undefined) return { tlsFiles: { cert, key } };
  if (cert !== undefined || key !== undefined) {
    const [given, missing] = cert === undefined ? ['--tls-key', '--tls-cert'] : ['--tls-cert', '--tls-key'];
    throw new KitError('option-invalid', `${given}: expected ${missing} with it, got it alone`);
  }
  return flag(input, 'tls') ? { tls: true } : {};
}

function readLog(input: CommandInput): LogFormat | 'none' {
  const given = text(input, 'log') ?? 'text';
  if (given === 'text' || given === 'json' || given === 'none') return given;
  throw new KitError('option-invalid', `--log ${JSON.stringify(given)}: expected text, json or none`);
}

function readProxy(input: CommandInput): ProxySettings | undefined {
  const [upstream, record] = [text(input, 'upstream'), text(input, 'record')];
  const failOnViolations = flag(input, 'fail-on-violations');
  if (upstream !== undefined) return { upstream, record, failOnViolations };
  if (record === undefined && !failOnViolations) return undefined;
  const given = record === undefined ? '--fail-on-violations' : '--record';
  throw new KitError('option-invalid', `${given}: expected --upstream URL with it, got it alone`);
}

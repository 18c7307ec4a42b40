/**
 * Serves the verifier's calls for provider states with the built-in values and those of the user's endpoint. The
 * verifier repeats a call for two minutes on 5xx and waits for one that hangs, so it gets neither.
 */
import { createServer, type ServerResponse } from 'node:http';
import {
  isJsonObject,
  isNumeric,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { createClose, type LocalServer, listenOnLocalhost, readBody } from './local-server.ts';
import { isCallFor, type StateCall, type StateEndpoint, type StateValues } from './provider-states.ts';
import type { SecretPlaceholders } from './secret-placeholders.ts';

export interface StateSetupFailure extends StateCall {
  /** `http://...: received 500 {"error":...}` */
  readonly reason: string;
}

export interface StateServerOptions {
  /** The secret path of the server. */
  readonly path: string;
  readonly placeholders: SecretPlaceholders;
  /** Called for each setup, since values must be fresh. */
  builtInValues(): StateValues;
  readonly endpoint: StateEndpoint | undefined;
}

export interface StateServer extends LocalServer {
  /** Grows while the verifier runs. */
  readonly failures: readonly StateSetupFailure[];
  /** The names of the values that the last setup of a state returned; undefined if it was never set up. */
  valueNamesOf(state: string, params: JsonObject): ReadonlySet<string> | undefined;
}

interface CompletedSetup extends StateCall {
  readonly names: ReadonlySet<string>;
}

export async function startStateServer(options: StateServerOptions): Promise<StateServer> {
  const failures: StateSetupFailure[] = [];
  const setups: CompletedSetup[] = [];
  const server = createServer((request, response) => {
    readBody(request)
      .then(async (body) => {
        const call = request.url === `/${options.path}` ? parseCall(body.toString('utf8')) : undefined;
        if (call === undefined) return writeResponse(response, 404);
        const outcome = await runStateCall(call, options);
        if ('values' in outcome) {
          setups.unshift({ ...call, names: new Set(Object.keys(outcome.values)) });
          return writeResponse(response, 200, outcome.values);
        }
        failures.push({ ...call, reason: outcome.failure });
        // A failed teardown does not invalidate what was verified.
        return writeResponse(response, call.action === 'setup' ? 400 : 200);
      })
      .catch(() => response.destroy());
  });
  return {
    failures,
    valueNamesOf: (state, params) => setups.find((one) => isSetupOf(one, state, params))?.names,
    port: await listenOnLocalhost(server),
    close: createClose(server),
  };
}

function isSetupOf(setup: CompletedSetup, state: string, params: JsonObject): boolean {
  return setup.action === 'setup' && isCallFor(setup, state, params);
}

function writeResponse(response: ServerResponse, status: number, values: StateValues = {}): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(stringifyJson(values));
}

function parseCall(body: string): StateCall | undefined {
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { action, state, params } = parsed.value;
  if (action !== 'setup' && action !== 'teardown') return undefined;
  return {
    action,
    state: typeof state === 'string' ? state : '',
    params: isJsonObject(params) ? params : {},
  };
}

type StateOutcome = { readonly values: StateValues } | { readonly failure: string };

async function runStateCall(
  call: StateCall,
  { placeholders, builtInValues, endpoint }: StateServerOptions,
): Promise<StateOutcome> {
  const result = endpoint === undefined || call.state === '' ? { values: {} } : await endpoint.change(call);
  if ('failure' in result) return result;
  if (call.action === 'teardown') return { values: {} };
  const hidden = Object.entries(result.values).map(([name, value]) => {
    return [name, isSecret(name, value) ? placeholders.placeholderFor(String(value)) : value] as const;
  });
  return { values: { ...builtInValues(), ...Object.fromEntries(hidden) } };
}

/**
 * Recognizes secrets by name or form. Short values are not treated as secrets, since masking them would hide unrelated
 * text.
 */
function isSecret(name: string, value: Json): value is string | number | bigint {
  if (name === 'token') return isNumeric(value) || (typeof value === 'string' && value !== '');
  return (
    typeof value === 'string' && value.length >= 6 && (secretNamePattern.test(name) || credentialPattern.test(value))
  );
}

const secretNamePattern =
  /token|secret|passw|passphrase|(?:api|access|private)[-_]?key|jwt|bearer|authori[sz]ation|cookie|session|^credential\./i;

/** The value of an Authorization header, or a JWT, under any name. */
const credentialPattern = /^(?:bearer|basic) \S|^eyJ[\w-]+\.[\w-]+\.[\w-]*$/i;

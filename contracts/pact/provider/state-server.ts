/**
 * Answers the verifier's calls for provider states: with the values that the kit itself gives, and with those of the
 * team's own endpoint where there is one. The verifier repeats a call that is answered 5xx for two minutes, and waits for
 * one that hangs: it never learns of either.
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
import { closing, type LocalServer, listenLocally, readBody } from './local-server.ts';
import type { StandIns } from './stand-ins.ts';
import { isOf, type StateCall, type StateEndpoint, type StateValues } from './states.ts';

export interface StateFailure extends StateCall {
  /** `http://...: received 500 {"error":...}` */
  readonly reason: string;
}

export interface StateOptions {
  /** The path that it answers at, known to nobody else. */
  readonly pass: string;
  readonly standIns: StandIns;
  /** New ones for each call. */
  builtIn(): StateValues;
  readonly endpoint: StateEndpoint | undefined;
}

export interface StateServer extends LocalServer {
  /** Grows while the verifier runs. */
  readonly failures: readonly StateFailure[];
  /** The names of the values that a state gave when it was last set up; undefined when it never was. */
  givenBy(state: string, params: JsonObject): ReadonlySet<string> | undefined;
}

interface Setup extends StateCall {
  readonly names: ReadonlySet<string>;
}

export async function startStateServer(options: StateOptions): Promise<StateServer> {
  const failures: StateFailure[] = [];
  const setups: Setup[] = [];
  const server = createServer((request, response) => {
    readBody(request)
      .then(async (body) => {
        const call = request.url === `/${options.pass}` ? callIn(body.toString('utf8')) : undefined;
        if (call === undefined) return reply(response, 404);
        const outcome = await carriedOut(call, options);
        if ('values' in outcome) {
          setups.unshift({ ...call, names: new Set(Object.keys(outcome.values)) });
          return reply(response, 200, outcome.values);
        }
        failures.push({ ...call, reason: outcome.failure });
        // A teardown that fails takes nothing back of what was verified.
        return reply(response, call.action === 'setup' ? 400 : 200);
      })
      .catch(() => response.destroy());
  });
  return {
    failures,
    givenBy: (state, params) => setups.find((one) => isGiven(one, state, params))?.names,
    port: await listenLocally(server),
    close: closing(server),
  };
}

function isGiven(setup: Setup, state: string, params: JsonObject): boolean {
  return setup.action === 'setup' && isOf(setup, state, params);
}

function reply(response: ServerResponse, status: number, values: StateValues = {}): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(stringifyJson(values));
}

function callIn(body: string): StateCall | undefined {
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

type Outcome = { readonly values: StateValues } | { readonly failure: string };

async function carriedOut(call: StateCall, { standIns, builtIn, endpoint }: StateOptions): Promise<Outcome> {
  const told = endpoint === undefined || call.state === '' ? { values: {} } : await endpoint.change(call);
  if ('failure' in told) return told;
  if (call.action === 'teardown') return { values: {} };
  const hidden = Object.entries(told.values).map(([name, value]) => {
    return [name, isSecret(name, value) ? standIns.of(String(value)) : value] as const;
  });
  return { values: { ...builtIn(), ...Object.fromEntries(hidden) } };
}

/** By what it is called, or what it looks like; what is short would be masked wherever it stands by chance. */
function isSecret(name: string, value: Json): value is string | number | bigint {
  if (name === 'token') return isNumeric(value) || (typeof value === 'string' && value !== '');
  return typeof value === 'string' && value.length >= 6 && (ofSecrets.test(name) || isCredential.test(value));
}

const ofSecrets =
  /token|secret|passw|passphrase|(?:api|access|private)[-_]?key|jwt|bearer|authori[sz]ation|cookie|session|^credential\./i;

/** What stands in an Authorization header, or a JWT, whatever it is called. */
const isCredential = /^(?:bearer|basic) \S|^eyJ[\w-]+\.[\w-]+\.[\w-]*$/i;

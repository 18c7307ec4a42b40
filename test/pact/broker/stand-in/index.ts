/**
 * A stub of a Pact Broker, for tests where no real one can run: a small HAL service in memory. Paths, names of
 * fields, links and sentences follow pact-foundation/pact_broker 2.119 (lib/pact_broker/api), as far as the native
 * client and the verifier ask for them.
 *
 * What it does not do: no database, no webhooks, no user interface, no releases, no undeployment, no ignoring, no
 * version ordering except by arrival, no matrix except `can-i-deploy` of one version to one environment; "work in progress"
 * is decided by the latest pact of each branch alone. Its verdicts are computed from its data, never scripted.
 */
import { createServer } from 'node:http';
import { createClose, listenOnLocalhost, readBody } from '../../../../contracts/pact/provider/local-server.ts';
import { parseJson, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { isAllowed, type Login } from './login.ts';
import { type Misbehavior, misbehave } from './misbehavior.ts';
import { respond } from './routes.ts';
import { type BrokerState, emptyState } from './state.ts';

export interface StandIn {
  readonly url: string;
  readonly state: BrokerState;
  /** The requests it received, in order. */
  readonly requests: readonly RecordedRequest[];
  /** The first one that matches a request applies. */
  readonly misbehaviors: Misbehavior[];
  /** The base URL of its links; by default its own address. */
  links: string;
  close(): Promise<void>;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface StandInOptions {
  readonly login?: Login;
  /** Such as `/pacts-of-ours`. */
  readonly basePath?: string;
}

export async function startStandIn({ login, basePath = '' }: StandInOptions = {}): Promise<StandIn> {
  const state = emptyState();
  const requests: RecordedRequest[] = [];
  const misbehaviors: Misbehavior[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', headers } = request;
    const path = (request.url ?? '/').slice(basePath.length) || '/';
    void readBody(request).then(async (bytes) => {
      const body = bytes.toString('utf8');
      requests.push({ method, path, authorization: headers.authorization, body });
      if (!isAllowed(login, headers.authorization))
        return response.writeHead(401, { 'www-authenticate': 'Basic realm="Restricted Area"' }).end();
      const parsed = parseJson(body);
      const handleRequest = () =>
        respond({ method, path, body: parsed.ok ? parsed.value : null, base: standIn.links, state });
      const misbehavior = misbehaviors.find((one) => one.matches(method, path) && one.times > 0);
      if (misbehavior !== undefined) return misbehave(misbehavior, response, handleRequest);
      const { status, document } = handleRequest();
      const type = { 'content-type': 'application/hal+json;charset=utf-8' };
      return response.writeHead(status, type).end(stringifyJson(document));
    });
  });
  const url = `http://127.0.0.1:${await listenOnLocalhost(server)}${basePath}`;
  const standIn: StandIn = { url, state, requests, misbehaviors, links: url, close: createClose(server) };
  return standIn;
}

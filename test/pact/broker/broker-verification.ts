/** What the tests of a verification through a broker share. The broker is a stub, see stand-in/index.ts. */
import { publishPacts } from '../../../contracts/pact/broker/publish-pacts.ts';
import { type BrokerVerification, DEFAULT_SELECTORS } from '../../../contracts/pact/broker/verifier-run.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { startHttpServer } from '../support.ts';
import type { StandIn } from './stand-in/index.ts';
import { shaOf, versionOf, withIds } from './stand-in/state.ts';
import { accessTo, startBroker } from './support.ts';

export function verificationOf(broker: StandIn, changes: Partial<BrokerVerification> = {}): BrokerVerification {
  return {
    access: accessTo(broker),
    provider: 'plant-store',
    version: 'p1',
    branch: 'main',
    publish: true,
    selectors: DEFAULT_SELECTORS,
    pending: true,
    wipSince: undefined,
    buildUrl: undefined,
    allowNoPacts: false,
    ...changes,
  };
}

/** A broker stub with these pacts, each of version 1 on the branch main of its consumer. */
export async function brokerWith(...pacts: readonly string[]): Promise<StandIn> {
  const broker = await startBroker();
  for (const pact of pacts)
    await publishPacts({ access: accessTo(broker), pacts: [pact], version: '1', branch: 'main', tags: [] });
  return broker;
}

/** Published without the guards of `publish`, as another tool may do. */
export function publishUnchecked(broker: StandIn, content: JsonObject, consumer = 'smuggler'): void {
  const version = versionOf(broker.state, consumer, '1');
  version.branches.add('main');
  broker.state.pacticipants.set(consumer, { name: consumer, mainBranch: 'main' });
  broker.state.pacticipants.set('plant-store', { name: 'plant-store', mainBranch: 'main' });
  const named = { consumer: { name: consumer }, provider: { name: 'plant-store' }, ...content };
  const sha = shaOf(named);
  const pact = { consumer, provider: 'plant-store', version: '1', sha };
  broker.state.publications.push({ ...pact, content: withIds(named), createdAt: new Date() });
}

/** A pact with a successful result of an earlier provider version, which must keep passing. */
export function addEarlierResult(broker: StandIn): void {
  versionOf(broker.state, 'plant-store', 'p0').branches.add('main');
  for (const { consumer, provider, sha } of broker.state.publications)
    broker.state.results.push({
      number: 1,
      consumer,
      provider,
      sha,
      providerVersion: 'p0',
      success: true,
      document: {},
    });
}

export function resultsOf({ state }: StandIn): readonly JsonObject[] {
  return state.results.map(({ document }) => document).filter((one) => one.success !== undefined);
}

/** Returns this response to every request for a plant. */
export function startStoreResponding(body: string, status = 200): Promise<string> {
  return startHttpServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
}

export const UNCHECKED_PACT: JsonObject = {
  interactions: [{ description: 'x', request: { method: 'GET', path: '/' }, response: { status: 200 } }],
};

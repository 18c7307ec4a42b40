/** Sends every request to both servers. */
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { TOKEN } from './baseline-request.ts';
import type { ResponsePair } from './compare.ts';
import { generate } from './generate.ts';
import { type Prism, startPrism } from './prism.ts';
import { type Probe, type ReceivedOutcome, RISKY_TIMEOUT_MS, TIMEOUT_MS } from './probe.ts';
import { compareLifecycles } from './record-lifecycle.ts';
import { createSender, type Sender } from './send.ts';

export const contracts: Readonly<Record<string, string>> = {
  'plant store': 'spec/plant-store.yaml',
  garden: 'test/fixtures/mock/garden.yaml',
  nursery: 'test/mock/differential/nursery.yaml',
};

/** Rounds of every kind for every operation; four result in more than 2,000 requests. */
export const ROUNDS = 4;

/** The number of concurrent requests, for those that are not risky. */
const CONCURRENCY = 12;

export interface CollectedPairs {
  readonly pairs: readonly ResponsePair[];
  /** How often Prism had to be restarted. */
  readonly restarts: number;
}

export async function collect(rounds: number): Promise<CollectedPairs> {
  const all = await Promise.all(Object.entries(contracts).map(([name, file]) => collectOne(name, file, rounds)));
  return {
    pairs: all.flatMap(({ pairs }) => pairs),
    restarts: all.reduce((sum, { restarts }) => sum + restarts, 0),
  };
}

async function collectOne(name: string, file: string, rounds: number): Promise<CollectedPairs> {
  const contract: Contract = await loadContract(file);
  const probes = generate(name, contract, rounds);
  const mock = await serveMock(contract, { stateless: true, tokens: [TOKEN] });
  const prism = await startPrism(file);
  const { send, close } = createSender();
  try {
    const mockResponse = await sendConcurrently(probes, (probe) => send(mock.url, probe, TIMEOUT_MS));
    const prismResponse = await sendToPrism(probes, prism, send);
    const pairs = probes.map((probe) => ({
      probe,
      mockResponse: receivedFor(mockResponse, probe),
      prismResponse: receivedFor(prismResponse.answers, probe),
    }));
    await prism.renew();
    const lifecyclePairs = name === 'nursery' ? await compareLifecycles(contract, prism.url(), send) : [];
    return { pairs: [...pairs, ...lifecyclePairs], restarts: prismResponse.restarts };
  } finally {
    close();
    await Promise.all([mock.close(), prism.close()]);
  }
}

type ReceivedByProbe = ReadonlyMap<Probe, ReceivedOutcome>;

function receivedFor(responses: ReceivedByProbe, probe: Probe): ReceivedOutcome {
  const response = responses.get(probe);
  if (response === undefined) throw new Error(`no response was collected for ${probe.kind}`);
  return response;
}

async function sendConcurrently(
  probes: readonly Probe[],
  sendProbe: (probe: Probe) => Promise<ReceivedOutcome>,
): Promise<ReceivedByProbe> {
  const responses = new Map<Probe, ReceivedOutcome>();
  const queue = probes.values();
  const worker = async () => {
    for (const probe of queue) responses.set(probe, await sendProbe(probe));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return responses;
}

/** Risky requests are sent alone, because a crash would also fail concurrent ones. */
async function sendToPrism(probes: readonly Probe[], prism: Prism, send: Sender) {
  const safe = await sendConcurrently(
    probes.filter(({ isRisky }) => !isRisky),
    (probe) => send(prism.url(), probe, TIMEOUT_MS),
  );
  const responses = new Map(safe);
  let restarts = 0;
  for (const probe of probes.filter(({ isRisky }) => isRisky)) {
    const response = await send(prism.url(), probe, RISKY_TIMEOUT_MS);
    responses.set(probe, response);
    if (response.outcome === 'crashed' && (await prism.revive())) restarts++;
  }
  return { answers: responses, restarts };
}

/** Sends every request to both stores. */
import { serveMock } from '../../../mock/serve/server.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Pair } from './compare.ts';
import { generate } from './generate.ts';
import { lifeOfARecord } from './life.ts';
import { type Prism, startPrism } from './prism.ts';
import { ANSWER_MS, type Probe, type Received, RISKY_MS } from './request.ts';
import { createSender, type Sender } from './send.ts';
import { TOKEN } from './twin.ts';

export const contracts: Readonly<Record<string, string>> = {
  'plant store': 'spec/plant-store.yaml',
  garden: 'test/fixtures/mock/garden.yaml',
  nursery: 'test/mock/differential/nursery.yaml',
};

/** Of every kind for every operation; four make more than 2,000 requests. */
export const ROUNDS = 4;

/** At the same time, of those that nobody dies of. */
const COMPANY = 12;

export interface Collected {
  readonly pairs: readonly Pair[];
  /** How often Prism had to be started again. */
  readonly restarts: number;
}

export async function collect(rounds: number): Promise<Collected> {
  const all = await Promise.all(
    Object.entries(contracts).map(([name, file]) => collectOne(name, file, rounds)),
  );
  return {
    pairs: all.flatMap(({ pairs }) => pairs),
    restarts: all.reduce((sum, { restarts }) => sum + restarts, 0),
  };
}

async function collectOne(name: string, file: string, rounds: number): Promise<Collected> {
  const contract: Contract = await loadContract(file);
  const probes = generate(name, contract, rounds);
  const mock = await serveMock(contract, { stateless: true, tokens: [TOKEN] });
  const prism = await startPrism(file);
  const { send, close } = createSender();
  try {
    const ours = await inCompany(probes, (probe) => send(mock.url, probe, ANSWER_MS));
    const prisms = await toPrism(probes, prism, send);
    const pairs = probes.map((probe) => ({
      probe,
      ours: found(ours, probe),
      prisms: found(prisms.answers, probe),
    }));
    const lives = name === 'nursery' ? await lifeOfARecord(contract, prism.url(), send) : [];
    return { pairs: [...pairs, ...lives], restarts: prisms.restarts };
  } finally {
    close();
    await Promise.all([mock.close(), prism.close()]);
  }
}

type Answers = ReadonlyMap<Probe, Received>;

function found(answers: Answers, probe: Probe): Received {
  const answer = answers.get(probe);
  if (answer === undefined) throw new Error(`no answer was collected for ${probe.kind}`);
  return answer;
}

async function inCompany(
  probes: readonly Probe[],
  ask: (probe: Probe) => Promise<Received>,
): Promise<Answers> {
  const answers = new Map<Probe, Received>();
  const queue = probes.values();
  const worker = async () => {
    for (const probe of queue) answers.set(probe, await ask(probe));
  };
  await Promise.all(Array.from({ length: COMPANY }, worker));
  return answers;
}

/** What may kill it is sent alone, for whatever else is under way would die with it. */
async function toPrism(probes: readonly Probe[], prism: Prism, send: Sender) {
  const safe = await inCompany(
    probes.filter(({ isRisky }) => !isRisky),
    (probe) => send(prism.url(), probe, ANSWER_MS),
  );
  const answers = new Map(safe);
  let restarts = 0;
  for (const probe of probes.filter(({ isRisky }) => isRisky)) {
    const answer = await send(prism.url(), probe, RISKY_MS);
    answers.set(probe, answer);
    if (answer.outcome === 'died' && (await prism.revive())) restarts++;
  }
  return { answers, restarts };
}

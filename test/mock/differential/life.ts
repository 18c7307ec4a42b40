/** A record that is created, read, deleted and read again: the same requests in turn, to a store that keeps records. */
import { serveMock } from '../../../mock/serve/server.ts';
import { isJsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { Pair } from './compare.ts';
import { ANSWER_MS, type Probe } from './request.ts';
import type { Sender } from './send.ts';
import { TOKEN } from './twin.ts';

const KIND = 'the life of a record: ';

export function isOfARecord({ kind }: Probe): boolean {
  return kind.startsWith(KIND);
}

/** For the contract of the nursery. */
export async function lifeOfARecord(
  contract: Contract,
  prismUrl: string,
  send: Sender,
): Promise<readonly Pair[]> {
  const mock = await serveMock(contract, { tokens: [TOKEN] });
  const pairs: Pair[] = [];
  const ask = async (
    step: string,
    changes: Pick<Probe, 'method' | 'target' | 'demands'> & Partial<Probe>,
  ) => {
    const operation = operationOf(contract, changes);
    const probe: Probe = { ...anyProbe, kind: `${KIND}${step}`, operation, ...changes };
    const [ours, prisms] = [await send(mock.url, probe, ANSWER_MS), await send(prismUrl, probe, ANSWER_MS)];
    pairs.push({ probe, ours, prisms });
    return ours;
  };
  try {
    const body = Buffer.from('{"kind":"elm","note":"by the gate"}');
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const created = await ask('created', { method: 'POST', target: '/trees', headers, body, demands: 201 });
    const target = `/trees/${idIn(created.text)}`;
    await ask('read', { method: 'GET', target, demands: 200 });
    await ask('listed', { method: 'GET', target: '/trees', demands: 200 });
    await ask('deleted', { method: 'DELETE', target, headers: { 'X-Key': TOKEN }, demands: 204 });
    await ask('read after that', { method: 'GET', target, demands: 404 });
    return pairs;
  } finally {
    await mock.close();
  }
}

const anyProbe = { contract: 'nursery', headers: {}, body: undefined, isRisky: false } as const;

function operationOf({ operations }: Contract, { method, target }: { method: string; target: string }) {
  const path = target === '/trees' ? target : '/trees/{treeId}';
  return operations.find((one) => one.method === method && one.path === path);
}

function idIn(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok && isJsonObject(parsed.value) ? String(parsed.value['id']) : '';
}

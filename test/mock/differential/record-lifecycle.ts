/** A record that is created, read, deleted and read again: the same requests in sequence, to a mock with records. */
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { isJsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { TOKEN } from './baseline-request.ts';
import type { ResponsePair } from './compare.ts';
import { type Probe, TIMEOUT_MS } from './probe.ts';
import type { Sender } from './send.ts';

const KIND = 'the lifecycle of a record: ';

export function isLifecycleProbe({ kind }: Probe): boolean {
  return kind.startsWith(KIND);
}

/** For the nursery contract. */
export async function compareLifecycles(
  contract: Contract,
  prismUrl: string,
  send: Sender,
): Promise<readonly ResponsePair[]> {
  const mock = await serveMock(contract, { tokens: [TOKEN] });
  const pairs: ResponsePair[] = [];
  const sendStep = async (
    step: string,
    changes: Pick<Probe, 'method' | 'target' | 'expectedStatus'> & Partial<Probe>,
  ) => {
    const operation = operationOf(contract, changes);
    const probe: Probe = { ...anyProbe, kind: `${KIND}${step}`, operation, ...changes };
    const [mockResponse, prismResponse] = [
      await send(mock.url, probe, TIMEOUT_MS),
      await send(prismUrl, probe, TIMEOUT_MS),
    ];
    pairs.push({ probe, mockResponse, prismResponse });
    return mockResponse;
  };
  try {
    const body = Buffer.from('{"kind":"elm","note":"by the gate"}');
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
    const created = await sendStep('created', {
      method: 'POST',
      target: '/trees',
      headers,
      body,
      expectedStatus: 201,
    });
    const target = `/trees/${idIn(created.text)}`;
    await sendStep('read', { method: 'GET', target, expectedStatus: 200 });
    await sendStep('listed', { method: 'GET', target: '/trees', expectedStatus: 200 });
    await sendStep('deleted', { method: 'DELETE', target, headers: { 'X-Key': TOKEN }, expectedStatus: 204 });
    await sendStep('read after the deletion', { method: 'GET', target, expectedStatus: 404 });
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

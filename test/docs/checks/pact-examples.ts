import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isJsonArray, isJsonObject, type JsonObject, parseJson } from '../../../spec/json/exact-json.ts';
import { defaultToken } from '../../evals/zoo/index.ts';
import { findZoo } from '../../evals/zoo/zoos.ts';
import { type CheckExample, fenced, stabilize } from './check-example.ts';

const committed = 'contracts/pacts/plant-store-client-plant-store.json';

/** The pact of the Plant Store's consumer, with one changed expectation. */
export async function pactExamples(isWanted: (check: string) => boolean): Promise<readonly CheckExample[]> {
  if (!['pact-compatible', 'pact-expectation'].some(isWanted)) return [];
  const store = await findZoo('plants').start('right-store');
  const verify = (expected: JsonObject) =>
    pact(expected, ['verify', store.url, '--spec', path.resolve('spec/plant-store.yaml')]);
  const compare = (expected: JsonObject) =>
    pact(expected, ['compare', '--spec', path.resolve('spec/plant-store.yaml')]);
  const content = { name: 'Snake plant', tag: 'none' };
  const withTag: JsonObject = { body: { content, contentType: 'application/json', encoded: false } };
  try {
    const [different, compatible, missing, held] = await Promise.all([
      compare({ status: 201 }),
      compare({}),
      verify(withTag),
      verify({}),
    ]);
    return [
      {
        ...findingIn(different, 'pact-compatible'),
        description: 'The pact expects a status that the contract does not declare.',
        passing: fenced(compatible),
      },
      {
        ...findingIn(missing, 'pact-expectation'),
        description:
          'The pact expects a tag in the response to a request without one; the contract does not specify it.',
        passing: fenced(held),
      },
    ];
  } finally {
    await store.close();
  }
}

async function pact(expected: JsonObject, args: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plant-store-'));
  try {
    await writeFile(path.join(folder, 'shop.json'), await pactWith(expected));
    return stabilize(await plantStore([...args, '--pact', 'shop.json'], folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function pactWith(expected: JsonObject): Promise<string> {
  const parsed = parseJson(await readFile(committed, 'utf8'));
  if (!parsed.ok || !isJsonObject(parsed.value) || !isJsonArray(parsed.value.interactions))
    throw new Error(`${committed} is not a pact`);
  const first = parsed.value.interactions.find(
    (one) => isJsonObject(one) && one.description === 'a request to create a plant without a tag',
  );
  if (!isJsonObject(first) || !isJsonObject(first.response)) throw new Error('no interaction');
  const interaction = { ...first, response: { ...first.response, ...expected } };
  return JSON.stringify({ ...parsed.value, interactions: [interaction] }, null, 2);
}

function plantStore(args: readonly string[], cwd: string): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], PLANT_STORE_TOKEN: defaultToken };
  return new Promise((resolve) => {
    execFile(process.execPath, [path.resolve('cli/main.ts'), 'pact', ...args], { cwd, env }, (_error, stdout) =>
      resolve(stdout.replaceAll(/\b\d{14,16}\b/g, '175130678799803').trim()),
    );
  });
}

/** Throws if the check has not found it. */
function findingIn(output: string, id: string): Pick<CheckExample, 'id' | 'failing' | 'findingId'> {
  const [text] = new RegExp(`^error\\[${id}\\][^]*?(?=\\n\\n)`, 'm').exec(output) ?? [];
  const [, findingId] = /^ {2}id {8}(\S+)$/m.exec(text ?? '') ?? [];
  if (text === undefined || findingId === undefined) throw new Error(`${id} does not find its example:\n${output}`);
  return { id, failing: fenced(text), findingId };
}

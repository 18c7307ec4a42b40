/** Writes hooks files and runs hooks without an implementation. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { RequestFacts } from '../../contracts/hooks/hook-run.ts';
import { type HookRun, openHooks } from '../../contracts/hooks/hook-run.ts';
import type { HookRequest, Hooks } from '../../contracts/hooks/hooks.ts';
import { readHooks } from '../../contracts/hooks/load-hooks.ts';
import { temporaryFolder } from '../pact/support.ts';

/** In a folder of its own, outside of the kit: no package is found from there. */
export function hooksFile(text: string, name = 'hooks.ts'): string {
  const file = path.join(temporaryFolder(), name);
  writeFileSync(file, text);
  return file;
}

export function hookRun(hooks: Hooks, timeLimitMs?: number): HookRun {
  return openHooks(readHooks(hooks), { baseUrl: 'http://a.test', ...(timeLimitMs !== undefined && { timeLimitMs }) });
}

export const operation = { id: 'create', method: 'POST', path: '/items', tags: [] };

export const request: HookRequest = {
  method: 'POST',
  url: 'http://a.test/items',
  path: '/items',
  headers: { accept: '*/*' },
  body: '{}',
  bytes: Buffer.from('{}'),
};

export const facts: RequestFacts = {
  operation,
  credentials: 'valid',
  testCase: {
    id: 'create/valid-bodies/full',
    ...{ operation, category: 'valid-bodies', mutation: 'a valid request', expectation: 'accept' },
  },
};

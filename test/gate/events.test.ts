/** The progress events of a gate. */
import { expect, test } from 'vitest';
import { gateStageNames, runGate } from '../../contracts/gate/gate.ts';
import type { GateEvent } from '../../contracts/gate/stage-context.ts';
import { TOKEN } from '../cli/support.ts';
import { changedPact, committedPact, contract, zooStore } from '../pact/support.ts';

const other = changedPact([[['consumer', 'name'], 'other-client']]);

async function eventsOf(baseUrl: string): Promise<readonly GateEvent[]> {
  const events: GateEvent[] = [];
  const running = runGate({
    ...{ contract, baseUrl, targetKind: 'implementation', strict: false, timeoutMs: 60_000 },
    ...{ credentials: { token: TOKEN, byScheme: new Map() }, concurrency: 4, budget: 20 },
    ...{ pactFiles: [committedPact, other], consumerOutDir: undefined },
  });
  for await (const event of running) events.push(event);
  return events;
}

test('stages run concurrently, except those that send requests, and report progress', async () => {
  const events = await eventsOf(await zooStore('right-store', TOKEN));
  const reported = events.map((event) => {
    if (event.type === 'stage finished') return `${event.stage.name} over`;
    return event.type === 'finished' ? 'all over' : `${event.name} ${event.type}`;
  });
  const at = (what: string) => reported.indexOf(what);
  for (const name of gateStageNames) expect(at(`${name} over`)).toBeGreaterThan(at(`${name} stage started`));
  expect(reported.slice(0, 3)).toEqual(gateStageNames.slice(0, 3).map((name) => `${name} stage started`));
  expect(at('provider check stage started')).toBeLessThan(at('contract lint over'));
  expect(at('conformance stage started')).toBeGreaterThan(at('provider check over'));
  expect(reported.filter((what) => what === 'conformance progress')).toHaveLength(20);
  expect(reported.at(-1)).toBe('all over');
});

test('the provider check names the pact that is being verified', async () => {
  const events = await eventsOf(await zooStore('right-store', TOKEN));
  const steps = events.flatMap((event) => (event.type === 'step' ? [`${event.name}: ${event.description}`] : []));
  expect(steps).toEqual([
    'provider check: pact 1 of 2: plant-store-client',
    'provider check: pact 2 of 2: other-client',
  ]);
});

/** The Pact stages as suites: every interaction that there is something to tell of is a case of its own. */
import { expect, test } from 'vitest';
import { comparePact } from '../../../contracts/pact/compare/compare-pact.ts';
import { comparePactsStage } from '../../../contracts/pact/compare/compare-stage.ts';
import type { Interaction } from '../../../contracts/pact/file/interaction.ts';
import { type PactFile, readPact } from '../../../contracts/pact/file/pact-file.ts';
import type { InteractionResult } from '../../../contracts/pact/provider/interaction-result.ts';
import { createProviderStage } from '../../../contracts/pact/provider/provider-stage.ts';
import { junitXml } from '../../../contracts/render/junit/junit-report.ts';
import { changedPact, committedPact, contract } from '../../pact/support.ts';
import { reportWith } from '../../report/support.ts';
import { junitSchemaErrors } from './xml-schema.ts';

const pact = await readPact(committedPact);
const interaction = firstOf(pact);

function firstOf({ interactions: [first] }: PactFile): Interaction {
  if (first === undefined) throw new Error('the pact has no interactions');
  return first;
}

function resultOf(changes: Partial<InteractionResult>): InteractionResult {
  return {
    pactFile: committedPact,
    consumer: 'till',
    interaction,
    operation: 'createPlant',
    status: 'passed',
    reason: undefined,
    isPending: false,
    hasRealCredentials: true,
    mismatches: [],
    violations: [],
    notes: [],
    exchange: undefined,
    findings: [],
    ...changes,
  };
}

/** `name -> error`, without what stands in them. */
function casesIn(xml: string): readonly string[] {
  const found = xml.matchAll(/<testcase classname="([^"]*)" name="([^"]*)"[^>]*?(?:\/>|>\n<(\w+) )/g);
  return [...found].map(([, classname, name, how = 'passed']) => `${classname}: ${name} -> ${how}`);
}

test('lists the provider check by consumer and interaction, with unchecked ones', async () => {
  const unchecked = { status: 'not checked', reason: 'no state' } as const;
  const interactions = [
    resultOf({}),
    resultOf({
      consumer: 'web-shop',
      interaction: { ...interaction, place: { ...interaction.place, file: 'web.json' } },
    }),
    resultOf({
      ...unchecked,
      interaction: {
        ...interaction,
        description: 'open',
        place: { ...interaction.place, pointer: '/interactions/7' },
      },
    }),
    resultOf({
      ...unchecked,
      isPending: true,
      interaction: {
        ...interaction,
        description: 'new',
        place: { ...interaction.place, pointer: '/interactions/8' },
      },
    }),
  ];
  const stage = createProviderStage({ ok: false, interactions, output: '', durationMs: 1 });
  const xml = junitXml(reportWith([stage]));
  expect(await junitSchemaErrors(xml)).toEqual([]);
  const states = 'given the store accepts new plants';
  expect(casesIn(xml)).toEqual([
    `provider check.till: ${interaction.description}, ${states} -> passed`,
    `provider check.web-shop: ${interaction.description}, ${states} -> passed`,
    `provider check.till: open, ${states} -> error`,
    `provider check.till: new, ${states} -> skipped`,
  ]);
});

test('lists the comparison by interaction, with differences as failures', async () => {
  const file = changedPact([[['interactions', 0, 'request', 'body', 'content', 'name'], 5]]);
  const result = await comparePact(await readPact(file), contract);
  const stage = { name: 'pact × contract', ms: 1, ...comparePactsStage([result]) };
  const xml = junitXml(reportWith([stage]));
  expect(await junitSchemaErrors(xml)).toEqual([]);
  expect(casesIn(xml)).toHaveLength(pact.interactions.length);
  expect(casesIn(xml).filter((line) => !line.endsWith(' -> passed'))).toEqual([
    `pact × contract.plant-store-client: ${interaction.description}, given the store accepts new plants -> failure`,
  ]);
});

test.each([
  ['an attribute of the root', '<testsuites name="a"/>'],
  ['a suite without its counts', '<testsuites><testsuite name="a"/></testsuites>'],
  ['text that is not XML', '<testsuites>'],
])('the schema rejects %s', async (_what, xml) => {
  expect(await junitSchemaErrors(xml)).not.toEqual([]);
});

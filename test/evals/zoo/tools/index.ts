import type { Variant } from '../variant.ts';
import { createZoo, type VariantGroup, type Zoo } from '../zoo.ts';
import { managerKey, staffKey } from './routes.ts';
import { startToolStore } from './server.ts';
import { rightToolStore, type ToolStoreBehavior } from './store.ts';
import { inCategories, rightVariants } from './variant.ts';
import { authenticationDefects } from './variants/authentication.ts';
import { conversions } from './variants/conversions.ts';
import { idleParameters, looseParameters } from './variants/parameters.ts';
import { wrongProblems, wrongToolResponses } from './variants/responses.ts';
import { rightToolVariants } from './variants/right.ts';
import { losesData, mixesUpData } from './variants/sequences.ts';
import { listsOtherValues, storesOtherValues } from './variants/stored.ts';
import { forgottenRules, validatesOnce } from './variants/validation.ts';

const bodyCategories = [
  'valid-bodies',
  'boundary-values',
  'schema-combinations',
  'missing-properties',
  'extra-properties',
  'wrong-types',
  'wrong-shapes',
  'decimals',
  'media-types',
];
const sequenceCategories = ['valid-bodies', 'lifecycles', 'random-sequences', 'read-only'];

const toolVariantGroups: readonly VariantGroup<Variant<ToolStoreBehavior>>[] = [
  {
    title: 'correct: the plain implementation',
    variants: rightVariants([
      { name: 'right-library', description: 'It keeps the contract in every point.', behavior: () => ({}) },
    ]),
  },
  { title: 'correct: other behaviour', variants: rightToolVariants },
  {
    title: 'body rules not checked',
    variants: inCategories(bodyCategories, [...forgottenRules, ...validatesOnce]),
  },
  { title: 'bodies converted or wrongly rejected', variants: inCategories(bodyCategories, conversions) },
  { title: 'parameters not validated', variants: looseParameters },
  { title: 'parameters without effect', variants: inCategories(['list-queries'], idleParameters) },
  { title: 'accepts invalid credentials', variants: inCategories(['authentication'], authenticationDefects) },
  { title: 'wrong responses', variants: inCategories(['valid-bodies', 'lifecycles'], wrongToolResponses) },
  { title: 'wrong problem details', variants: wrongProblems },
  { title: 'loses data', variants: inCategories(sequenceCategories, losesData) },
  { title: 'mixes up data', variants: inCategories(sequenceCategories, mixesUpData) },
  { title: 'stores other values than it returns', variants: inCategories(['lifecycles'], storesOtherValues) },
  { title: 'lists other values than it stores', variants: inCategories(['list-queries'], listsOtherValues) },
];

export const tools: Zoo = createZoo<ToolStoreBehavior>({
  name: 'tools',
  title: 'tools: OpenAPI 3.1, 13 operations, API keys, paging, problem+json',
  contract: new URL('tools.yaml', import.meta.url),
  credentials: {
    token: undefined,
    byScheme: new Map([
      ['staffKey', staffKey],
      ['managerKey', managerKey],
    ]),
  },
  variantGroups: toolVariantGroups,
  start: (variant, { port }) => startToolStore({ ...rightToolStore, ...variant.behavior(rightToolStore) }, { port }),
});

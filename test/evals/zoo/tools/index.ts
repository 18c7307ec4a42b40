import type { Variant } from '../variant.ts';
import { type Enclosure, type Zoo, zooOf } from '../zoo.ts';
import { managerKey, staffKey } from './routes.ts';
import { startStore } from './server.ts';
import { type Behaviour, rightStore } from './store.ts';
import { manners, within } from './variant.ts';
import { wrongAnswers, wrongProblems } from './variants/answers.ts';
import { conversions } from './variants/conversions.ts';
import { doors } from './variants/doors.ts';
import { idleParameters, looseParameters } from './variants/parameters.ts';
import { rightManners } from './variants/right.ts';
import { confused, forgetful } from './variants/sequences.ts';
import { listedOtherwise, storedOtherwise } from './variants/stored.ts';
import { forgottenRules, validatesOnce } from './variants/validation.ts';

const aboutBodies = [
  'valid-bodies',
  'limits',
  'combinations',
  'missing-properties',
  'extra-properties',
  'wrong-types',
  'wrong-shapes',
  'decimals',
  'media-types',
];
const stories = ['valid-bodies', 'lifecycles', 'walks', 'read-only'];

const enclosures: readonly Enclosure<Variant<Behaviour>>[] = [
  {
    words: 'right: the store itself',
    variants: manners([
      { name: 'right-library', what: 'It keeps the contract in every point.', behaviour: () => ({}) },
    ]),
  },
  { words: 'right: other manners', variants: rightManners },
  {
    words: 'rules of bodies forgotten',
    variants: within(aboutBodies, [...forgottenRules, ...validatesOnce]),
  },
  { words: 'bodies made right, or refused', variants: within(aboutBodies, conversions) },
  { words: 'parameters not looked at', variants: looseParameters },
  { words: 'parameters that do nothing', variants: within(['list-queries'], idleParameters) },
  { words: 'open doors', variants: within(['credentials'], doors) },
  { words: 'wrong answers', variants: within(['valid-bodies', 'lifecycles'], wrongAnswers) },
  { words: 'wrong problems', variants: wrongProblems },
  { words: 'forgotten afterwards', variants: within(stories, forgetful) },
  { words: 'mixed up afterwards', variants: within(stories, confused) },
  { words: 'stored otherwise than shown', variants: within(['lifecycles'], storedOtherwise) },
  { words: 'listed otherwise than stored', variants: within(['list-queries'], listedOtherwise) },
];

export const tools: Zoo = zooOf<Behaviour>({
  name: 'tools',
  words: 'tools: OpenAPI 3.1, 13 operations, API keys, paging, problem+json',
  contract: new URL('tools.yaml', import.meta.url),
  credentials: {
    token: undefined,
    byScheme: new Map([
      ['staffKey', staffKey],
      ['managerKey', managerKey],
    ]),
  },
  enclosures,
  start: (variant, { port }) => startStore({ ...rightStore, ...variant.behaviour(rightStore) }, { port }),
});

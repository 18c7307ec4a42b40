import { faker } from '@faker-js/faker/locale/de';
import { expect, test } from 'vitest';
import { createRandomizer, withFastRandomizer } from '../../../mock/made-up/fast-randomizer.ts';

/** More than the 624 words of the generator, of which each number takes two. */
const DRAWS = 1000;

test.each([0, 1, 2 ** 32 - 1, 2 ** 40 + 7, 1.5, [1, 2, 3], [2 ** 33, 0.25], Array.from({ length: 700 }, (_, n) => n)])(
  'draws the numbers of Faker after the seed %j',
  (seed) => {
    faker.seed(Array.isArray(seed) ? [...seed] : seed);
    const randomizer = createRandomizer();
    randomizer.seed(seed);
    const numbers = Array.from({ length: DRAWS }, () => randomizer.next());
    expect(numbers).toEqual(Array.from({ length: DRAWS }, () => faker.number.float()));
  },
);

test('draws other numbers without a seed', () => {
  expect(createRandomizer().next()).not.toBe(createRandomizer().next());
});

test('gives a Faker the numbers without a change of its values', () => {
  const draw = () => [faker.person.fullName(), faker.lorem.paragraph(), faker.string.uuid()];
  faker.seed(4);
  const before = draw();
  withFastRandomizer(faker).seed(4);
  expect(draw()).toEqual(before);
});

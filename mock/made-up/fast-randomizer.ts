/**
 * The random numbers of Faker, with less work for each seed. Faker seeds all 624 words of its Mersenne Twister and
 * twists them before the first draw; each made-up value has a seed of its own and draws few numbers.
 */

/** As Faker expects it. */
interface Randomizer {
  /** From 0 to below 1, with 53 bits. */
  readonly next: () => number;
  readonly seed: (seed: number | readonly number[]) => void;
}

/** The same Faker, which draws the same values after the same seed. */
export function withFastRandomizer<Faker extends object>(faker: Faker): Faker {
  const core: unknown = Reflect.get(faker, 'fakerCore');
  const own: unknown = isObject(core) ? Reflect.get(core, 'randomizer') : undefined;
  // Another version of Faker keeps its own.
  if (isObject(own) && 'next' in own && 'seed' in own) Object.assign(own, createRandomizer());
  return faker;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const WORDS = 624;
const SHIFT = 397;

/** MT19937, of which each word is twisted when it is drawn. */
export function createRandomizer(): Randomizer {
  const state = new Uint32Array(WORDS);
  let position = 0;

  function seed(given: number | readonly number[]): void {
    position = 0;
    if (typeof given === 'number') fill(state, given);
    else fillFromList(state, given);
  }

  function nextWord(): number {
    const index = position;
    position = index === WORDS - 1 ? 0 : index + 1;
    const mixed = (wordAt(state, index) & 0x80000000) | (wordAt(state, position) & 0x7fffffff);
    const far = wordAt(state, index < WORDS - SHIFT ? index + SHIFT : index + SHIFT - WORDS);
    let word = far ^ (mixed >>> 1) ^ (-(mixed & 1) & 0x9908b0df);
    state[index] = word;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  }

  seed(Math.random() * 2 ** 32);
  return { seed, next: () => ((nextWord() >>> 5) * 2 ** 26 + (nextWord() >>> 6)) / 2 ** 53 };
}

function wordAt(state: Uint32Array, index: number): number {
  return state[index] ?? 0;
}

/** `previous ^ (previous >>> 30)` */
function spread(previous: number): number {
  return previous ^ (previous >>> 30);
}

function fill(state: Uint32Array, seed: number): void {
  state[0] = seed;
  let previous = wordAt(state, 0);
  for (let index = 1; index < WORDS; index++) {
    previous = (Math.imul(1812433253, spread(previous)) + index) | 0;
    state[index] = previous;
  }
}

function fillFromList(state: Uint32Array, seeds: readonly number[]): void {
  fill(state, 19650218);
  let index = 1;
  const advance = (): void => {
    index++;
    if (index < WORDS) return;
    state[0] = wordAt(state, WORDS - 1);
    index = 1;
  };
  for (let step = 0; step < Math.max(WORDS, seeds.length); step++) {
    const member = step % Math.max(seeds.length, 1);
    const mixed = wordAt(state, index) ^ Math.imul(spread(wordAt(state, index - 1)), 1664525);
    state[index] = mixed + (seeds[member] ?? 0) + member;
    advance();
  }
  for (let step = 1; step < WORDS; step++) {
    state[index] = (wordAt(state, index) ^ Math.imul(spread(wordAt(state, index - 1)), 1566083941)) - index;
    advance();
  }
  state[0] = 0x80000000;
}

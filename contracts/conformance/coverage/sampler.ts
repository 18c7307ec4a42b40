/** Looking into a body costs time: every one is looked into while that shows something new, then one in many. */
export interface Sampler {
  wants(): boolean;
  /** Whether the last one showed something new. */
  told(isNew: boolean): void;
}

const FRUITLESS = 64;
const ONE_IN = 32;

/** For one kind of body. */
export function createSampler(): Sampler {
  let [fruitless, asked] = [0, 0];
  return {
    wants: () => fruitless < FRUITLESS || ++asked % ONE_IN === 0,
    told: (isNew) => {
      fruitless = isNew ? 0 : fruitless + 1;
    },
  };
}

/** How the verifier does before the stores of the zoo, as `npm run zoo -- --write` has measured it. */
import type { ZooFigures } from './data.ts';
import figures from './zoo-figures.json' with { type: 'json' };

/** Of this version of the kit. */
export const zooFigures: ZooFigures = figures;

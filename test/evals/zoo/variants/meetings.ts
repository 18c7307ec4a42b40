import { setTimeout as delay } from 'node:timers/promises';
import type { Plant } from '../store.ts';

/** What a plant meets while it is being created. */
export interface Meeting {
  /** Plants that are being created now, this one included. */
  readonly underWay: number;
  /** The one that began last, which may be this one. */
  readonly newest: Plant;
}

/** Creating takes a moment, so that simultaneous plants meet. */
const MOMENT_MS = 15;

/** Replaces creation by one that sees, halfway through it, what else is under way. */
export function whereTheyMeet(
  create: (plant: Plant, meeting: Meeting) => Plant | Promise<Plant>,
): () => { create(plant: Plant): Promise<Plant> } {
  return () => {
    let underWay = 0;
    let newest: Plant;
    return {
      create: async (plant) => {
        underWay++;
        newest = plant;
        await delay(MOMENT_MS);
        try {
          return await create(plant, { underWay, newest });
        } finally {
          underWay--;
        }
      },
    };
  };
}

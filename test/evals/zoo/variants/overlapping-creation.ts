import { setTimeout as delay } from 'node:timers/promises';
import type { Plant } from '../store.ts';

/** What a plant meets while it is being created. */
export interface Overlap {
  /** Plants that are being created now, this one included. */
  readonly running: number;
  /** The one that began last, which may be this one. */
  readonly newest: Plant;
}

/** Creating takes a moment, so that simultaneous plants meet, on a busy machine too. */
const CREATION_MS = 40;

/** Replaces creation by one that sees, halfway through it, what else is under way. */
export function whenOverlapping(
  create: (plant: Plant, overlap: Overlap) => Plant | Promise<Plant>,
): () => { create(plant: Plant): Promise<Plant> } {
  return () => {
    let running = 0;
    let newest: Plant;
    return {
      create: async (plant) => {
        running++;
        newest = plant;
        await delay(CREATION_MS);
        try {
          return await create(plant, { running, newest });
        } finally {
          running--;
        }
      },
    };
  };
}

import { closedConnection, EarlyResponse, noResponse, throwServerError } from '../response.ts';
import { faulty, seenIn } from '../variant.ts';
import { type Overlap, whenOverlapping } from './overlapping-creation.ts';

const isCrowded = ({ running }: Overlap): boolean => running >= 8;

/** Faults that many requests at a time show. */
export const concurrent = faulty('deep', [
  {
    name: 'crosses-returns-of-many',
    description: 'It returns another plant where eight or more are created concurrently.',
    dependsOnOverlap: true,
    behavior: whenOverlapping((plant, overlap) => (isCrowded(overlap) ? overlap.newest : plant)),
  },
  {
    name: 'shares-a-buffer',
    description:
      'It writes the name of the newest plant over those that are still being created, as strings in a buffer that is used again.',
    dependsOnOverlap: true,
    behavior: whenOverlapping((plant, { newest }) => ({
      ...plant,
      name: overwritten(String(plant.name), String(newest.name)),
    })),
    ...seenIn('Go', 'Fiber hands out strings that lie in a buffer it uses again', 'gofiber/fiber#2918'),
  },
  {
    name: 'gives-memory-back-too-early',
    description:
      'It returns the tag of another plant where six are under way, as response memory that is returned before it is sent.',
    dependsOnOverlap: true,
    behavior: whenOverlapping((plant, { running, newest }) => (running >= 6 ? { ...plant, tag: newest.tag } : plant)),
    ...seenIn('C#', 'OpenRiaServices misses an await before memory goes back', 'OpenRIAServices/OpenRiaServices#553'),
  },
  {
    name: 'loses-tags-in-a-race',
    description: 'It loses the tag where five plants or more are created concurrently, as two updates of one row.',
    dependsOnOverlap: true,
    behavior: whenOverlapping((plant, { running }) => (running >= 5 ? { ...plant, tag: undefined } : plant)),
  },
  {
    name: 'deadlocks-when-eight-meet',
    description: 'It never responds when eight requests are in progress, as locks acquired in different orders do.',
    dependsOnOverlap: true,
    behavior: whenOverlapping((plant, overlap) => {
      if (isCrowded(overlap)) throw new EarlyResponse(noResponse);
      return plant;
    }),
  },
  {
    name: 'fails-beyond-eight-at-once',
    description: 'It returns 500 to the ninth plant at a time, as a pool of eight connections without a queue does.',
    dependsOnOverlap: true,
    behavior: whenOverlapping((plant, { running }) => (running > 8 ? throwServerError() : plant)),
  },
  {
    name: 'dies-of-many-at-once',
    description: 'It terminates when eight plants are created concurrently, as a map that two goroutines write.',
    dependsOnOverlap: true,
    behavior: (base) => {
      let dead = false;
      const fatal = whenOverlapping((plant, overlap) => {
        dead ||= isCrowded(overlap);
        return plant;
      })();
      return {
        create: (plant) => fatal.create(plant),
        wrapExchange: async (request, response) => {
          const reply = dead ? closedConnection : await base.wrapExchange(request, response);
          return dead ? closedConnection : reply;
        },
      };
    },
    ...seenIn('Go', 'concurrent map writes end the process, recover() or not', 'fleetdm/fleet#49536'),
  },
]);

function overwritten(own: string, newest: string): string {
  return `${newest.slice(0, own.length)}${own.slice(newest.length)}`;
}

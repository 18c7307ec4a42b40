import { crash, hangUp, Interruption, silence } from '../exchange.ts';
import { faulty, seenIn } from '../variant.ts';
import { type Meeting, whereTheyMeet } from './meetings.ts';

const areMany = ({ underWay }: Meeting): boolean => underWay >= 8;

/** Faults that many requests at a time show. */
export const concurrent = faulty('deep', [
  {
    name: 'crosses-answers-of-many',
    what: 'It answers with another plant where eight or more are created at the same time.',
    behaviour: whereTheyMeet((plant, meeting) => (areMany(meeting) ? meeting.newest : plant)),
  },
  {
    name: 'shares-a-buffer',
    what: 'It writes the name of the newest plant over those that are still being created, as strings in a buffer that is used again.',
    behaviour: whereTheyMeet((plant, { newest }) => ({
      ...plant,
      name: overwritten(String(plant.name), String(newest.name)),
    })),
    ...seenIn('Go', 'Fiber hands out strings that lie in a buffer it uses again', 'gofiber/fiber#2918'),
  },
  {
    name: 'gives-memory-back-too-early',
    what: 'It answers with the tag of another plant where six are under way, as response memory that is returned before it is sent.',
    behaviour: whereTheyMeet((plant, { underWay, newest }) =>
      underWay >= 6 ? { ...plant, tag: newest.tag } : plant,
    ),
    ...seenIn(
      'C#',
      'OpenRiaServices misses an await before memory goes back',
      'OpenRIAServices/OpenRiaServices#553',
    ),
  },
  {
    name: 'loses-tags-in-a-race',
    what: 'It loses the tag where five plants or more are created at the same time, as two updates of one row.',
    behaviour: whereTheyMeet((plant, { underWay }) => (underWay >= 5 ? { ...plant, tag: undefined } : plant)),
  },
  {
    name: 'deadlocks-when-eight-meet',
    what: 'It never answers those that are under way when eight meet, as locks taken in different orders.',
    behaviour: whereTheyMeet((plant, meeting) => {
      if (areMany(meeting)) throw new Interruption(silence);
      return plant;
    }),
  },
  {
    name: 'fails-beyond-eight-at-once',
    what: 'It answers 500 to the ninth plant at a time, as a pool of eight connections without a queue does.',
    behaviour: whereTheyMeet((plant, { underWay }) => (underWay > 8 ? crash() : plant)),
  },
  {
    name: 'dies-of-many-at-once',
    what: 'It ends for good when eight plants are created at the same time, as a map that two goroutines write.',
    behaviour: (base) => {
      let dead = false;
      const fatal = whereTheyMeet((plant, meeting) => {
        dead ||= areMany(meeting);
        return plant;
      })();
      return {
        create: (plant) => fatal.create(plant),
        around: async (request, answer) => {
          const reply = dead ? hangUp : await base.around(request, answer);
          return dead ? hangUp : reply;
        },
      };
    },
    ...seenIn('Go', 'concurrent map writes end the process, recover() or not', 'fleetdm/fleet#49536'),
  },
]);

function overwritten(own: string, newest: string): string {
  return `${newest.slice(0, own.length)}${own.slice(newest.length)}`;
}

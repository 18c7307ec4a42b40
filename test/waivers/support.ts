/** Waivers as a file would give them. */
import type { Waiver } from '../../contracts/report/report.ts';

export function waiverWith(changes: Partial<Waiver> = {}): Waiver {
  return {
    id: 'invalid-rejected/createPlant/9f7c6a2d0b11',
    reason: 'fixed with the next release',
    expires: '2027-01-31',
    place: { file: 'waivers.yaml', pointer: '/waivers/0', line: 2 },
    lineText: '- id: invalid-rejected/createPlant/9f7c6a2d0b11',
    ...changes,
  };
}

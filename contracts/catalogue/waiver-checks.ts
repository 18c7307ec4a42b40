/**
 * What is wrong with waivers themselves. Both are advice: the waivers file is at fault and not the implementation, which
 * must not be said to break the contract for it. They have teeth all the same: `--strict` fails by them, there is no
 * certificate until the file is put right, and what an expired waiver names counts again by itself.
 */

/** By id; `plant-store explain` tells them. */
export const waiverChecks = {
  'waiver-expired': {
    severity: 'advice',
    holds: 'no waiver is past its last day',
    title: 'A waiver is past its date',
    why: 'What it names counts again where it is found. Mend what it forgives and remove the waiver, or agree on a later day.',
    restsOn: 'the waivers file: the day under expires is the last',
  },
  'waiver-stale': {
    severity: 'advice',
    holds: 'every waiver names something that is found',
    title: 'A waiver matches nothing any more',
    why: 'What it forgives is mended, has changed so far that it is another finding, or was drawn at random by another seed. Left in place it would hide the same fault when it comes back. Remove the waiver.',
    restsOn: 'the waivers file, and what the whole run has found',
  },
} as const;

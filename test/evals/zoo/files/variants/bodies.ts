/** What files.yaml says of a JSON body, left out of the validation or read too narrowly. */
import { JsonNumber, wholeNumber } from '../../json.ts';
import { basic, deep, type FilesDefect, type FilesFault, ignoresRules } from '../variant.ts';
import { inList, inObject, inText, rejects, validatesInstead, withMember } from './changes.ts';

const createFolder = { operations: ['createFolder'], foundBy: ['invalid-rejected'] };

type Forgotten = readonly [name: string, description: string, ...rules: readonly string[]];

function forgotten(scope: Pick<FilesDefect, 'operations' | 'foundBy'>, list: readonly Forgotten[]) {
  return basic(
    list.map(([name, description, ...rules]) => ({ name, description, ...scope, behavior: ignoresRules(...rules) })),
  );
}

export const forgottenBodyRules: readonly FilesFault[] = [
  ...forgotten(createFolder, [
    ['ignores-required-of-then', 'It accepts an archive without the date that then requires.', 'then/required'],
    ['ignores-minimum-of-then', 'It accepts an archive that is kept for less than then requires.', 'then/minimum'],
    ['ignores-else', 'It accepts a member that else forbids.', 'else'],
    ['takes-any-region', 'It does not check the first of the prefixItems.', 'region/0'],
    ['takes-any-zone', 'It does not check the second of the prefixItems.', 'region/1'],
    ['takes-any-copy', 'It does not check the third of the prefixItems.', 'region/2'],
    ['takes-fourth-item-of-region', 'It reads items: false as no limit.', 'region/max-items'],
    ['takes-region-without-zone', 'It does not mind how many items a tuple has at least.', 'region/min-items'],
    ['takes-repeated-labels', 'It does not compare the items of an array.', 'labels/unique'],
    ['takes-six-labels', 'It does not count the items of an array.', 'labels/max-items'],
    ['takes-phone-without-country', 'It ignores dependentRequired.', 'owner/dependent'],
    ['takes-unknown-members-of-owner', 'It forbids unknown members at the top alone.', 'owner/unknown'],
    ['takes-mail-without-form', 'It does not check the format email.', 'owner/mail/form'],
    ['takes-any-format', 'It ignores const.', 'format'],
    ['takes-quota-beyond-64-bits', 'It keeps integers of any size.', 'quota/max'],
    ['takes-negative-quota', 'It does not check the minimum of an int64.', 'quota/min'],
    ['takes-any-balance', 'It does not check the bounds of a number.', 'balance/bounds'],
  ]),
  ...forgotten({ operations: ['startJob'], foundBy: ['invalid-rejected'] }, [
    ['takes-unconfirmed-job', 'It accepts false where true is the constant.', 'confirmed'],
    ['takes-any-end-of-window', 'It checks the first of two prefixItems with one pattern.', 'window/1'],
    ['takes-any-priority', 'It does not check the bounds of an integer that may be negative.', 'priority'],
  ]),
  ...forgotten({ operations: ['createLink'], foundBy: ['invalid-rejected'] }, [
    ['takes-any-access', 'It ignores the constant that is the only kind of access.', 'access'],
    ['takes-link-for-ever', 'It does not check for how long a link is valid at most.', 'expiresIn/max'],
  ]),
];

export const readsBodiesOtherwise: readonly FilesFault[] = [
  ...deep([
    {
      name: 'checks-first-label-alone',
      description: 'It checks the first item of an array and keeps the others as they are.',
      ...createFolder,
      behavior: validatesInstead(
        inObject(
          withMember(
            'labels',
            inList((items) => items.slice(0, 1)),
          ),
        ),
      ),
    },
    {
      name: 'takes-country-in-small-letters',
      description: 'It compiles patterns with the flag i.',
      ...createFolder,
      behavior: validatesInstead(
        inObject(
          withMember(
            'owner',
            inObject(
              withMember(
                'country',
                inText((text) => text.toUpperCase()),
              ),
            ),
          ),
        ),
      ),
    },
    {
      name: 'takes-29-february-of-every-year',
      description: 'It checks the day of a date by a table without leap years.',
      ...createFolder,
      behavior: validatesInstead(
        inObject(
          withMember(
            'closedOn',
            inText((text) => text.replace(/^\d{4}-02-29$/, '2024-02-29')),
          ),
        ),
      ),
    },
    {
      name: 'takes-31st-of-every-month',
      description: 'It checks that the day is between 1 and 31.',
      ...createFolder,
      behavior: validatesInstead(
        inObject(
          withMember(
            'closedOn',
            inText((text) => text.replace(/-\d\d-(29|30|31)$/, '-01-$1')),
          ),
        ),
      ),
    },
    {
      name: 'cuts-fraction-of-retention',
      description: 'It makes an integer of a fraction before it checks it.',
      ...createFolder,
      behavior: validatesInstead(
        inObject(
          withMember('retention', (value) =>
            value instanceof JsonNumber && wholeNumber(value) === undefined
              ? new JsonNumber(Math.trunc(Number(value.source)))
              : value,
          ),
        ),
      ),
    },
    {
      name: 'takes-zone-as-text',
      description: 'It makes a number of a text within an array.',
      ...createFolder,
      behavior: validatesInstead(
        inObject(
          withMember(
            'region',
            inList((items) =>
              items.map((item, index) =>
                index === 1 && typeof item === 'string' && /^\d$/.test(item) ? new JsonNumber(item) : item,
              ),
            ),
          ),
        ),
      ),
    },
    {
      name: 'requires-date-of-inboxes',
      description: 'It applies then to a kind for which if does not hold.',
      operations: ['createFolder'],
      foundBy: ['valid-accepted'],
      behavior: rejects(({ kind, closedOn }) => kind === 'inbox' && closedOn === undefined),
    },
  ]),
  ...basic(
    [
      {
        name: 'rejects-archives',
        description: 'It forbids in then what it should forbid in else.',
        behavior: rejects(({ kind, closedOn }) => kind === 'archive' && closedOn !== undefined),
      },
      {
        name: 'rejects-29-february',
        description: 'It takes February to have 28 days.',
        behavior: rejects(({ closedOn }) => typeof closedOn === 'string' && closedOn.endsWith('-02-29')),
      },
      {
        name: 'rejects-negative-balance',
        description: 'It reads a number with its sign as none.',
        behavior: rejects(({ balance }) => balance instanceof JsonNumber && balance.source.startsWith('-')),
      },
      {
        name: 'rejects-exponents-of-integers',
        description: 'It accepts digits alone for an integer, where 1e2 is one too.',
        behavior: rejects(({ retention }) => retention instanceof JsonNumber && /[eE]/.test(retention.source)),
      },
      {
        name: 'rejects-region-without-copy',
        description: 'It requires all of the prefixItems, of which the last is optional.',
        behavior: rejects(({ region }) => Array.isArray(region) && region.length === 2),
      },
      {
        name: 'rejects-country-without-phone',
        description: 'It reads dependentRequired in both directions.',
        behavior: rejects(({ owner }) => owner instanceof Object && 'country' in owner && !('phone' in owner)),
      },
      {
        name: 'rejects-quota-beyond-double',
        description: 'It accepts the integers that a double holds exactly.',
        behavior: rejects(
          ({ quota }) => quota instanceof JsonNumber && (wholeNumber(quota) ?? 0n) > BigInt(Number.MAX_SAFE_INTEGER),
        ),
      },
    ].map((defect) => ({ ...defect, operations: ['createFolder'], foundBy: ['valid-accepted'] })),
  ),
];

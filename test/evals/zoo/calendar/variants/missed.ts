/** What the verifier does not detect, or reports wrongly, today. */
import type { CalendarVariant } from '../variant.ts';

interface MissedClass {
  /** What the verifier does not do, or what it does in its place. */
  readonly reason: string;
  readonly names: readonly string[];
}

/** Faulty variants that it does not detect, by the class of the miss. */
const missedClasses: readonly MissedClass[] = [
  {
    reason: 'sentences about headers of requests: the requested offset is not compared with the times of the response',
    names: ['ignores-offset', 'writes-offset-on-another-clock'],
  },
  {
    reason: 'values of the server: times of changes, revisions and states of new records are in descriptions alone',
    names: [
      'never-changes-time-of-change',
      'renews-creation-time',
      'counts-no-revisions',
      'begins-as-accepted',
      'invents-time-of-decision',
    ],
  },
  {
    reason:
      'ranges of times: bounds between the start and the end of a record, and bounds and records with other zones, are not sent',
    names: ['filters-by-end', 'filters-by-clock', 'sorts-times-as-texts', 'lists-times-without-zone'],
  },
  {
    reason:
      'searches: the texts that are generated for a pattern have characters of other kinds, which are not searched for',
    names: [
      'searches-titles-with-case',
      'searches-beginnings-of-titles',
      'searches-with-wildcards',
      'sorts-titles-without-case',
      'accepts-blank-titles',
    ],
  },
  {
    reason:
      'lists: the order without a parameter, other default filters, and links beyond the last page are not checked, or as a warning',
    names: [
      'lists-events-as-created',
      'hides-archived-calendars',
      'lists-chairs-alone',
      'lists-old-names',
      'ignores-size',
      'links-beyond-last-page',
      'links-without-filters',
    ],
  },
  {
    reason:
      'merge patches: nested members, and null for what has no value before, are not sent to a record whose name has to be unique',
    names: ['replaces-labels-with-patches', 'keeps-labels-that-are-null', 'rejects-own-name-in-patches'],
  },
  {
    reason: 'unique names: 409 is tolerated for a new record, since another one may have its values',
    names: ['compares-beginnings-of-names'],
  },
  {
    reason:
      'keys in paths: a key is not sent in another case, and sub-collections with keys are not read below another grandparent',
    names: ['compares-emails-with-case', 'reads-attendees-below-any-calendar', 'keeps-attendees-below-any-calendar'],
  },
  {
    reason:
      'actions: 409 may have another cause than the state, other values of a record may change with its state, and two records of one parent are not compared',
    names: [
      'makes-accepted-ones-readers',
      'never-cancels-accepted-ones',
      'never-declines',
      'decides-on-all-invitations',
    ],
  },
  {
    reason: 'normalised values: an e-mail with capitals is not sent where the contract says how it is shown',
    names: ['shows-emails-in-capitals'],
  },
  {
    reason:
      'jobs: states and values of a job that is done are compared with what was sent in part, and its time is in a sentence alone',
    names: ['never-ends-exports', 'exports-no-attendees', 'never-sends-files'],
  },
  {
    reason:
      'defaults: since OpenAPI 3.1 a default alone is an annotation, and a service may add an object that was not sent',
    names: ['makes-calendars-public', 'keeps-labels-of-the-request-before'],
  },
  {
    reason:
      'deletions: records that another path shows are not read, and a parent without children only in random sequences',
    names: ['reads-invitations-to-deleted-events', 'deletes-calendars-with-last-event'],
  },
  {
    reason:
      'other users: settings without an id are not tested, nor are records whose path does not contain that of their parent',
    names: ['shares-settings', 'shows-invitations-to-others'],
  },
  {
    reason: 'scopes: no credential with fewer scopes is given to the verifier',
    names: ['ignores-scopes', 'writes-with-reading-tokens'],
  },
];

/** Correct variants for which the verifier reports an error today, with its cause. */
const falsePositives: Readonly<Record<string, string>> = {};

export const knownErrorNames: readonly string[] = [
  ...missedClasses.flatMap(({ names }) => names),
  ...Object.keys(falsePositives),
];

/** The same variant, with the reason if the verifier is wrong about it today. */
export function withKnownError(variant: CalendarVariant): CalendarVariant {
  const falsePositiveToday = falsePositives[variant.name];
  if (variant.kind === 'right') return falsePositiveToday === undefined ? variant : { ...variant, falsePositiveToday };
  const missedToday = missedClasses.find(({ names }) => names.includes(variant.name))?.reason;
  return missedToday === undefined ? variant : { ...variant, missedToday };
}

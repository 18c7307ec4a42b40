import { right } from '../../variant.ts';
import type { VariantGroup } from '../../zoo.ts';
import type { CalendarBehavior } from '../behavior.ts';
import type { CalendarFault, CalendarVariant } from '../variant.ts';
import { wrongCredentials, wrongUsers } from './access.ts';
import { wrongAttendees } from './attendees.ts';
import { forgottenBodyRules, forgottenPatchRules, forgottenRecurrenceRules } from './bodies.ts';
import { wrongConditions } from './conditions.ts';
import { wrongMessages, wrongProblems } from './errors.ts';
import { wrongFilters } from './filters.ts';
import { wrongJobs } from './jobs.ts';
import { wrongContents, wrongOrders } from './lists.ts';
import { withKnownError } from './missed.ts';
import { wrongPages } from './pages.ts';
import { forgottenParameterRules } from './parameters.ts';
import { wrongDeletions, wrongParents } from './parents.ts';
import { wrongNames, wrongPatches } from './patches.ts';
import { wrongReplacements } from './replacing.ts';
import { rightDecisions } from './right-decisions.ts';
import { rightRepresentations } from './right-representations.ts';
import { rightMessages } from './right-wire.ts';
import { wrongStates } from './states.ts';
import { wrongTimes } from './times.ts';
import { showsOtherValues, storesOtherRecurrences, storesOtherValues, wrongDefaults } from './values.ts';

const rightGroups: readonly VariantGroup<CalendarVariant>[] = [
  {
    title: 'correct: the implementation itself',
    variants: right<CalendarBehavior>([
      {
        name: 'right-calendars',
        description: 'It keeps calendar.yaml, and makes the common choice where that is silent.',
        behavior: () => ({}),
      },
    ]),
  },
  { title: 'correct: other decisions', variants: rightDecisions },
  { title: 'correct: other representations', variants: rightRepresentations },
  { title: 'correct: other messages', variants: rightMessages },
];

const faultyGroups: readonly VariantGroup<CalendarFault>[] = [
  { title: 'missing body validation', variants: forgottenBodyRules },
  { title: 'missing validation of patches', variants: forgottenPatchRules },
  { title: 'unchecked recurrences', variants: forgottenRecurrenceRules },
  { title: 'unchecked parameters', variants: forgottenParameterRules },
  { title: 'values kept otherwise', variants: storesOtherValues },
  { title: 'recurrences kept otherwise', variants: storesOtherRecurrences },
  { title: 'wrong defaults', variants: wrongDefaults },
  { title: 'values shown otherwise', variants: showsOtherValues },
  { title: 'wrong times', variants: wrongTimes },
  { title: 'wrong filters', variants: wrongFilters },
  { title: 'wrong orders', variants: wrongOrders },
  { title: 'wrong pages', variants: wrongPages },
  { title: 'wrong lists', variants: wrongContents },
  { title: 'wrong replacements', variants: wrongReplacements },
  { title: 'wrong patches', variants: wrongPatches },
  { title: 'wrong unique names', variants: wrongNames },
  { title: 'wrong attendees', variants: wrongAttendees },
  { title: 'wrong states', variants: wrongStates },
  { title: 'wrong parents', variants: wrongParents },
  { title: 'after deletion', variants: wrongDeletions },
  { title: 'invalid credentials', variants: wrongCredentials },
  { title: 'other users', variants: wrongUsers },
  { title: 'wrong conditions and caches', variants: wrongConditions },
  { title: 'wrong exports', variants: wrongJobs },
  { title: 'wrong problems', variants: wrongProblems },
  { title: 'wrong messages', variants: wrongMessages },
];

/** The service itself and what differs from it without a fault; then all that do not conform. */
export const calendarVariantGroups: readonly VariantGroup<CalendarVariant>[] = [...rightGroups, ...faultyGroups].map(
  ({ title, variants }) => ({ title, variants: variants.map(withKnownError) }),
);
